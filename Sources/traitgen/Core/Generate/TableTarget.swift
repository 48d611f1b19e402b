/// The package and the target that a table belongs to, derived from its path.
///
/// The manifest isn't read: SwiftPM looks for a target `App` in `Sources/App` or `Tests/App`, and a target with a
/// custom path is identified by the name of its folder.
package struct TableTarget {
    /// The folder of the package: the nearest folder above the table with a manifest, or else the table's folder.
    let package: String
    /// A Boolean value that indicates whether there is a manifest.
    let isPackage: Bool
    /// The folder of the target.
    package let folder: String
    /// The name of the module; nil if no folder has a suitable name.
    package let module: String?

    /// - Parameters:
    ///   - table: the absolute path of the table.
    ///   - module: the module that the caller names.
    package init(of table: String, module: String?, in files: any CommandFiles) {
        let own = Path.folder(table)
        let found = Self.package(above: own, in: files)
        let package = found ?? own
        self.package = package
        isPackage = found != nil
        if let module {
            folder = Path.folders(from: own, to: package).first { Self.moduleName($0) == module } ?? own
            self.module = Self.moduleName(folder)
            return
        }
        let path = own.dropFirst(package.count).split(separator: "/")
        if path.count > 1, Self.parents.contains(String(path[0])) {
            folder = Path.join(Path.join(package, String(path[0])), String(path[1]))
        } else {
            folder = own
        }
        let isShared = path.count == 1 && Self.parents.contains(String(path[0]))
        self.module = isShared ? nil : Self.moduleName(folder)
    }

    /// Returns the nearest folder with a manifest, starting at a folder and going up.
    static func package(above folder: String, in files: any CommandFiles) -> String? {
        Path.folders(from: folder, to: "/").first { files.list($0)?.contains("Package.swift") == true }
    }

    /// The folders in which SwiftPM looks for the folders of targets.
    private static let parents: Set = ["Sources", "Source", "src", "srcs", "Tests", "Plugins"]

    /// The name of the module whose target is in a folder; characters that a Swift name can't contain become `_`.
    private static func moduleName(_ folder: String) -> String? {
        let name = String(Path.name(folder).map { $0.isLetter || $0.isNumber ? $0 : "_" })
        guard let first = name.first else { return nil }
        return first.isNumber ? "_" + name.dropFirst() : name
    }
}
