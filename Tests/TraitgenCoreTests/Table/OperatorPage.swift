import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The page of all operators of the libraries, as the command writes it.
enum OperatorPage {
    static let text: Result<String, UsageFailure> = write(["Sources"])

    /// The elements of the page, which tests only read.
    nonisolated(unsafe) static let root = Result { try PageElement.parse(text.get()) }

    struct UsageFailure: Error { var messages: [String] }

    /// The page that the command writes for some words.
    static func write(_ words: [String]) -> Result<String, UsageFailure> {
        var printed: [String] = []
        var errors: [String] = []
        let status = TraitgenCommand(
            files: SourceTree(), output: { printed.append($0) }, errors: { errors.append($0) }
        ).run(arguments: ["table"] + words + ["--format", "html"])
        return status == .clean
            ? .success(printed.joined(separator: "\n")) : .failure(.init(messages: errors))
    }
}

/// An element of a page, with what is in it.
final class PageElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [PageElement] = []
    /// Its own text, without that of the elements in it.
    private(set) var text = ""
    /// Its text and that of the elements in it.
    private(set) var allText = ""

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// All elements of a name in it, in the order of the text.
    func all(_ name: String) -> [PageElement] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    private static let empty: Set = ["meta", "input", "wbr", "br", "link", "img"]
    private static let raw: Set = ["style", "script"]

    /// Reads a page strictly: each element is closed where it was opened.
    static func parse(_ page: String) throws -> PageElement {
        let root = PageElement(name: "", attributes: [:])
        var open = [root]
        var rest = page[...]
        while let start = rest.firstIndex(of: "<") {
            open[open.count - 1].text += rest[..<start]
            for element in open { element.allText += rest[..<start] }
            rest = rest[start...]
            if rest.hasPrefix("<!") {
                rest = rest[(try #require(rest.firstIndex(of: ">")))...].dropFirst()
                continue
            }
            // A `>` in an attribute is written `&gt;`.
            let end = try #require(rest.firstIndex(of: ">"))
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                let closed = open.removeLast()
                try #require(closed.name == tag.dropFirst(), "\(closed.name) \(closed.attributes)")
                continue
            }
            let isClosed = tag.hasSuffix("/")
            let element = try read(isClosed ? tag.dropLast() : tag)
            open[open.count - 1].children.append(element)
            if raw.contains(element.name) {
                let close = try #require(rest.firstRange(of: "</\(element.name)>"))
                element.text = String(rest[..<close.lowerBound])
                rest = rest[close.upperBound...]
            } else if !isClosed, !empty.contains(element.name) {
                open.append(element)
            }
        }
        try #require(open.count == 1, "\(open.map(\.name))")
        return root
    }

    private static func read(_ tag: Substring) throws -> PageElement {
        let name = String(tag.prefix { !$0.isWhitespace })
        var attributes: [String: String] = [:]
        for match in tag.matches(of: #/([a-zA-Z0-9-]+)(?:="([^"]*)")?/#).dropFirst() {
            try #require(attributes.updateValue(String(match.2 ?? ""), forKey: String(match.1)) == nil)
        }
        return PageElement(name: name, attributes: attributes)
    }
}
