import Foundation

/// Times the generator on tables of growing size.
enum Generation {
    static let sizes = [1000, 10_000, 100_000]

    /// The megabytes that a size may take. The memory of a thousand rows is nearly the same in any build, 24 to 33, which is what
    /// CI looks at.
    static let limits = [1000: 50.0, 10_000: 200, 100_000: 2000]

    /// How many times the seconds a row may take in a table of ten times the rows: a ratio of one run, and so of any machine. It is
    /// one to two, since a large table fits no cache; quadratic time would make it ten.
    static let growth = 3.0

    /// - Parameters:
    ///   - traitgen: the generator, or `nil` to build the one of the package above.
    ///   - rows: the only size to take, or `nil` for all.
    static func run(traitgen: String?, rows: Int?) throws {
        let sizes = rows.map { [$0] } ?? sizes
        let root = try packageFolder().deletingLastPathComponent()
        let program = try traitgen.map { URL(fileURLWithPath: $0) } ?? build(root)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("traitgen-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let shipped = try String(
            contentsOf: root.appendingPathComponent("Sources/TraitsRuntime/Operators.traits"), encoding: .utf8
        )
        var columns = Columns("rows", "of", "seconds", "µs a row", "MB")
        var excesses: [String] = []
        var former: [String: Double] = [:]
        for (size, kind) in sizes.flatMap({ size in ["simple", "shipped"].map { (size, $0) } }) {
            let table = folder.appendingPathComponent("\(kind)\(size).traits")
            try (kind == "simple" ? self.table(rows: size) : renamed(shipped, rows: size))
                .write(to: table, atomically: true, encoding: .utf8)
            let output = folder.appendingPathComponent("Output\(kind)\(size)").path
            let arguments = [
                "generate", table.path, "--output", output, "--templates",
                root.appendingPathComponent("Templates").path,
            ]
            let costs = try (0..<(size < 100_000 ? 3 : 1)).map { _ in
                let cost = try cost(of: program, arguments)
                guard cost.status == 0 else { throw Failure("traitgen failed") }
                return cost
            }
            let seconds = median(costs.map(\.seconds))
            let megabytes = median(costs.map(\.megabytes))
            columns.add(
                String(size), kind, format(seconds), format(seconds / Double(size) * 1e6),
                format(megabytes))
            if let limit = limits[size], megabytes > limit {
                excesses.append("\(size) \(kind) rows may take \(limit) MB")
            }
            let secondsARow = seconds / Double(size)
            if let former = former[kind], secondsARow > growth * former {
                excesses.append(
                    "a row of \(size) \(kind) rows may take \(growth) times what it takes of a tenth")
            }
            former[kind] = secondsARow
        }
        print(columns.text)
        guard excesses.isEmpty else { throw Failure(excesses.joined(separator: "\n")) }
    }

    /// The rows of a shipped table again and again, each time with another number behind their names.
    static func renamed(_ table: String, rows: Int) -> String {
        let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
        let isRow = { (line: Substring) in line.hasPrefix("source ") || line.hasPrefix("operator ") }
        guard let first = lines.firstIndex(where: isRow) else { return table }
        var blocks: [(head: [Substring], rest: String)] = []
        for line in lines[first...] where !line.hasPrefix("//") && !line.hasPrefix("section ") {
            if isRow(line) {
                let words = line.split(separator: " ", maxSplits: 2)
                blocks.append((Array(words[..<2]), String(words[2])))
            } else if !line.isEmpty, !blocks.isEmpty {
                blocks[blocks.count - 1].rest += "\n" + line
            }
        }
        let text = (0..<rows).map { index in
            let (head, rest) = blocks[index % blocks.count]
            // The first ones keep their names: others name them.
            let number = index < blocks.count ? "" : "_\(index / blocks.count)"
            return "\(head[0]) \(head[1])\(number) \(rest)"
        }
        return (lines[..<first] + text.map { $0[...] }).joined(separator: "\n") + "\n"
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
