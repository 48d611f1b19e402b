import TraitgenCore
import TraitgenVerbs

/// Finds the tables of imported modules on disk, as the plugin gets them from the package manager.
///
/// It looks in the table's own package, in the packages that it depends on, in the packages around it, and in the folders that
/// the editor has open.
struct ModuleFinder {
    private let files: any CommandFiles
    private let named: [(module: String, path: String)]
    private let command: TraitgenCommand
    /// The folders that the editor has open.
    var folders: [String] = []
    private var packages: [String: [String]] = [:]
    private var tables: [String: [String]] = [:]

    /// - Parameter named: the tables of modules that the command line names.
    init(_ files: any CommandFiles, named: [(module: String, path: String)]) {
        self.files = files
        self.named = named
        command = TraitgenCommand(verbs: [], files: files, output: { _ in }, errors: { _ in })
    }

    /// Forgets the contents of all folders.
    mutating func forget() {
        packages = [:]
        tables = [:]
    }

    /// All tables in a folder, at any depth.
    mutating func tables(below folder: String) -> [String] {
        if let known = tables[folder] { return known }
        let found = command.tables(below: folder)
        tables[folder] = found
        return found
    }

    /// The tables of a module that a table imports.
    mutating func tables(of module: String, importedBy table: String) -> [String] {
        let paths = named.filter { $0.module == module }.map { Path.join(files.workingDirectory, $0.path) }
        if !paths.isEmpty { return paths.flatMap(command.tablesAt) }
        for package in packages(around: table) {
            for parent in ["Sources", "Source", "src"] {
                let found = tables(below: Path.join(Path.join(package, parent), module))
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    /// The modules with tables that a table could import.
    mutating func modules(visibleTo table: String) -> [String] {
        var names = Set(named.map(\.module))
        for sources in packages(around: table).map({ Path.join($0, "Sources") }) {
            for name in files.list(sources) ?? [] where !tables(below: Path.join(sources, name)).isEmpty {
                names.insert(name)
            }
        }
        return names.sorted()
    }

    /// The Swift files of the module that a table belongs to, and those of the modules that it exports.
    func sources(ofModuleWith table: String) -> [String] {
        guard table.hasPrefix("/") else { return [] }
        return command.sources(ofModuleIn: TableTarget(of: table, module: nil, in: files).folder)
    }

    /// The folder of the package that contains a file; nil outside of packages.
    func package(of path: String) -> String? {
        guard path.hasPrefix("/") else { return nil }
        return Path.folders(from: Path.folder(path), to: "/").first { isPackage($0) }
    }

    private func isPackage(_ folder: String) -> Bool { files.list(folder)?.contains("Package.swift") == true }

    /// The packages whose modules a table may import, nearest first.
    private mutating func packages(around table: String) -> [String] {
        let folder = Path.folder(table)
        if let known = packages[folder] { return known }
        var found: [String] = []
        func add(_ path: String) { if !found.contains(path) { found.append(path) } }
        if table.hasPrefix("/") {
            Path.folders(from: folder, to: "/").filter(isPackage).prefix(1).forEach(add)
            found.flatMap(dependencies).forEach(add)
            Path.folders(from: folder, to: "/").filter(isPackage).forEach(add)
        }
        folders.forEach(add)
        for package in found { dependencies(of: package).forEach(add) }
        packages[folder] = found
        return found
    }

    /// The folders of the packages that the package manager has resolved for a package.
    private func dependencies(of package: String) -> [String] {
        let build = Path.join(package, ".build")
        let checkouts = Path.join(build, "checkouts")
        var found = (files.list(checkouts) ?? []).sorted().map { Path.join(checkouts, $0) }
        if let bytes = files.read(Path.join(build, "workspace-state.json")),
            let state = try? JSONScanner.value(of: bytes)
        {
            let locations = state["object"]["dependencies"].list.compactMap {
                $0["packageRef"]["location"].text
            }
            found += locations.filter { $0.hasPrefix("/") && !found.contains($0) }
        }
        return found
    }
}
