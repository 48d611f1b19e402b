import Foundation

@testable import TraitgenCore
@testable import TraitgenVerbs

/// A small model that meets every section of every template, made by hand so that these tests hold whatever becomes of
/// the table language.
enum RenderFixture {
    /// The shipped templates of law tests.
    static func laws() throws -> TemplateSet {
        try TemplateSet(
            ["Laws", "_LawTable"].map { name in
                let path = "Templates/Laws/\(name).mustache"
                return TemplateSet.Source(
                    path: path,
                    text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
            })
    }

    static let names = ["Option", "ExactlyOne", "Done", "AtLeastOne", "Prompt"]

    static func model(backend: Backend = .traitsRuntime) -> Model {
        let option = trait(
            "OptionPublisher", line: 4, documentation: ["A publisher of one value, or of none."],
            [
                ("--------->", "may stay silent"), ("-----x--->", "may fail without a value"),
                ("-----|--->", "may finish without a value"),
                ("--o--|--->", "may publish one value and finish"),
            ],
            [(0, .silent), (0, .failed), (0, .finished), (1, .finished)])
        let exactlyOne = trait(
            "ExactlyOnePublisher", line: 11, refines: ["OptionPublisher"],
            [("--------->", ""), ("-----x--->", ""), ("--o--|--->", "")],
            [(0, .silent), (0, .failed), (1, .finished)])
        let done = trait(
            "DonePublisher", line: 17, refines: ["OptionPublisher"],
            [("--------->", ""), ("-----x--->", ""), ("-----|--->", "")],
            [(0, .silent), (0, .failed), (0, .finished)])
        let atLeastOne = trait(
            "AtLeastOnePublisher", line: 28,
            [("--------->", ""), ("-----x--->", ""), ("--o--|--->", ""), ("--o--o- - ->", "")],
            [
                (0, .silent), (0, .failed), (1, .finished), (2, .silent), (2, .failed), (2, .finished),
                (3, .silent), (3, .failed), (3, .finished),
            ])
        var prompt = trait(
            "PromptPublisher", line: 35,
            [("x--->", "fails immediately"), ("o- - ->", "publishes immediately")], [])
        prompt.language = ShapeSet(limit: 3)
        prompt.language.insert(Shape(first: .immediate, values: 0, end: .failed))
        for values in 1...3 {
            for end in Shape.End.allCases {
                prompt.language.insert(Shape(first: .immediate, values: values, end: end))
            }
        }

        let everything = ShapeSet.all(limit: 3)
        var till = trait("TillPublisher", line: 38, [], [])
        till.language = everything
        till.promise = .place("TillActor")
        var common = trait(
            "CommonPublisher", line: 39, documentation: ["A publisher that all customers share."], [], [])
        common.language = everything
        common.promise = .sharing

        let fact = Fact(
            name: "_atMostOne", trait: "OptionPublisher",
            alternatives: [[.init(input: "Upstream", name: "_atMostOne")]])
        var catalogue = row(
            "Catalogue", line: 40, rules: "o- - ->", kind: .source,
            verdicts: [
                verdict("OptionPublisher", .never), verdict("ExactlyOnePublisher", .never),
                verdict("PromptPublisher", .always), verdict("CommonPublisher", .never),
            ],
            conformances: [conformance("PromptPublisher", line: 40)])
        catalogue.work = [.own]
        catalogue.remedies = ["ExactlyOnePublisher": "'item(or:)'", "CommonPublisher": "'share()'"]
        catalogue.lostMethods = [
            "ExactlyOnePublisher": Row.Method(
                type: "Catalogue", signature: "item() -> AnyExactlyOnePublisher<Output, Failure>",
                location: at(41))
        ]
        return Model(
            name: "Shop", fileName: "Shop.traits", backend: backend,
            imports: backend == .traitsRuntime ? ["TraitsRuntime"] : [],
            traits: [option, exactlyOne, done, atLeastOne, prompt, till, common],
            importedTraits: [],
            rows: [
                catalogue,
                row(
                    "Priced", line: 41, rules: "o => o", kind: .operator,
                    verdicts: [
                        verdict(
                            "OptionPublisher",
                            .when([Constraint(input: "Upstream", trait: "OptionPublisher")]))
                    ],
                    conformances: [
                        "OptionPublisher", "ExactlyOnePublisher", "DonePublisher", "TillPublisher",
                        "CommonPublisher",
                    ]
                    .map {
                        conformance($0, line: 41, constraints: [Constraint(input: "Upstream", trait: $0)])
                    },
                    facts: [fact]),
                row(
                    "Checkout", line: 43, rules: "silent, --x, --o|", kind: .source, verdicts: [],
                    conformances: [
                        conformance("ExactlyOnePublisher", line: 44, because: "the till answers once")
                    ],
                    facts: [Fact(name: "_atMostOne", trait: "OptionPublisher", alternatives: [[]])]),
            ],
            importedRows: [], valueLimit: 3)
    }

    /// What no trait of the model allows: a value that may be the last, and no more than another one.
    static let atMostTwo = trait(
        "AtMostTwoPublisher", line: 23, [("--o--o- - ->", "")],
        [
            (0, .silent), (0, .failed), (0, .finished), (1, .silent), (1, .failed), (1, .finished),
            (2, .silent), (2, .failed), (2, .finished),
        ])

    private static func trait(
        _ name: String, line: Int, documentation: [String] = [], refines: [String] = [],
        _ lines: [(String, String)], _ ends: [(Int, Shape.End)]
    ) -> Trait {
        var language = ShapeSet(limit: 3)
        for (values, end) in ends {
            for first in [Shape.First.immediate, .later] {
                language.insert(Shape(first: first, values: values, end: end))
            }
        }
        return Trait(
            name: name, shortName: String(name.dropLast("Publisher".count)), documentation: documentation,
            refines: refines, ancestors: refines,
            lines: lines.enumerated().map {
                .init(marbles: $1.0, meaning: $1.1, location: at(line + 1 + $0))
            },
            language: language, location: at(line), module: nil)
    }

    private static func row(
        _ type: String, line: Int, rules: String, kind: Row.Kind, verdicts: [Verdict],
        conformances: [Conformance], facts: [Fact] = []
    ) -> Row {
        Row(
            kind: kind, type: type, module: nil,
            inputs: kind == .operator ? [.init(name: "Upstream", isRepeated: false)] : [],
            behaviour: Behaviour(), rules: rules, documentation: [], because: nil, backends: [],
            requirements: [], samples: [], location: at(line), verdicts: verdicts, conformances: conformances,
            facts: facts)
    }

    private static func verdict(_ trait: String, _ outcome: Verdict.Outcome) -> Verdict {
        Verdict(
            trait: trait, outcome: outcome, alternatives: [], weakest: nil, claim: nil, because: nil,
            isInferred: false)
    }

    private static func conformance(
        _ trait: String, line: Int, constraints: [Constraint] = [], because: String? = nil
    ) -> Conformance {
        Conformance(
            trait: trait, constraints: constraints, requirements: [], isRetroactive: false, because: because,
            location: at(line))
    }

    private static func at(_ line: Int) -> SourceLocation {
        SourceLocation(path: "/somewhere/Shop.traits", line: line, column: 1)
    }

    // MARK: Files

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The templates that the package ships.
    static func shippedTemplates() throws -> TemplateSet {
        let templates = try texts(in: "Templates", "mustache").map {
            TemplateSet.Source(path: "Templates/\($0.name)", text: $0.text)
        }
        let support = SupportPartial.text(try texts(in: SupportPartial.folder, "swift"))
        return try TemplateSet(templates + [.init(path: SupportPartial.name, text: support)])
    }

    /// The files of a folder of the package that have an extension.
    static func texts(in folder: String, _ pathExtension: String) throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == pathExtension }
        .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
