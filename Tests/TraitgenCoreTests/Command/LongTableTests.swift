import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Tables that no person writes. Each took the square or the cube of its length, minutes at these lengths.
@Suite(.timeLimit(.minutes(60))) struct LongTableTests {
    private func check(_ table: String, verb: [String] = ["check"]) -> String? {
        var said: [String] = []
        _ = TraitgenCommand(
            files: MemoryFiles(["/package/T.traits": table]), output: { said.append($0) },
            errors: { said.append($0) }
        ).run(arguments: verb + ["T.traits"])
        return said.first?.split(separator: "\n").first.map(String.init)
    }

    @Test func `a rule of many alternatives`() {
        let rule = Array(repeating: "o", count: 20_000).joined(separator: " or ")
        #expect(
            check("operator A   o => \(rule)\n")
                == "T.traits:1:24: error: `o` is said twice [duplicate-alternative]")
    }

    @Test func `a row of many inputs`() {
        let inputs = (0..<20_000).map { "I\($0)" }.joined(separator: ", ")
        #expect(
            check("operator A (\(inputs))   zip\n")
                == "T.traits:1:83: error: 20000 inputs are more than the 16 there can be [input-count]")
        #expect(
            check("operator A (\(inputs)) zip\n", verb: ["format", "--diff"])?.hasPrefix("--- ") == true)
    }

    @Test func `a long chain of traits`() {
        let traits = (0..<1500).map { number in
            "trait T\(number)Publisher\(number == 0 ? "" : ": T\(number - 1)Publisher") {\n    --o--|--->   x\n}\n"
        }
        #expect(check(traits.joined()) == "0 rows, 1500 traits, 0 conformances derived")
    }
}
