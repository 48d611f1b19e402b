import Foundation
import Testing

/// The pages are read twice: as DocC makes them, and as Markdown beside the sources.
///
/// A page therefore links to another one with `[<a href="Page.md">Title</a>](doc:Page)`. DocC leaves the inner element out. For
/// an HTML parser the inner link closes the outer one, whose scheme leads nowhere.
@Suite("Links between pages")
struct PageLinkTests {
    @Test func `every page that the README leads to has links that lead somewhere`() throws {
        var pages = ["README.md"]
        var wrong: [String] = []
        var known = Set(pages)
        while let page = pages.popLast() {
            let text = Self.withoutCode(try Self.prose(page))
            if text.contains("<doc:") { wrong.append("\(page): <doc:…> is dead beside the sources") }
            for link in Self.documentationLinks(in: text) where Self.path(of: link, from: page) == nil {
                wrong.append("\(page): \(link.text) isn't the title of \(link.name)")
            }
            for address in Self.addresses(in: text) where !address.contains(":") {
                let (path, section) = Self.parts(of: address, from: page)
                guard FileManager.default.fileExists(atPath: Self.file(path).path) else {
                    wrong.append("\(page): there is no \(address)")
                    continue
                }
                guard path.hasSuffix(".md") else { continue }
                if let section, try !Self.sections(path).contains(section) {
                    wrong.append("\(page): there is no section \(address)")
                }
                if known.insert(path).inserted { pages.append(path) }
            }
        }
        #expect(wrong.sorted() == [])
        #expect(known.count > 30, "where are they?")
    }

    /// A link of each kind that the test above looks for is found.
    @Test func `links are found`() {
        let text = #"See [one](One.md), [<a href="Two.md#a-b">Two</a>](doc:Two#A-b)."#
        #expect(Self.addresses(in: text).sorted() == ["One.md", "Two.md#a-b"])
        let links = Self.documentationLinks(in: text + " [Three](doc:Three)")
        #expect(links.map(\.name) == ["Two", "Three"])
        #expect(links.map(\.text) == [#"<a href="Two.md#a-b">Two</a>"#, "Three"])
        let page = "Sources/TraitsRuntime/TraitsRuntime.docc/KeepingPromises.md"
        let guide = #"<a href="Guides/WhichOperator.md">Which operator?</a>"#
        #expect(Self.path(of: (guide, "WhichOperator", nil), from: page) != nil)
        #expect(Self.path(of: (guide, "ReadingMarbles", nil), from: page) == nil)
        #expect(Self.path(of: ("Which operator?", "WhichOperator", nil), from: page) == nil)
    }

    // MARK: - Links

    private typealias DocumentationLink = (text: String, name: String, section: String?)

    private static func addresses(in text: String) -> [String] {
        text.matches(of: #/href="([^"]+)"/#).map { String($0.1) }
            + text.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }.filter { !$0.hasPrefix("doc:") }
    }

    private static func documentationLinks(in text: String) -> [DocumentationLink] {
        text.matches(of: #/\[([^\]]+)\]\(doc:([^)#]+)(?:#([^)]+))?\)/#).map {
            (String($0.1), String($0.2), $0.3.map(String.init))
        }
    }

    /// The path that a link's inner element leads to, if it is the page of the outer one and its text is the title there.
    private static func path(of link: DocumentationLink, from page: String) -> String? {
        guard let match = link.text.wholeMatch(of: #/<a href="([^"]+)">(.+)</a>/#) else { return nil }
        let (path, section) = parts(of: String(match.1), from: page)
        guard path.hasSuffix("/\(link.name).md"), let text = try? prose(path) else { return nil }
        let titles =
            link.section == nil ? text.matches(of: #/(?m)^# (.+)$/#) : text.matches(of: #/(?m)^##+ (.+)$/#)
        let title = titles.lazy.map { $0.1.replacing("``", with: "") }.first { $0 == match.2 }
        guard let title, section == (link.section == nil ? nil : slug(String(title))) else { return nil }
        return path
    }

    private static func parts(of address: String, from page: String) -> (path: String, section: String?) {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = file(page).deletingLastPathComponent()
        let path = parts[0].isEmpty ? page : relative(folder.appending(path: String(parts[0])))
        return (path, parts.count > 1 ? String(parts[1]) : nil)
    }

    // MARK: - Pages

    private static func file(_ path: String) -> URL { DocumentationTests.root.appending(path: path) }

    private static func relative(_ url: URL) -> String {
        String(url.standardizedFileURL.path.dropFirst(DocumentationTests.root.path.count))
            .trimmingPrefix("/").description
    }

    /// A page without its blocks of code and its pictures.
    private static func prose(_ page: String) throws -> String {
        var isCode = false
        return try String(contentsOf: file(page), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .filter { line in
                let isFence = line.drop { $0 == " " }.hasPrefix("```")
                if isFence { isCode.toggle() }
                return !isCode && !isFence && !line.hasPrefix("    ") && !line.hasPrefix("![")
            }
            .joined(separator: "\n")
    }

    private static func withoutCode(_ text: String) -> String { text.replacing(#/`[^`\n]+`/#, with: "") }

    private static func sections(_ page: String) throws -> Set<String> {
        Set(try prose(page).matches(of: #/(?m)^#+ (.+)$/#).map { slug(String($0.1)) })
    }

    /// The name of a section in an address, as hosts of repositories make it.
    private static func slug(_ title: String) -> String {
        String(
            title.lowercased().compactMap { letter in
                letter == " "
                    ? "-" : letter.isLetter || letter.isNumber || "-_".contains(letter) ? letter : nil
            })
    }
}
