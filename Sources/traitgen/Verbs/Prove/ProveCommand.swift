import TraitgenCore

extension Verb {
    /// The verb that runs other programs, which only the program on disk can.
    package static let prove = Verb(
        name: "prove", operands: "[FOLDER]",
        summary: "Find the faults of a library of Combine operators, and write its table.",
        discussion: """
            Experimental. FOLDER is a clone of a Swift package; otherwise the working directory. Its operators are copied into \
            FOLDER/.traits-proof, built for the streams of this package, and driven by the laws, each in a process of its own. It \
            ends with FOLDER/Traits: the table with its law table, green in the next run but for rare races, and Faults.md, an \
            issue for the library's maintainer. Methods that return an erased publisher get a row as well. Nothing else of the \
            clone changes. It runs on Linux.
            """,
        options: [
            Option(
                name: "--target", placeholder: "NAME", value: .text,
                help: "the target with the operators; otherwise the one that imports Combine"),
            Option(
                name: "--streams", placeholder: "DIR", value: .folder,
                help:
                    "the folder of the package trait-streams; otherwise the one that this program was built in"
            ),
            Option(
                name: "--scratch", placeholder: "DIR", value: .folder,
                help:
                    "the folder for builds, which several libraries may share; otherwise one in .traits-proof"
            ),
            Option(
                name: "--patience", placeholder: "SECONDS", value: .text,
                help: "the time after which a call that does nothing is given up; 5 if nothing is said"),
            Option(
                name: "--rounds", placeholder: "NUMBER", value: .text,
                help: "the largest number of law runs; 8 if nothing is said"),
        ],
        examples: [
            Example(arguments: "prove ../CombineExt", meaning: "Prove the operators of a clone")
        ],
        run: { _ in { (_) throws(UsageError) in throw UsageError("this program runs no other programs") } })
}

extension TraitgenCommand {
    /// `traitgen prove FOLDER`.
    package func prove(_ options: Options, runner: any ProgramRunner) throws(UsageError) -> Status {
        let start = runner.seconds
        let clone = files.resolved(options.words.isEmpty ? "." : try options.word("the folder"))
        let patience = try options.count("--patience") ?? 5
        let rounds = try options.count("--rounds") ?? 8
        guard files.list(clone)?.contains("Package.swift") == true else {
            throw UsageError("there is no Package.swift in \(clone)", "name the clone of a Swift package")
        }
        guard let streams = options.value("--streams").map(files.resolved) ?? home(of: runner.program) else {
            throw UsageError("`--streams` is missing", "name the folder of the package trait-streams")
        }
        do throws(ProofFailure) {
            var library = try library(in: clone, options.value("--target"), runner)
            try addPackages(to: &library, in: clone, runner)
            let package = ProofPackage(clone: clone, library: library, streams: streams, files: files)
            var prover = Prover(
                self, runner: runner, package: package, clone: clone, results: Path.join(clone, "Traits"),
                scratch: options.value("--scratch").map(files.resolved)
                    ?? Path.join(package.folder, ".build"),
                patience: patience, mostRounds: rounds, start: start)
            return try prover.prove(options)
        } catch {
            errors("error: \(error.message)")
            for note in error.notes { errors("note: \(note)") }
            return .findings
        }
    }

    /// The package that a program was built in: the nearest folder above it that has the streams' table.
    private func home(of program: String) -> String? {
        Path.folders(from: Path.folder(program), to: "/").first {
            files.read(Path.join($0, "Sources/TraitsRuntime/Operators.traits")) != nil
        }
    }

    /// Adds the targets of other packages that a library depends on. Without them, the proof goes on with fewer files.
    private func addPackages(
        to library: inout ClonedLibrary, in clone: String, _ runner: any ProgramRunner
    ) throws(ProofFailure) {
        guard !library.products.isEmpty, !library.dependencies.isEmpty else { return }
        // A package of its own asks for them, so that nothing of the clone changes.
        let folder = Path.join(clone, "\(ProofPackage.folderName)/Packages")
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Packages",
                dependencies: [
            \(library.dependencies.map { "        .package(\($0.source)),\n" }.joined())    ])

            """
        do throws(CommandFileError) {
            try files.write(Array(manifest.utf8), to: Path.join(folder, "Package.swift"))
        } catch {
            throw ProofFailure(message: "\(folder)/Package.swift can't be written: \(error.reason)")
        }
        let fetched = runner.lines(["swift", "package", "resolve"], in: folder)
        if !fetched.isRight {
            errors("note: the packages that it depends on can't be had: \(fetched.lines.last ?? "")")
        }
        for dependency in library.dependencies {
            let checkout = Path.join(Path.join(folder, ".build/checkouts"), dependency.folder)
            guard files.list(checkout) != nil else { continue }
            let description = runner.lines(["swift", "package", "describe", "--type", "json"], in: checkout)
            guard let json = try? Self.json(description.lines, of: "describe", in: checkout) else { continue }
            library.add(json, in: checkout)
        }
    }

    /// The output of a command of the package manager. Warnings may come first.
    private static func json(
        _ lines: [String], of command: String, in clone: String
    ) throws(ProofFailure) -> JSONValue {
        let text = lines.drop { !$0.hasPrefix("{") }.joined(separator: "\n")
        guard let json = try? JSONScanner.value(of: Array(text.utf8)) else {
            throw ProofFailure(
                message: "`swift package \(command)` fails in \(clone)", notes: lines.suffix(5))
        }
        return json
    }

    private func library(
        in clone: String, _ target: String?, _ runner: any ProgramRunner
    ) throws(ProofFailure) -> ClonedLibrary {
        let description = runner.lines(["swift", "package", "describe", "--type", "json"], in: clone)
        let json = try Self.json(description.lines, of: "describe", in: clone)
        let library = try ClonedLibrary(json, target: target) { source in
            guard let bytes = files.read(Path.join(clone, source)) else { return false }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
                let words = line.split { $0 == " " || $0 == ";" }
                return words.contains("import") && words.last == "Combine"
            }
        }
        if target == nil, !library.others.isEmpty {
            errors("note: `--target` chooses another target: \(library.others.joined(separator: ", "))")
        }
        return library
    }
}

extension Options {
    /// The number that an option has as its value.
    fileprivate func count(_ name: String) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), number > 0 else {
            throw UsageError("`\(name) \(text)` is no number above zero")
        }
        return number
    }
}
