import Foundation

/// Times the generator on tables of growing size.
enum Generation {
    static let sizes = [1000, 2500, 5000, 10_000]

    /// - Parameter traitgen: the generator, or `nil` to build the one of the package above.
    static func run(traitgen: String?) throws {
        let root = try packageFolder().deletingLastPathComponent()
        let program = try traitgen.map { URL(fileURLWithPath: $0) } ?? build(root)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("traitgen-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var columns = Columns("rows", "seconds", "µs a row")
        for size in sizes {
            let table = folder.appendingPathComponent("Rows\(size).traits")
            try self.table(rows: size).write(to: table, atomically: true, encoding: .utf8)
            let output = folder.appendingPathComponent("Output\(size)").path
            let arguments = [
                "generate", table.path, "--output", output, "--templates",
                root.appendingPathComponent("Templates").path,
            ]
            let times = try (0..<3).map { _ in
                let clock = ContinuousClock()
                var result: (status: Int32, text: String) = (0, "")
                let elapsed = try clock.measure { result = try benchmarks.run(program, arguments) }
                guard result.status == 0 else { throw Failure("traitgen failed:\n\(result.text)") }
                return elapsed / .seconds(1)
            }
            let seconds = median(times)
            columns.add(String(size), format(seconds), format(seconds / Double(size) * 1e6))
        }
        print(columns.text)
    }

    /// Rows of every kind, over the traits that the runtime ships.
    static func table(rows: Int) -> String {
        let kinds = [
            "source   Source#                              o|",
            "operator Map#                                 o => o",
            "operator TryMap#                              o => o or x",
            "operator Filter#                              o => o or nothing",
            "operator First#                               o => o|",
            "operator ReplaceError#                        x => o|",
            "operator Delay#                               later",
            "operator Zip#     (A, B)                      zip",
            "operator Merge#   (A, B)                      merge",
            "operator FlatMap# (Upstream, NewPublisher)    flatten",
        ]
        let header = """
            trait MaybePublisher {
                --------->
                -----x--->
                -----|--->
                --o--|--->
            }

            trait SinglePublisher: MaybePublisher {
                --------->
                -----x--->
                --o--|--->
            }


            """
        let lines = (0..<rows).map { kinds[$0 % kinds.count].replacing("#", with: String($0)) }
        return header + lines.joined(separator: "\n") + "\n"
    }

    private static func build(_ root: URL) throws -> URL {
        guard let swift = find("swift") else { throw Failure("swift is not on the search path") }
        let arguments = ["build", "-c", "release", "--product", "traitgen", "--package-path", root.path]
        let (status, text) = try benchmarks.run(swift, arguments)
        guard status == 0 else { throw Failure(text) }
        return root.appendingPathComponent(".build/release/traitgen")
    }
}
