import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// One layout for all tables: only blanks change, comments stay, and a second time nothing changes.
@Suite struct TableFormatTests {
    private func formatted(_ text: String) throws -> String {
        let once = try #require(TableLayout.formatted(Array(text.utf8)))
        #expect(TableLayout.formatted(Array(once.utf8)) == once)
        return once
    }

    @Test func columnsAreAligned() throws {
        let text = """
            backend   TraitsRuntime


            trait  APublisher:BPublisher {
             -->  may stay silent
                --o- - ->      may publish
              // why
              --|-->
            }
            // Sources.
            source Just o| at caller   shared // a remark
            source    Record   o*|,   o*x   at caller
              because "it is"
            operator Publishers.Filter (A,   B == Just)   o => o  or nothing    | => o|   as "filter(  _:)"
            operator Zip  zip
                sample  upstream.zip(
                    other)

            """
        #expect(
            try formatted(text) == """
                backend   TraitsRuntime

                trait APublisher:BPublisher {
                    -->         may stay silent
                    --o- - ->   may publish
                    // why
                    --|-->
                }
                // Sources.
                source   Just                               o|                            at caller   shared   // a remark
                source   Record                             o*|, o*x                      at caller
                    because "it is"
                operator Publishers.Filter (A, B == Just)   o => o or nothing   | => o|   as "filter(  _:)"
                operator Zip                                zip
                    sample  upstream.zip(
                        other)

                """)
    }

    @Test(arguments: [
        ("source A o|\n// why\nsource Longer |", "source A        o|\n// why\nsource Longer   |\n"),
        ("operator\t T   zip", "operator T   zip\n"),
        (
            "trait A {\n  o- -  - ->x   y\n  -->\tz\n}",
            "trait A {\n    o- - - ->   x   y\n    -->         z\n}\n"
        ),
        ("operator T x  => again or later or x at C", "operator T   x => again or later or x   at C\n"),
        ("operator T   later  at Context   zip", "operator T   later at Context   zip\n"),
        ("operator T cut later => | or x until  o", "operator T   cut later => | or x   until o\n"),
        ("operator T later at C cut => |", "operator T   later at C   cut => |\n"),
        ("operator T (A, B) merge x  last x => |", "operator T (A, B)   merge   x last   x => |\n"),
        ("operator T (A, B) | =>  next o => nothing", "operator T (A, B)   | => next   o => nothing\n"),
        ("operator T zip o => nothing none => o|", "operator T   zip   o => nothing   none => o|\n"),
        (
            "operator T | => again  or | last or nothing later",
            "operator T   | => again or |   last or nothing   later\n"
        ),
        ("operator T (in,  B)  zip", "operator T (in, B)   zip\n"),
        ("operator in (B , sample) zip at  in", "operator in (B , sample)   zip   at in\n"),
        ("operator T grouped by time", "operator T   grouped by time\n"),
        (
            "operator T (A,B) grouped  by time signal  -o => opens  once signal x=>nothing later at A",
            "operator T (A,B)   grouped by time   signal -o => opens once   signal x=>nothing   later at A\n"
        ),
        ("source T - - ->   on Combine , OpenCombine", "source T   - - ->   on Combine , OpenCombine\n"),
        (
            "operator T passes conforms A where U: A because \"so\"",
            "operator T   passes   conforms A where U: A because \"so\"\n"
        ),
        ("operator T passes sample f( 1 ,\"ü\" )", "operator T   passes   sample f( 1 ,\"ü\" )\n"),
        (
            "section \"A  B\"   unsampled because \"x\"\r\n\r\n",
            "section \"A  B\"   unsampled because \"x\"\r\n"
        ),
        ("\u{FEFF}source A o|\nsource Longer |\r\n", "\u{FEFF}source A        o|\nsource Longer   |\n"),
        ("source A o|\rsource Longer |", "source A        o|\rsource Longer   |\r"),
        ("section \"A\" inputs == B.C  joins now\n", "section \"A\" inputs == B.C  joins now\n"),
    ])
    func clausesAreKept(text: String, expected: String) throws {
        #expect(try formatted(text) == expected)
    }

    /// The shipped tables mean the same afterwards.
    @Test(arguments: [
        "TraitsRuntime/Operators", "TraitsRuntime/Traits/TraitOperators",
        "TraitsRuntime/Properties/Properties",
        "TraitsFoundation/Foundation", "TraitsNetworking/Networking", "TraitsExtras/Extras",
    ])
    func shippedTablesKeepTheirMeaning(path: String) throws {
        let file = RenderFixture.root.appending(path: "Sources/\(path).traits")
        let bytes = Array(try Data(contentsOf: file))
        let text = try formatted(String(decoding: bytes, as: UTF8.self))
        let (old, new) = (Table.parse(bytes: bytes, path: "T"), Table.parse(text, path: "T"))
        #expect(new.diagnostics.isEmpty)
        #expect(old.table.rows.map(\.clauses) == new.table.rows.map(\.clauses))
        #expect(old.table.rows.map(\.type.value) == new.table.rows.map(\.type.value))
        #expect(old.table.traits.map(\.lines.count) == new.table.traits.map(\.lines.count))
    }

    @Test func theCommandWritesWhatHasChanged() {
        let files = MemoryFiles([
            "/package/A.traits": "source T o|\n", "/package/B.traits": "source T   o|\n",
            "/package/C.traits": "source T\n",
        ])
        func run(_ arguments: String...) -> (TraitgenCommand.Status, String) {
            var lines: [String] = []
            let command = TraitgenCommand(
                files: files, output: { lines.append($0) }, errors: { lines.append($0) })
            let status = command.run(arguments: ["format"] + arguments)
            return (status, lines.joined(separator: "\n"))
        }
        #expect(run("A.traits", "B.traits", "--check") == (.findings, "error: A.traits isn't formatted"))
        #expect(run("A.traits", "B.traits") == (.clean, "wrote A.traits"))
        #expect(run("A.traits", "B.traits", "--check") == (.clean, "2 tables laid out already"))
        #expect(run("C.traits").0 == .findings)
        files.input = "source T o|"
        #expect(run("-") == (.clean, "source T   o|"))
    }
}
