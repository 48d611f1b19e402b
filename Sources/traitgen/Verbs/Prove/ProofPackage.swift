import TraitgenCore

/// The package in the folder `.traits-proof` of a clone: a copy of the library's sources over this package's streams, and a
/// program that checks one row.
struct ProofPackage {
    /// The folder of the package.
    let folder: String
    let library: ClonedLibrary
    /// The folder of the package that has the streams.
    let streams: String
    private let files: any CommandFiles

    init(clone: String, library: ClonedLibrary, streams: String, files: any CommandFiles) {
        folder = Path.join(clone, Self.folderName)
        self.library = library
        self.streams = streams
        self.files = files
    }

    static let folderName = ".traits-proof"
    static let program = "ProvenRows"
    static let functions = "Functions"

    var programFolder: String { Path.join(folder, "Sources/\(Self.program)") }
    var table: String { Path.join(folder, "Tables/\(library.module).traits") }
    var lawTable: String { Path.join(folder, "Tables/Laws.traits") }
    /// The tables that others import.
    var imports: [(module: String, path: String)] {
        [("TraitsRuntime", Path.join(streams, "Sources/TraitsRuntime")), (library.module, table)]
    }
    var wrappers: String { Path.join(programFolder, "\(Self.functions).swift") }

    /// Writes a file, unless it is the same already: the package manager builds again what is newer.
    ///
    /// - Returns: A Boolean value that indicates whether the file has changed.
    @discardableResult
    func write(_ text: String, to path: String) throws(ProofFailure) -> Bool {
        let bytes = Array(text.utf8)
        if files.read(path) == bytes { return false }
        do throws(CommandFileError) {
            try files.write(bytes, to: path)
        } catch {
            throw ProofFailure(message: "\(path) can't be written: \(error.reason)")
        }
        return true
    }

    /// Writes the manifest, the library's sources and the program, but for the tables.
    ///
    /// - Parameter left: Sources that are left out, with their targets' names in front. Their copies stand beside the package.
    /// - Returns: A Boolean value that indicates whether a source of the library has changed.
    @discardableResult
    func write(leavingOut left: Set<String>, clone: String) throws(ProofFailure) -> Bool {
        try write("*\n", to: Path.join(folder, ".gitignore"))
        try write(manifest, to: Path.join(folder, "Package.swift"))
        var isChanged = false
        for target in library.targets {
            let module = target.module
            let kept = target.sources.filter { !left.contains("\(module)/\($0)") }
            if try removeSources(of: module, but: Set(kept)) { isChanged = true }
            var texts: [String] = []
            for source in target.sources {
                let original = Path.join(Path.join(clone, target.path), source)
                guard let bytes = files.read(original) else {
                    throw ProofFailure(message: "\(original) can't be read")
                }
                let text = StandIns.adapted(String(decoding: bytes, as: UTF8.self))
                let isLeftOut = left.contains("\(module)/\(source)")
                let place = isLeftOut ? "LeftOut" : "Sources"
                if try write(text, to: Path.join(folder, "\(place)/\(module)/\(source)")) { isChanged = true }
                if !isLeftOut { texts.append(text) }
            }
            if let file = StandIns.file(for: texts) {
                try write(file, to: Path.join(folder, "Sources/\(module)/\(Self.standIns)"))
            }
        }
        try write(Self.main, to: Path.join(programFolder, "main.swift"))
        try write(template, to: Path.join(templates, "Laws.mustache"))
        return isChanged
    }

    // MARK: - Sources that don't compile

    /// All sources of the library, with their targets' names in front.
    var sources: Set<String> {
        Set(library.targets.flatMap { target in target.sources.map { "\(target.module)/\($0)" } })
    }

    /// The sources that import a module, wherever they are compiled, with their targets' names in front.
    func sources(importing module: String) -> [String] {
        library.targets.flatMap { target in
            target.sources.map { "\(target.module)/\($0)" }.filter { source in
                let text = String(
                    decoding: files.read(Path.join(folder, "Sources/\(source)")) ?? [], as: UTF8.self)
                return !text.contains("canImport(\(module))")
                    && text.split(separator: "\n").contains {
                        $0.split(separator: " ").suffix(2) == ["import", Substring(module)]
                    }
            }
        }
    }

    private var leftOutList: String { Path.join(folder, "LeftOut/sources.txt") }

    /// The sources that the last proof has left out, with the reasons.
    var leftOut: [(source: String, reason: String)] {
        let lines = String(decoding: files.read(leftOutList) ?? [], as: UTF8.self).split(separator: "\n")
        return lines.compactMap { line in
            guard let colon = line.firstRange(of: ": ") else { return nil }
            return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
        }
    }

    /// Notes the sources that are left out, for the next proof.
    func note(leftOut: [(source: String, reason: String)]) throws(ProofFailure) {
        try write(leftOut.map { "\($0.source): \($0.reason)\n" }.joined(), to: leftOutList)
    }

    private static let standIns = "_StandIns.swift"

    /// Removes the copies of sources that the clone no longer has, or that are left out.
    ///
    /// - Returns: A Boolean value that indicates whether there were any.
    private func removeSources(of module: String, but kept: Set<String>, in subfolder: String = "")
        throws(ProofFailure) -> Bool
    {
        var removes = false
        let top = Path.join(folder, "Sources/\(module)")
        for name in files.list(subfolder.isEmpty ? top : Path.join(top, subfolder)) ?? [] {
            let source = subfolder.isEmpty ? name : "\(subfolder)/\(name)"
            if !name.hasSuffix(".swift") {
                if try removeSources(of: module, but: kept, in: source) { removes = true }
            } else if !kept.contains(source), source != Self.standIns {
                do throws(CommandFileError) {
                    try files.remove(Path.join(top, source))
                } catch {
                    throw ProofFailure(message: "\(top)/\(source) can't be removed: \(error.reason)")
                }
                removes = true
            }
        }
        return removes
    }

    private var templates: String { Path.join(folder, "Templates") }

    /// Writes the code that checks the rows.
    ///
    /// - Returns: The mistakes in the tables.
    func generateRows() -> [String] {
        var mistakes: [String] = []
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { mistakes.append($0) })
        let status = command.run(
            arguments: [
                "generate", lawTable, "--templates", Path.join(streams, "Templates/Laws"), "--templates",
                templates,
                "--module", Self.program, "--access", "internal", "--for-build",
                "--output", Path.join(programFolder, "Generated"),
            ] + (imports + [(Self.program, lawTable)]).flatMap { ["--import", "\($0.module)=\($0.path)"] })
        return status == .clean ? [] : mistakes.flatMap { $0.split(separator: "\n").map(String.init) }
    }

    private var manifest: String {
        let names = Set(library.targets.map(\.name))
        let targets = library.targets.map { target in
            let others = target.dependencies.filter(names.contains).sorted().map { name in
                "\"\(library.targets.first { $0.name == name }?.module ?? name)\", "
            }
            return """
                        // In the Swift 5 mode, which also takes what is written for the Swift 6 mode.
                        .target(
                            name: "\(target.module)",
                            dependencies: [\(others.joined())product("Combine"), product("TraitsRuntime")]),

                """
        }
        return """
            // swift-tools-version: 6.2
            // Written by `traitgen prove`, which writes it again.

            import PackageDescription

            func product(_ name: String) -> Target.Dependency { .product(name: name, package: "trait-streams") }

            let package = Package(
                name: "traits-proof",
                platforms: [.macOS(.v15)],
                dependencies: [.package(name: "trait-streams", path: \(streams.literal))],
                targets: [
            \(targets.joined())        .executableTarget(
                        name: "\(Self.program)",
                        dependencies: [
                            "\(library.module)", product("Combine"), product("TraitsRuntime"), product("TraitsTesting"),
                        ]),
                ],
                swiftLanguageModes: [.v5])

            """
    }

    /// The program, which checks the row that its arguments name, in virtual time or under threads.
    ///
    /// It doesn't return from `main`: threads that were given up hold locks, which destructors may want.
    private static let main = """
        import TraitsTesting

        #if canImport(Darwin)
            import Darwin
        #else
            import Glibc
        #endif

        let words = CommandLine.arguments
        switch words[1] {
        case "list":
            for type in LawTable.types { print(type) }
        case "run":
            tell(LawTable.row(words[2]).run(.short))
        default:
            tell(LawTable.row(words[2]).race(plans: .short))
        }
        fflush(nil)
        _exit(0)

        func tell(_ faults: [String]) {
            for fault in faults {
                print("traitgen-fault")
                print(fault)
            }
            print("traitgen-end")
        }

        """

    private var template: String {
        """
        import Combine
        import TraitsTesting
        {{#imports}}
        import {{module}}
        {{/imports}}
        import \(library.module)

        /// The error of samples, and of their inputs.
        private typealias TestError = TraitsTesting.TestFailure

        {{> _LawTable}}

        """
    }
}
