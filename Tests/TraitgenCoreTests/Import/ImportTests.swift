import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Conformances that are written by hand, compared with tables.
@Suite struct ImportTests {
    private static let table = """
        trait MaybePublisher {
            -->
            --x-->
            --|-->
            --o|-->
        }
        trait SinglePublisher: MaybePublisher {
            -->
            --x-->
            --o|-->
        }
        trait NowPublisher {
            o- - ->
            x-->
        }
        trait HerePublisher at MainActor
        trait OncePublisher shared
        source   Just                       o|                at caller   shared
        operator Publishers.Map             o => o
        operator Publishers.Filter          o => o or nothing
        operator Publishers.Zip (A, B)      zip
        operator Publishers.Merge (A, B)    merge
        source   AnyPublisher               - - ->
        operator Publishers.Share           joins late   shared
        operator Publishers.Gate            o => o or nothing
            conforms SinglePublisher where Upstream: SinglePublisher because "one value opens it"
        operator Publishers.Until (Upstream, Other)   signal o => |   signal x => nothing
        operator Publishers.Never           o => o   where Failure == Never
        operator Publishers.On              later at Context
        operator Publishers.Bound (Upstream: SinglePublisher)   o => o

        """

    private func run(_ source: String, _ more: String...) -> (
        status: TraitgenCommand.Status, output: String, errors: String
    ) {
        let files = MemoryFiles([
            "/package/Sources/App/App.traits": Self.table, "/package/Hand/A.swift": source,
            "/package/Hand/Deeper/B.swift": "",
        ])
        var (output, errors): ([String], [String]) = ([], [])
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { errors.append($0) })
        let status = command.run(arguments: ["import", "Hand"] + more)
        return (status, output.joined(separator: "\n"), errors.joined(separator: "\n"))
    }

    private func verdicts(_ source: String) throws -> [String] {
        let text = run(source, "--format", "json").output
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let result = try #require(document?["result"] as? [String: Any])
        let conformances = try #require(result["conformances"] as? [[String: Any]])
        return conformances.compactMap { $0["verdict"] as? String }
    }

    @Test(arguments: [
        ("extension Publishers.Map: SinglePublisher where Upstream: SinglePublisher {}", "agrees"),
        ("extension Just: SinglePublisher {}", "agrees"),
        (
            "extension Streams.Publishers.Map: Streams.SinglePublisher where Upstream: Streams.SinglePublisher {}",
            "agrees"
        ),
        (
            "typealias M = Publishers.Map\nextension M: MaybePublisher where Upstream: MaybePublisher {}",
            "agrees"
        ),
        (
            "extension Publishers.Map: @unchecked SinglePublisher where Self.Upstream: SinglePublisher {}",
            "agrees"
        ),
        ("extension Publishers.Share: MaybePublisher where Upstream: MaybePublisher {}", "agrees"),
        ("extension Publishers.Gate: SinglePublisher where Upstream: SinglePublisher {}", "agrees"),
        ("extension Publishers.Share: OncePublisher {}", "agrees"),
        (
            "extension Publishers.Until: OncePublisher where Upstream: OncePublisher, Other: OncePublisher {}",
            "agrees"
        ),
        ("extension Publishers.On: HerePublisher where Context == MainActorScheduler {}", "agrees"),
        (
            "extension Publishers.Never: MaybePublisher where Upstream: MaybePublisher, Failure == Never {}",
            "agrees"
        ),
        ("extension Publishers.Bound: SinglePublisher {}", "agrees"),
        ("extension Publishers.Bound: SinglePublisher where Upstream: SinglePublisher {}", "agrees"),
        // More than is needed
        ("extension Publishers.Map: MaybePublisher where Upstream: SinglePublisher {}", "asksForMore"),
        (
            "extension Publishers.Map: MaybePublisher where Upstream: MaybePublisher, Output: Sendable {}",
            "agrees"
        ),
        (
            "extension Publishers.Zip: MaybePublisher where A: MaybePublisher, B: SinglePublisher {}",
            "asksForMore"
        ),
        ("extension Just: SinglePublisher where Output == Int {}", "asksForMore"),
        // Another one that is as good
        ("extension Publishers.Merge: NowPublisher where B: NowPublisher {}", "other"),
        ("extension AnyPublisher: MaybePublisher where Output == Never {}", "other"),
        (
            "extension Publishers.Filter: SinglePublisher where Upstream: MaybePublisher, Upstream.Output == Never {}",
            "unsound"
        ),
        // Too little
        ("extension Publishers.Zip: MaybePublisher where B: MaybePublisher {}", "unsound"),
        ("extension AnyPublisher: MaybePublisher where Failure == Never {}", "unsound"),
        ("extension Publishers.Gate: SinglePublisher where Upstream: MaybePublisher {}", "unsound"),
        (
            "protocol SinglePublisher: MaybePublisher {}\nextension Publishers.Filter: SinglePublisher "
                + "where Upstream: SinglePublisher {}", "unsound"
        ),
        ("extension Publishers.Map: SinglePublisher {}", "unsound"),
        ("extension Publishers.Filter: SinglePublisher where Upstream: SinglePublisher {}", "unsound"),
        ("extension Publishers.Share: SinglePublisher where Upstream: SinglePublisher {}", "unsound"),
        ("extension Publishers.Never: MaybePublisher where Upstream: MaybePublisher {}", "unsound"),
        ("extension Just: HerePublisher {}", "unsound"),
        ("extension Publishers.Until: OncePublisher where Upstream: OncePublisher {}", "unsound"),
        (
            "protocol P: MaybePublisher {}\nextension Publishers.Map: SinglePublisher where Upstream: P {}",
            "undecided"
        ),
        (
            "protocol P: SinglePublisher {}\nextension Publishers.Map: SinglePublisher where Upstream: P {}",
            "asksForMore"
        ),
        ("extension Publishers.Map: SinglePublisher where Upstream == Just<Int> {}", "undecided"),
        ("extension Publishers.Map<Just<Int>, Int>: SinglePublisher {}", "undecided"),
        // Not known
        ("extension Own: SinglePublisher {}", "noRow"),
        ("extension AnySinglePublisher: SinglePublisher {}", "written"),
    ])
    func `each conformance has a verdict`(source: String, verdict: String) throws {
        #expect(try verdicts("import Streams\n" + source) == [verdict])
    }

    @Test func `protocols that are no traits are passed over`() throws {
        #expect(try verdicts("extension Just: Sendable, Equatable {}\nstruct Own: Publisher {}") == [])
    }

    @Test func `an unsound one is an error with the history that breaks it`() {
        let result = run("extension Publishers.Filter: SinglePublisher where Upstream: SinglePublisher {}")
        #expect(result.status == .findings)
        #expect(
            result.errors == """
                Hand/A.swift:1:30: error: `Publishers.Filter: SinglePublisher where Upstream: SinglePublisher` doesn't keep `SinglePublisher` [unsound-conformance]
                Hand/A.swift:1:30: note: Upstream   --o|
                Hand/A.swift:1:30: note: output     ---|
                Hand/A.swift:1:30: note: the row `o => o or nothing` never keeps it
                """)
        #expect(
            result.output.hasPrefix("1 conformance to traits in 2 files\n  1 are unsound\n"))
    }

    @Test func `what the tables know besides is listed, of traits that are there`() {
        let result = run("extension Publishers.Map: OncePublisher where Upstream: OncePublisher {}")
        #expect(result.status == .clean)
        #expect(
            result.output.contains(
                "  `Publishers.Zip: OncePublisher where A: OncePublisher, B: OncePublisher`"))
        #expect(result.output.contains("  `Publishers.Share: OncePublisher`"))
        #expect(!result.output.contains("  `Publishers.Map: OncePublisher"))
        #expect(!result.output.contains("SinglePublisher"))
    }

    @Test func `wrong calls are said`() {
        #expect(run("", "--table", "None").status == .usage)
        #expect(run("extension X: (", "--format", "json").output.contains("can't be read"))
        let command = TraitgenCommand(files: MemoryFiles([:]), output: { _ in }, errors: { _ in })
        #expect(command.run(arguments: ["import"]) == .usage)
        #expect(command.run(arguments: ["import", "None"]) == .usage)
    }

    /// What the templates write from the tables agrees with them, and is all that follows from them.
    @Test func `generated conformances agree with the tables they are from`() throws {
        let files = MemoryFiles([:])
        var sources: [String] = []
        for file in FuzzCorpus.files("Sources/TraitsRuntime", "") where file.path.hasSuffix(".traits") {
            files.contents["/package/Sources/TraitsRuntime/\(file.path)"] = String(
                decoding: file.bytes, as: UTF8.self)
        }
        for file in FuzzCorpus.files("Sources/TraitsRuntime/Generated", "+Conformances.swift") {
            files.contents["/package/Generated/\(file.path)"] = String(decoding: file.bytes, as: UTF8.self)
            sources.append(file.path)
        }
        #expect(sources.count >= 3)
        var output: [String] = []
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { output.append($0) })
        #expect(command.run(arguments: ["import", "Generated"]) == .clean)
        let lines = output.joined(separator: "\n").split(separator: "\n")
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.last?.hasSuffix(" agree with the tables") == true)
    }
}
