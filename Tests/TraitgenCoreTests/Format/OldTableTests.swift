import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Tables in the words of older versions: they are refused everywhere, and `format` rewrites them.
@Suite struct OldTableTests {
    private static let folder = RenderFixture.root.appending(path: "Tests/TraitgenCoreTests/Format/Old")

    private func format(_ text: String) -> (text: String, notes: [String]) {
        let (bytes, notes) = OldTable.rewritten(Array(text.utf8), path: "Old.traits")
        return (TableLayout.formatted(bytes) ?? "", notes)
    }

    @Test(arguments: [
        ("(A, B)   concat", "(A, B)   | => next"),
        ("(A, B)   rescue   x => o|", "(A, B)   x => next   x => o|"),
        ("(A, B)   rescue or x later", "(A, B)   x => next or x   later"),
        ("(A, B)   fallback", "(A, B)   -| => next"),
        ("  retry or later   anew Next", "   x => again or later or x   anew Next"),
        ("  later retry", "   later   x => again or x"),
        ("  repeat   none => silent", "   | => again or |   none => silent"),
        ("(A...)   gather", "(A...)   merge   x last"),
        ("(A, B)   match", "(A, B)   zip   x last"),
        ("  o => o or nothing opens", "   o => o or nothing   until o"),
        (
            "(A, B)   signal o => opens or nothing signal x => opens once",
            "(A, B)   signal o => opens or nothing   signal x => opens once"
        ),
        ("  o => o   since 1.2 because \"so\"", "   o => o   because \"so\""),
        (
            "  cut at Other => |",
            " (Upstream, Other)   signal o => nothing or |   signal | => nothing or |   signal x => nothing or |"
        ),
        (
            "(A: BPublisher)   cut at Other => x or |",
            "(A: BPublisher, Other)   signal o => nothing or x or |   signal | => nothing or x or |   signal x => nothing or x or |"
        ),
        (
            "  o => o or nothing   cut at Other => | opens",
            " (Upstream, Other)   signal o => opens   signal -| => nothing or |   signal -x => nothing or |   signal o-x => nothing"
        ),
        (
            "  grouped by signal cut at Other => x at caller",
            " (Upstream, Other)   signal o => nothing or group or x   signal | => nothing or group or x   signal x => nothing or group or x   at caller"
        ),
        ("  passes   sample upstream.retry()", "   passes   sample upstream.retry()"),
        ("  x => |   conforms match because \"concat\"", "   x => |   conforms match because \"concat\""),
    ])
    func rowsAreRewritten(old: String, new: String) {
        let (text, notes) = format("operator X \(old)\n")
        #expect(
            text.split(whereSeparator: { $0 == " " })
                == "operator X \(new)\n".split(whereSeparator: { $0 == " " }))
        #expect(notes.isEmpty == (old.split { $0 == " " } == new.split { $0 == " " }), "\(notes)")
        #expect(format(text).text == text)
    }

    @Test func clausesBelowARowAreRewritten() {
        let (text, notes) = format(
            """
            // retry and so on
            trait HerePublisher on MainActor
            operator X
                // match
                retry   because "retry"
                since 1.2
                sample upstream
                    .retry(1)
                restore HerePublisher with "retry" in P f(retry: Int)
            """)
        #expect(
            text == """
                // retry and so on
                trait HerePublisher at MainActor
                operator X
                    // match
                    x => again or x   because "retry"
                    sample upstream
                        .retry(1)
                    restore HerePublisher with "retry" in P f(retry: Int)

                """)
        #expect(
            notes == [
                "Old.traits:2:7: note: `HerePublisher` now says `at`",
                "Old.traits:3:10: note: `X` now says `x => again or x`",
            ])
    }

    /// Each word of older versions is one error, which names the new spelling or says what to write.
    @Test(arguments: [
        ("(A, B)   concat", "`concat` is now written `| => next`"),
        ("(A, B)   rescue or x", "`rescue` is now written `x => next`"),
        ("(A, B)   fallback", "`fallback` is now written `-| => next`"),
        ("  retry or later", "`retry` is now written `x => again or x`"),
        ("  repeat", "`repeat` is now written `| => again or |`"),
        ("(A, B)   gather", "`gather` is now written `merge   x last`"),
        ("(A, B)   match", "`match` is now written `zip   x last`"),
        ("  o => o or nothing   opens", "`opens` is now written `until o`"),
        ("  cut at Other => |", "`cut at` is now a second input with rules for its signals"),
        ("  grouped by signal", "`grouped by signal` is now a rule about a second input"),
        ("  passes   since 1.2", "the language no longer has `since`"),
        ("  waits", "the language no longer has `waits`"),
        ("  begins o", "the language no longer has `begins`"),
        ("(A, B)   exhaust", "the language no longer has `exhaust`"),
        ("(A, B)   flatten or x", "the language no longer has `flatten or x`"),
        ("  passes\nextend Y   prefer APublisher where A: APublisher", "the language no longer has `extend`"),
        ("  passes\ntrait HerePublisher on MainActor", "`on` is now written `at`"),
    ])
    func oldWordsAreRefused(row: String, message: String) {
        let found = Table.parse("operator X \(row)\n", path: "Old.traits").diagnostics
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.id) == [.oldWord])
        #expect(found.allSatisfy { $0.help?.isEmpty == false })
    }

    /// The shipped tables as they were before the language became smaller.
    @Test func aRewrittenTableHasTheSameDerivation() throws {
        let names = ["Operators", "TraitOperators", "Properties", "Extras"]
        var tables: [String: [UInt8]] = [:]
        for name in names {
            let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "\(name).traits")))
            #expect(!Table.parse(bytes: bytes, path: name).diagnostics.isEmpty || name == "Properties")
            tables["\(name).traits"] = OldTable.rewritten(bytes, path: name).bytes
        }
        let core = ["Operators.traits", "TraitOperators.traits", "Properties.traits"]
        var found: [String: [String]] = [:]
        for name in names {
            let model = try Model.build(bytes: tables["\(name).traits"] ?? [], path: "\(name).traits") {
                target, _ in
                switch target {
                case .module: core.map { ($0, tables[$0] ?? []) }
                case .path(let path): [(Path.name(path), tables[Path.name(path)] ?? [])]
                }
            }
            for row in model.rows { found[row.type] = row.verdicts.compactMap(Self.promise) }
        }
        let expected = try String(contentsOf: Self.folder.appending(path: "Promises.txt"), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: " / ").map(String.init) }
        #expect(found.count == expected.count)
        // The signals of these rows are inputs now, of which promises about events may ask something.
        let signalled = [
            "Publishers.DropUntilOutput", "Publishers.PrefixUntilOutput", "Publishers.ChunkedBySignal",
        ]
        for row in expected {
            let promises = found[row[0]] ?? []
            if signalled.contains(row[0]) {
                #expect(Set(row.dropFirst()).isSubset(of: promises), "\(row[0]): \(promises)")
            } else {
                #expect(promises == Array(row.dropFirst()), "\(row[0])")
            }
        }
    }

    private static func promise(_ verdict: Verdict) -> String? {
        guard let conditions = verdict.conditions else { return nil }
        return verdict.trait
            + (conditions.isEmpty ? "" : " where \(conditions.map(\.description).joined(separator: ", "))")
    }

    @Test func theCommandTellsEachRow() {
        let files = MemoryFiles(["/package/A.traits": "operator T   retry\nsource S   o|\n"])
        func run(_ arguments: String...) -> (TraitgenCommand.Status, String) {
            var lines: [String] = []
            let command = TraitgenCommand(
                files: files, output: { lines.append($0) }, errors: { lines.append($0) })
            let status = command.run(arguments: arguments)
            return (status, lines.joined(separator: "\n"))
        }
        let (status, text) = run("check", "A.traits")
        #expect(status == .findings)
        #expect(
            text.hasPrefix(
                """
                A.traits:1:14: error: `retry` is now written `x => again or x` [old-word]
                A.traits:1:14: note: `traitgen format` rewrites it
                """), "\(text)")
        #expect(
            run("format", "A.traits") == (
                .clean, "A.traits:1:10: note: `T` now says `x => again or x`\nwrote A.traits"
            ))
        #expect(run("format", "A.traits").1 == "1 table laid out already")
    }
}
