/// The text of a fault, as all kits print it: the observation, its circumstances by name, and a test to paste.
@_spi(Proof) public struct FaultText: CustomStringConvertible {
    /// The lines of the text.
    public private(set) var lines: [String]

    /// Creates the text of an observation.
    public init(_ observation: String) { lines = [observation] }

    /// The whole text.
    public var description: String { lines.joined(separator: "\n") }

    /// Adds a circumstance, if there is one.
    mutating func add(_ name: String, _ text: String?) {
        if let text { lines.append("  \(name): \(text)") }
    }

    /// Adds the seed of a race, and the command that runs it again.
    mutating func add(seed: UInt64, row: String? = nil, filter: String) {
        add("seed", "\(seed)")
        let rows = row.map { "TRAITS_LAWS_ROWS=\($0) " } ?? ""
        add("again", "TRAITS_RACE_SEED=\(seed) \(rows)\(Threads.testCommand) --filter \(filter)")
    }

    /// Adds further lines.
    mutating func add(_ more: [String]) { lines += more }

    /// Adds a test to paste, behind an empty line.
    mutating func add(test: [String]) { lines += [""] + Self.indented(test) }

    /// Returns a test of Swift Testing.
    public static func test(_ name: String, _ body: [String]) -> [String] {
        block("@Test func \(name)() throws {", body)
    }

    /// Returns lines in braces.
    public static func block(_ opening: String, _ body: [String], _ closing: String = "}") -> [String] {
        [opening] + indented(body) + [closing]
    }

    private static func indented(_ lines: [String]) -> [String] {
        lines.map { $0.isEmpty ? "" : "    \($0)" }
    }
}
