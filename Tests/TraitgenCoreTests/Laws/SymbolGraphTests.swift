import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite("Reading a symbol graph")
struct SymbolGraphTests {
    static let text = #"""
        {
          "metadata": {"formatVersion": {"major": 0, "minor": -6.0e1}, "generator": "Swift, \"6\" \\"},
          "symbols": [
            {"kind": {"identifier": "swift.struct", "displayName": "Structure"},
             "identifier": {"precise": "s:1a", "interfaceLanguage": "swift"},
             "pathComponents": ["Publishers", "M\u0061p\u00e9\ud83d\ude00\n"],
             "swiftGenerics": {
               "parameters": [{"name": "Upstream", "index": 0, "depth": 0}, {"name": "Output", "index": 1}],
               "constraints": [
                 {"kind": "conformance", "lhs": "Upstream", "rhs": "Publisher", "rhsPrecise": "s:1p"},
                 {"kind": "sameType", "lhs": "Upstream.Output", "rhs": "Output"}]},
             "names": {"title": "Map", "navigator": [{"kind": "text", "spelling": "[{,:"}], "none": null}},
            {"kind": {"identifier": "swift.method"}, "identifier": {"precise": "s:1m"}, "pathComponents": ["map"]}
          ],
          "relationships": [
            {"kind": "conformsTo", "source": "s:1a", "target": "s:1p", "targetFallback": "Publisher"},
            {"kind": "memberOf", "source": "s:1m", "target": "s:1a", "swiftConstraints": []},
            {"kind": "conformsTo", "source": "s:1a", "target": "s:1q"}]
        }

        """#

    private static func read(_ text: String, pieces: Int = 1 << 16) -> SymbolGraph? {
        var rest = Array(text.utf8)[...]
        let scanner = JSONScanner(pieces: pieces) { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        return SymbolGraph(scanner)
    }

    static let graph = SymbolGraph(
        symbols: [
            .init(
                id: "s:1a", kind: "swift.struct", name: "Publishers.Mapé😀\n",
                parameters: ["Upstream", "Output"], requirements: ["Upstream": ["Publisher"]])
        ], conformances: ["s:1a": ["s:1p", "s:1q"]])

    @Test(arguments: [1, 2, 3, 7, 64, 1 << 16])
    func `types and their conformances are read, in pieces of any size`(pieces: Int) {
        var expected = Self.graph
        expected.makers = [.init(kind: "swift.method", name: "map", parameters: [], returned: nil)]
        #expect(Self.read(Self.text, pieces: pieces) == expected)
    }

    /// Each of them ends too early, and none is taken for the whole.
    @Test func `a text that is cut off is no graph`() {
        let whole = Self.text.trimmingPrefix("\n")
        let end = whole.lastIndex(of: "}")!
        for index in whole.indices where index <= end {
            #expect(Self.read(String(whole[..<index])) == nil)
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "nothing", #"{"symbols": []}"#, #"{"symbols": [], "relationships": {}}"#,
        #"{"symbols": [{}], "relationships": []}"#, #"{"symbols": [], "relationships": [{"kind": 1}]}"#,
        #"{"symbols": [], "relationships": []} {}"#, #"{"symbols": [] "relationships": []}"#,
        #"{"symbols": [], "relationships": [], "more": }"#,
        #"{"symbols": [], "relationships": [], "\x": 1}"#,
    ])
    func `what isn't one is refused`(text: String) {
        #expect(Self.read(text) == nil)
    }
}
