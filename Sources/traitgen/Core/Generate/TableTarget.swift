/// The package and the target that a table belongs to, as its path tells.
///
/// The manifest isn't read: SwiftPM looks for a target `App` in `Sources/App` or `Tests/App`, and a target with a path of
/// its own is known by the name of its folder.
struct TableTarget {
    /// The folder of the package: the nearest one above the table that holds a manifest. Without one it is the table's.
    let package: String
    /// Whether there is a manifest.
    let isPackage: Bool
    /// The folder of the target.
    let folder: String
    /// The name of the module; nil where no folder has a name that could be the module's.
    let module: String?

    /// - Parameters:
    ///   - table: the absolute path of the table.
    ///   - module: the module that the caller names.
    init(of table: String, module: String?, in files: any CommandFiles) {
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

    /// The nearest folder that holds a manifest, among a folder and those above it.
    static func package(above folder: String, in files: any CommandFiles) -> String? {
        Path.folders(from: folder, to: "/").first { files.list($0)?.contains("Package.swift") == true }
    }

    /// The folders in which SwiftPM looks for those of targets.
    private static let parents: Set = ["Sources", "Source", "src", "srcs", "Tests", "Plugins"]

    /// The name of the module whose target is in a folder: what can't stand in a Swift name becomes `_`.
    private static func moduleName(_ folder: String) -> String? {
        let name = String(Path.name(folder).map { $0.isLetter || $0.isNumber ? $0 : "_" })
        guard let first = name.first else { return nil }
        return first.isNumber ? "_" + name.dropFirst() : name
    }
}
