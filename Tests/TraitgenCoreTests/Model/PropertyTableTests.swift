import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The table of the operators of properties: what is derived from it, and that what it says decides what is written.
@Suite struct PropertyTableTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/TraitsRuntime").standardizedFileURL

    /// The model of the shipped table, with the rule of one row changed.
    private func model(_ row: String = "", _ old: String = "", _ new: String = "") throws -> Model {
        var text = try read("Properties/Properties.traits")
        if !row.isEmpty {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let index = try #require(
                lines.firstIndex { $0.hasPrefix("operator \(row) ") && $0.contains(old) })
            lines[index] = lines[index].replacing(old, with: new)
            text = lines.joined(separator: "\n")
        }
        return try Model.build(text, path: "Properties/Properties.traits") { target, importing in
            guard case .path(let path) = target else { return [] }
            let found = Path.normalized(Path.join(Path.folder(importing), path))
            return (try? read(found)).map { [(found, Array($0.utf8))] } ?? []
        }
    }

    private func read(_ path: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
    }

    private func written(_ model: Model, _ template: String) throws -> String {
        let templates = Self.folder.appending(path: "../../Templates").standardizedFileURL
        let names = [template, "_Header", "_Fact"]
        let sources = try names.map { name in
            TemplateSet.Source(
                path: "\(name).mustache",
                text: try String(contentsOf: templates.appending(path: "\(name).mustache"), encoding: .utf8))
        }
        let files = try Renderer(
            templates: TemplateSet(sources), options: RenderOptions(module: "TraitsRuntime")
        ).render(model)
        return files[0].text
    }

    private func keeps(_ row: Row) -> Bool? {
        switch row.verdicts.first(where: { $0.trait == "CurrentValuePublisher" })?.outcome {
        case .always: true
        case .never: false
        default: nil
        }
    }

    /// Reasoned by hand: four operators may have no value at first, the others always have one.
    @Test func eachOperatorKeepsTheCurrentValueOrNeverDoes() throws {
        let losing: Set = ["Filter", "CompactMap", "DropWhile", "PrefixWhile"]
        let model = try model()
        #expect(model.rows.count > 30)
        for row in model.rows where row.type.hasPrefix("Properties.") {
            let name = String(row.type.dropFirst("Properties.".count))
            #expect(keeps(row) == !losing.contains(name), "\(row.type)")
            #expect((row.lostMethods["CurrentValuePublisher"] != nil) == losing.contains(name))
        }
    }

    @Test func operatorsOfPublishersAreAskedToo() throws {
        let model = try model()
        func condition(_ type: String) throws -> String? {
            try #require(model.row(named: type)).conformances.first { $0.trait == "CurrentValuePublisher" }?
                .whereClause
        }
        #expect(try condition("Property.AllValues") == "")
        #expect(try condition("Published.Publisher") == "")
        #expect(try condition("Just") == "")
        #expect(try condition("CurrentValueSubject") == nil)
        #expect(try condition("Publishers.Map") == "Upstream: CurrentValuePublisher")
        #expect(try condition("Publishers.RemoveDuplicates") == "Upstream: CurrentValuePublisher")
        #expect(
            try condition("Publishers.CombineLatest") == "A: CurrentValuePublisher, B: CurrentValuePublisher")
        #expect(try condition("Publishers.Filter") == nil)
        #expect(try condition("Publishers.TryMap") == nil)
        #expect(try condition("Publishers.Delay") == nil)
        #expect(try condition("Publishers.Share") == nil)
    }

    @Test func theMarblesOfARowDecideWhatIsWritten() throws {
        let before = try model(), after = try model("Properties.Scan", "o => o", "o => o or nothing")
        let conformance = "extension Properties.Scan: CurrentValuePublisher {}"
        #expect(try written(before, "Conformances").contains(conformance))
        #expect(try !written(after, "Conformances").contains(conformance))
        let refusal =
            "Properties.Scan (o => o or nothing   joins now) never keeps the promise of CurrentValuePublisher"
        #expect(try !written(before, "Refusals").contains(refusal))
        #expect(try written(after, "Refusals").contains(refusal))
    }

    /// A row that keeps the trait after all has nothing to restore, and the table is refused until that is gone.
    @Test func aRowThatKeepsTheTraitHasNoFallback() throws {
        let error = #expect(throws: DiagnosticsError.self) {
            try model("Properties.Filter", "o => o or nothing", "o => o")
        }
        #expect(error?.diagnostics.map(\.id) == [.needlessRemedy])
        let refusals = try written(model(), "Refusals")
        #expect(
            refusals.contains(
                """
                extension Property {
                    // Properties.traits   Properties.Filter
                    /** This would need the promise of ``CurrentValuePublisher``. */ @available(*, unavailable, message: "Properties.Filter (o => o or nothing   joins now) never keeps
                """))
        #expect(
            refusals.contains(
                "public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Property { fatalError() }"))
    }
}
