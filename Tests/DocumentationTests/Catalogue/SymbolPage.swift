import Foundation
import Testing

/// A page of a catalogue's folder `Symbols`, with links in groups.
struct SymbolPage {
    private(set) var text: String
    /// For each name of a symbol, the folders of the sources that declare it.
    let folders: [String: Set<String>]

    /// Adds a link to the group that has the most links to symbols of its folder, if there is such a group.
    mutating func add(_ link: String) {
        var lines = text.components(separatedBy: "\n")
        let home = folders[Self.name(link)] ?? []
        var best = (end: 0, count: 0)
        for group in lines.indices where lines[group].hasPrefix("### ") {
            let links = lines.indices.dropFirst(group + 2).prefix { lines[$0].hasPrefix("- ``") }
            let count = links.count {
                !home.isDisjoint(with: folders[Self.name(lines[$0].dropFirst(4))] ?? [])
            }
            if let last = links.last, count > best.count { best = (last + 1, count) }
        }
        guard best.count > 0 else { return }
        lines.insert("- ``\(link)``", at: best.end)
        text = lines.joined(separator: "\n")
    }

    /// The name of a symbol, without the end of its link that tells overloads apart.
    private static func name(_ link: some StringProtocol) -> String {
        let isCall = link.contains("(")
        return String(link.prefix { isCall ? $0 != ")" : !"-`".contains($0) }) + (isCall ? ")" : "")
    }
}

@Suite("Pages of symbols") struct SymbolPageTests {
    private static let text = """
        # ``Publisher``

        ### Changing values

        - ``map(_:)-7u0k``
        - ``scan(_:_:)``

        ### Letting values through

        - ``filter(_:)``
        - ``values``

        """

    @Test(arguments: [
        ("flip()-(Bool)", "- ``scan(_:_:)``"), ("first()", "- ``values``"), ("alone()", nil), ("other", nil),
    ])
    func `a link goes to the group of its folder`(link: String, neighbour: String?) {
        let folders: [String: Set] = [
            "map(_:)": ["Mapping"], "scan(_:_:)": ["Mapping", "Filtering"], "filter(_:)": ["Filtering"],
            "values": ["Filtering"], "flip()": ["Mapping"], "first()": ["Filtering"], "alone()": ["Alone"],
        ]
        var page = SymbolPage(text: Self.text, folders: folders)
        page.add(link)
        let expected = neighbour.map { Self.text.replacing($0, with: "\($0)\n- ``\(link)``") }
        #expect(page.text == expected ?? Self.text)
    }
}
