import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite("Marble diagrams in documentation comments")
struct DiagramTests {
    private func diagram(_ text: String) -> Diagram? { Diagram(text.split(separator: "\n").map(String.init)) }

    @Test func `a diagram has streams with labels and remarks, and captions`() throws {
        let found = try #require(
            diagram(
                """
                       --1--10--x-->
                map { $0 }
                2nd      ^-ab-[1, 2]--|      a remark
                """))
        let first = Diagram.Stream(
            label: "", remark: "", columns: 0...9, isOpen: false,
            marks: [2: .value("1"), 5: .value("10"), 9: .failure])
        let marks: [Int: Diagram.Mark] = [
            2: .arrival, 4: .value("a"), 5: .value("b"), 7: .value("[1, 2]"), 15: .finish,
        ]
        let last = Diagram.Stream(
            label: "2nd", remark: "a remark", columns: 2...15, isOpen: false, marks: marks)
        try #require(found.lines.count == 3)
        #expect(found.lines[0] == .stream(first))
        #expect(found.lines[1] == .caption("map { $0 }"))
        #expect(found.lines[2] == .stream(last))
        let words = "2nd: a subscriber arrives at 2, a at 4, b at 5, (1, 2) at 7, finish at 15"
        #expect(found.words == "1 at 2, 10 at 5, failure at 9; map { $0 }; " + words)
        #expect(Set(found.files.keys) == ["\(found.name).svg", "\(found.name)~dark.svg"])
        for (_, text) in found.files { #expect(try PageElement.parse(text).all("svg").count == 1) }
    }

    @Test(arguments: [
        "let x = 1\nlet y = 2", "a word -- and another one", "receive value: (1)\nrequest unlimited", "--%--",
        "",
    ])
    func `what is no diagram is none`(text: String) {
        #expect(diagram(text) == nil)
    }

    @Test func `a method is found by its owner, its labels and what it returns`() {
        var finder = DiagramFinder()
        finder.read(
            """
            public extension Publisher {
                /// Pairs.
                ///
                /// ```
                ///      --1--|
                ///      --a--|
                /// zip  --A--|
                /// ```
                @inlinable
                public func zip<P: Publisher, T>(
                    _ other: P, with transform: @escaping (Output, P.Output) -> T
                ) -> Publishers.Map<Publishers.Zip<Self, P>, T>
                where P.Failure == Failure {
                }

                /// No diagram.
                public func `catch`() {}
            }
            """)
        func found(_ link: String) -> Bool {
            CatalogLink.all(in: "# ``App/Publisher``\n- ``\(link)``\n").contains {
                finder.comment(of: $0) != nil
            }
        }
        #expect(found("zip(_:with:)"))
        #expect(found("zip(_:with:)->Publishers.Map<Publishers.Zip<Self,P>,T>"))
        #expect(!found("zip(_:with:)->Publishers.Zip3<Self,P,Q>") && !found("catch()") && !found("zip(_:)"))
    }

    @Test func `a comment is split around its diagram`() throws {
        let lines = [
            "Sums up.", "", "```", "--1--|", "sum", "-----1|", "```", "", "- Demand: unlimited.", "",
        ]
        let comment = try #require(DrawnComment(lines))
        #expect(comment.before == "Sums up.")
        #expect(comment.after == "- Demand: unlimited.")
        #expect(comment.diagram.lines.count == 3)
        #expect(DrawnComment(["Sums up.", "", "```swift", "--1--|", "```"]) == nil)
        #expect(try #require(DrawnComment(Array(lines[2...6]))).before == "")
    }

    /// The text of another overload would be wrong on the page.
    @Test func `overloads are told apart by what they return, and by nothing that is guessed`() {
        func comment(_ text: String) -> String {
            "    /// \(text)\n    ///\n    /// ```\n    /// --1--|\n    /// \(text)\n    /// --2--|\n    /// ```\n"
        }
        var finder = DiagramFinder()
        finder.read(
            "extension Publisher {\n" + comment("publisher")
                + "    public func prepend<P: Publisher>(_ other: P) -> Publishers.Concatenate<P, Self>\n"
                + "    where P.Failure == Failure {}\n"
                + "    /// Values.\n    public func prepend(_ values: Output...)\n"
                + "        -> Publishers.Concatenate<Values<Output>, Self> {}\n" + comment("next")
                + "    public func then(_ next: Next) -> Then<Next> {}\n" + comment("closure")
                + "    public func then(_ next: () -> Next) -> Then<Next> {}\n"
                + "    #if Strict\n    public func only() -> Only<Self> {}\n    #else\n" + comment("only")
                + "    public func only() -> Only<Self> {}\n    #endif\n" + comment("internal")
                + "    func hidden() -> Hidden<Self> {}\n}\n")
        func before(_ link: String) -> String? {
            CatalogLink.all(in: "# ``App/Publisher``\n- ``\(link)``\n").first.flatMap(finder.comment)?.before
        }
        #expect(before("prepend(_:)->Publishers.Concatenate<P,Self>") == "publisher")
        #expect(before("prepend(_:)->Publishers.Concatenate<Values<Self.Output>,Self>") == nil)
        #expect(before("then(_:)-(Next)->Then<Next>") == nil)
        #expect(before("then(_:)-4jy9r") == nil)
        #expect(before("only()") == "only")
        #expect(before("only()->Only<Self>") == "only")
        #expect(before("hidden()") == nil)
    }

    @Test func `the operators of the library have pictures`() {
        let drawn = CatalogTests.ofRuntime.filter {
            $0.key.hasPrefix("Publisher-") && $0.value.contains("(mergeBehavior: override)")
        }
        #expect(drawn.count > 90, "\(drawn.count)")
    }
}
