import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite("The page of all operators")
struct OperatorPageTests {
    private let page: String
    private let root: PageElement

    init() throws {
        page = try OperatorPage.text.get()
        root = try OperatorPage.root.get()
    }

    private var matrix: PageElement { root.all("table").first { $0.attributes["class"] == "matrix" }! }
    private var rows: [PageElement] { matrix.all("tr").filter { $0.attributes["data-search"] != nil } }

    @Test func `it has a row for each publisher of each table, and a cell for each promise`() throws {
        let traits = matrix.all("thead")[0].all("th").dropFirst().map { $0.attributes["data-trait"] }
        #expect(traits.count == 7 && traits.contains("CurrentValuePublisher"))
        #expect(rows.count > 150)
        for row in rows {
            let cells = row.children.filter { $0.name == "td" }
            #expect(cells.map { $0.attributes["data-trait"] } == traits, "\(row.attributes)")
            #expect(row.children.count == traits.count + 1)
            // What is kept and what isn't is said in words.
            for cell in cells {
                let words = cell.allText.split { $0.isWhitespace || $0 == "," }
                #expect(words.count > 1 && ["yes", "if", "no"].contains(words[1]), "\(cell.allText)")
                let isKept = row.attributes["data-keeps"]!.split(separator: " ")
                    .contains(Substring(cell.attributes["data-trait"]!))
                #expect(isKept == (cell.attributes["class"] != "no"))
            }
        }
    }

    @Test func `each row says how it is written`() {
        for row in rows {
            #expect(row.all("code").contains { $0.attributes["class"] == "call" }, "\(row.attributes)")
        }
        let filter = rows.first { $0.attributes["id"] == "Publishers.Filter" }
        #expect(filter?.attributes["data-search"] == "filter(_:)|Publishers.Filter|where")
    }

    @Test func `it shows the reason, the marbles and what restores a promise`() throws {
        let filter = try #require(rows.first { $0.attributes["id"] == "Publishers.Filter" })
        let single = try #require(
            filter.children.first { $0.attributes["data-trait"] == "SinglePublisher" })
        #expect(single.allText.contains("may complete without a value"))
        #expect(single.all("svg").count == 2)
        #expect(single.all("p")[0].all("code").map(\.text).contains("replaceEmpty(with:)"))
        #expect(!matrix.allText.contains("`"))
    }

    @Test func `each publisher links to its documentation`() {
        let links = Dictionary(
            uniqueKeysWithValues: rows.map { ($0.attributes["id"]!, $0.all("a").first?.attributes["href"]) })
        #expect(links["Publishers.Filter"] == "documentation/traitsruntime/publishers/filter")
        #expect(links["Optional.Publisher"] == "documentation/traitsruntime/swift/optional/publisher")
        #expect(links.values.allSatisfy { $0 != nil })
        let elsewhere = try? OperatorPage.write(["Sources", "--documentation", "https://example.org/docs"])
            .get()
        #expect(
            elsewhere?.contains("href=\"https://example.org/docs/documentation/traitsruntime/just\"") == true)
    }

    @Test func `it needs no network and leads nowhere in vain`() {
        #expect(!page.contains("src=") && !page.contains("@import") && !page.contains("url("))
        let all = ["a", "h1", "h2", "h3", "tr", "form", "input", "span", "section", "div", "p", "button"]
            .flatMap(root.all)
        let ids = all.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for link in all.compactMap({ $0.attributes["href"] }) where link.hasPrefix("#") {
            #expect(ids.contains(String(link.dropFirst())), "\(link)")
        }
    }

    @Test func `people who don't see it can use it`() {
        #expect(root.all("html")[0].attributes["lang"] == "en")
        for picture in root.all("svg") {
            #expect(picture.attributes["role"] == "img" && picture.attributes["aria-label"]?.isEmpty == false)
        }
        let labels = root.all("label")
        for input in root.all("input") {
            let isLabelled = labels.contains { label in
                label.attributes["for"] == input.attributes["id"] && label.attributes["for"] != nil
                    || label.all("input").contains { $0 === input }
            }
            #expect(isLabelled, "\(input.attributes)")
        }
        for head in root.all("th") { #expect(head.attributes["scope"] != nil, "\(head.allText)") }
        #expect(root.all("span").contains { $0.attributes["role"] == "status" })
    }

    @Test func `several tables and folders are one page, each table once`() throws {
        let words = ["Sources/TraitsRuntime", "Sources/TraitsExtras/Extras.traits", "Sources"]
        #expect(try OperatorPage.write(words).get() == page)
        // Alone, a table has the promises that it sees.
        let one = try PageElement.parse(
            try OperatorPage.write(["Sources/TraitsRuntime/Operators.traits"]).get())
        #expect(one.all("thead")[0].all("th").count == 7)
    }
}
