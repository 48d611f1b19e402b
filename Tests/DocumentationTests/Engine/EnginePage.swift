import Foundation

/// The operator of the engine's page, and those of the public protocols' documentation: the same text is an operator of a client and
/// of the library. The former uses declarations that aren't public, so all are compiled as files of the module.
enum EnginePage {
    static let path = "Sources/TraitsRuntime/TraitsRuntime.docc/Engine.md"

    /// An operator, and statements that use it.
    struct Operator {
        var blocks: [Sample]

        /// A file of the module, with the last statements in a function that the program calls by its symbol.
        func file(_ number: Int) -> String {
            var text = ""
            var isFunction = false
            for block in blocks {
                for (offset, line) in block.lines.enumerated() {
                    if !isFunction, line.hasPrefix("let ") {
                        text += "#sourceLocation()\n@_silgen_name(\"engineSample\(number)\")\n"
                        text += "public func engineSample\(number)() {\n"
                        isFunction = true
                    }
                    if offset == 0 || line.hasPrefix("let ") {
                        text += "#sourceLocation(file: \"\(block.path)\", line: \(block.line + offset))\n"
                    }
                    text += line + "\n"
                }
            }
            return text + "#sourceLocation()\n}\n"
        }
    }

    static func text() throws -> String {
        try String(contentsOf: DocumentationTests.root.appending(path: path), encoding: .utf8)
    }

    /// The operator of the page.
    static func own() throws -> Operator { Operator(blocks: Sample.inArticle(try text(), path: path)) }

    /// The operators of the public protocols, one of each kind.
    static func custom() throws -> [Operator] {
        let folder = "Sources/TraitsStreams/Custom"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: DocumentationTests.root.appending(path: folder).path
        ).sorted()
        return try files.flatMap { file in
            let path = "\(folder)/\(file)"
            let text = try String(contentsOf: DocumentationTests.root.appending(path: path), encoding: .utf8)
            return Sample.inComments(of: text, path: path).map { Operator(blocks: [withoutClock($0)]) }
        }
    }

    /// The module knows no virtual time, so statements that use one aren't run.
    private static func withoutClock(_ sample: Sample) -> Sample {
        var sample = sample
        if let clock = sample.lines.firstIndex(where: { $0.contains("TestScheduler") }) {
            sample.lines.removeSubrange(clock...)
            sample.lines.append("let isCompiled = true")
        }
        return sample
    }

    /// The lines that the operators print, after their numbers.
    static func outcome(of files: [String]) throws -> Program.Outcome {
        try ClientCompiler.inTemporaryFolder { folder in
            var primary: [String] = []
            var objects: [String] = []
            for (number, code) in files.enumerated() {
                let file = folder.appending(path: "Sample\(number).swift")
                try code.write(to: file, atomically: true, encoding: .utf8)
                primary += ["-primary-file", file.path]
                objects.append(folder.appending(path: "Sample\(number).o").path)
            }
            let (said, isCompiled) = try ClientCompiler.run(
                ["swiftc", "-frontend", "-c"] + primary + sources() + [
                    "-module-name", "TraitsStreams", "-swift-version", "6", "-parse-as-library",
                    "-package-name", "traits",
                    "-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-suppress-warnings",
                    "-module-cache-path",
                    ClientCompiler.modules().appending(path: "../client-cache").standardizedFileURL.path,
                ] + ClientCompiler.sanitizer + objects.flatMap { ["-o", $0] })
            guard isCompiled else { return .refused(said) }
            let main = folder.appending(path: "main.swift")
            try program(files.count).write(to: main, atomically: true, encoding: .utf8)
            let run = folder.appending(path: "program").path
            let (linked, isLinked) = try ClientCompiler.run(
                ["swiftc", main.path, "-o", run] + ClientCompiler.sanitizer + objects
                    + ClientCompiler.objects(of: ["TraitsStreams"]).map(\.path))
            guard isLinked else { return .refused(linked) }
            let (printed, isWell) = try ClientCompiler.run([run])
            return isWell ? .printed(printed.split(separator: "\n").map(String.init)) : .failed(printed)
        }
    }

    private static func program(_ count: Int) -> String {
        (0..<count).map {
            "@_silgen_name(\"engineSample\($0)\") func sample\($0)()\nprint(\"--- \($0)\")\nsample\($0)()\n"
        }.joined()
    }

    /// The module's files: a file that the compiler works on may use what is internal in any of them.
    private static func sources() throws -> [String] {
        try ClientCompiler.sources(of: "TraitsStreams").map(\.path)
    }
}
