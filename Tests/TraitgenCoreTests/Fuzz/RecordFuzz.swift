@testable import TraitgenCore
@testable import TraitgenVerbs

/// Records of law runs.
struct RecordFuzz: FuzzKind {
    private static let traits = """
        trait MaybePublisher {
            -->
            --|-->
            --o|-->
        }

        """
    private static let rows = [
        "Just": "source   Just   o|   shared\n    sample Just(1)\n",
        "Publishers.Filter":
            "operator Publishers.Filter   o => o or nothing\n    sample upstream.filter { $0 > 0 }\n",
        "Publishers.First": "operator Publishers.First   o => o|\n    sample upstream.first()\n",
        "Publishers.Zip": "operator Publishers.Zip (A, B)   zip\n    sample a.zip(b)\n",
        "Publishers.Open": "operator Publishers.Open   anything\n    sample upstream.open()\n",
    ]

    private let mutator: Mutator
    private let types = [
        "Just", "Publishers.Filter", "Publishers.First", "Publishers.Zip", "Publishers.Open",
    ]

    init() {
        let shapes = ["o|", "-o|", "o>", "-x", "|", ">", "->", "oo|", "-oox", "ooo>"]
        let words =
            "row sample seen arrives shares held : | => , ; 0 1 caller asker scheduler once each any below"
        mutator = Mutator(
            words: words.split(separator: " ").map { Array($0.utf8) } + shapes.map { Array($0.utf8) }
                + [Array("\n".utf8), Array(repeating: UInt8(ascii: "o"), count: 28) + [UInt8(ascii: "|")]])
    }

    /// What a law run writes of one row.
    static func record(of type: String) -> [UInt8] {
        let isPair = type == "Publishers.Zip"
        let inputs = type == "Just" ? "" : isPair ? "-o| o> " : "-o| "
        return Array(
            """
            row \(type)
            sample upstream
            \(inputs)=> -o| o|
            \(inputs.isEmpty ? "" : isPair ? "x -oo> " : "oo| ")=> o|
            seen \(inputs)=> -o| : \(isPair ? "-0| 1>" : type == "Just" ? "" : "-0|") => -0|
            row \(type)
            arrives caller 0 |0 |asker
            shares any once each below
            held MaybePublisher NowPublisher : one thread | sink | a subscriber; cancels | sink; closures act
            held MaybePublisher : several threads | sink | an AnySubscriber; asks when it has subscribed

            """.utf8)
    }

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let all = types.map(Self.record)
        let types = [types.randomElement(using: &random)!, types.randomElement(using: &random)!]
        let table = Self.traits + Set(types).sorted().map { Self.rows[$0]! }.joined()
        let record = mutator.mutate(types.flatMap(Self.record), with: all, &random)
        let files = [
            "Sources/App/App.traits": Array(table.utf8), "laws.txt": record, "Package.swift": [],
        ]
        var arguments: [String]
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5: arguments = ["coverage"]
        case 5: arguments = ["propose"]
        case 6: arguments = ["mutate", "--row", types[0]]
        case 7..<9: arguments = ["lint"]
        default:
            let format = ["markdown", "html", "json"].randomElement(using: &random)!
            return FuzzInput(
                files: files,
                arguments: ["table", "Sources", "--observed", "laws.txt", "--format", format],
                changed: "laws.txt")
        }
        arguments += ["Sources", "--observed", "laws.txt"]
        if Bool.random(using: &random) { arguments += ["--format", "json"] }
        return FuzzInput(files: files, arguments: arguments, changed: "laws.txt")
    }
}
