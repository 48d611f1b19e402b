@testable import TraitgenCore
@testable import TraitgenVerbs

/// Swift sources whose conformances are compared with a table.
struct SourceFuzz: FuzzKind {
    private static let header = "import Base\ntrait HerePublisher at MainActor\ntrait OncePublisher shared\n"
    private static let rows = [
        "operator Publishers.Filter   o => o or nothing\n",
        "operator Publishers.Zip (A, B)   merge\n",
        "operator Publishers.FlatMap (Upstream, NewPublisher)   flatten\n",
        "operator Publishers.On   later at Context\n",
        "operator Publishers.Until (Upstream, Other)   signal o => |\n",
        "operator Publishers.MergeMany (Upstream...)   merge\n",
        "operator Publishers.Bound (Upstream: MaybePublisher)   o => o\n",
    ]

    private static let pieces = [
        "extension Publishers.Map: MaybePublisher where Upstream: MaybePublisher {}\n",
        "extension Publishers.Filter: @unchecked MaybePublisher, Base.ManyPublisher\nwhere Upstream: MaybePublisher & OncePublisher {\n    func f() { struct A: MaybePublisher {} }\n}\n",
        "extension Publishers.Zip: HerePublisher where A: HerePublisher, B: HerePublisher {}\n",
        "extension Publishers.FlatMap: MaybePublisher where Upstream: Both, NewPublisher == Just<Int> {}\n",
        "extension Publishers.On: HerePublisher where Context == MainActorScheduler {}\n",
        "extension Publishers.Until: OncePublisher where Upstream: OncePublisher {}\n",
        "extension Publishers.MergeMany: ManyPublisher {}\nextension Just: MaybePublisher {}\n",
        "public struct Own<Upstream: MaybePublisher>: MaybePublisher { let x = \"\\(y + \"}\")\" }\n",
        "typealias Both = MaybePublisher & HerePublisher\ntypealias M = Publishers.Map\nextension M: Both {}\n",
        "protocol P<A>: MaybePublisher where Self: Sendable { associatedtype A }\n",
        "#if os(Linux)\nimport Base\n#elseif swift(>=6)\nimport struct Other.Thing\n#else\n#endif\n",
        "/* a /* nested */ comment */ let regex = /[/\"{]+\\/x/ // {\nlet long = \"\"\"\n  \" { \\(1)\n  \"\"\"\nlet raw = #\"\\ \"{\"#\n",
        "extension Publishers { enum Inner { struct Deep: OncePublisher {} } }\n",
    ].map { Array($0.utf8) }

    private let mutator = Mutator(
        words: FuzzCorpus.vocabulary(SourceFuzz.pieces)
            + [
                "extension X: ", "where ", "<", ">", "->", "==", "&", "~", "@", "#", "#\"", "\"#", "\"\"\"",
                "\\(", "/*", "*/", "`",
            ]
            .map { Array($0.utf8) })

    init() {}

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let source = (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in
            Self.pieces.randomElement(using: &random)!
        }
        let path = "Hand/A.swift"
        let table = Self.header + Self.rows.randomElement(using: &random)!
        let files = [
            "Sources/App/App.traits": Array(table.utf8), "Sources/Base/Base.traits": FuzzCorpus.base,
            path: mutator.mutate(source, with: Self.pieces, &random),
        ]
        let format = Bool.random(using: &random) ? ["--format", "json"] : []
        return FuzzInput(
            files: files, arguments: ["import", "Hand", "--table", "Sources/App"] + format, changed: path)
    }
}
