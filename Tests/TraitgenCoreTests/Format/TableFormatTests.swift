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
        ("operator T cut  => | or x until  o", "operator T   cut => | or x   until o\n"),
        ("operator T later at C cut => |", "operator T   later at C   cut => |\n"),
        ("operator T (A, B) merge x  last x => |", "operator T (A, B)   merge   x last   x => |\n"),
        ("operator T (A, B) | =>  next o => nothing", "operator T (A, B)   | => next   o => nothing\n"),
        ("operator T zip o => nothing none => o|", "operator T   zip   o => nothing   none => o|\n"),
        (
            "operator T | => again  or | last  later",
            "operator T   | => again or |   last   later\n"
        ),
        ("operator T (in,  B)  zip", "operator T (in, B)   zip\n"),
        ("operator in (B , sample) zip at  in", "operator in (B , sample)   zip   at in\n"),
        (
            "operator T (A,B) grouped  signal  -o => opens  once signal x=>nothing later at A",
            "operator T (A,B)   grouped   signal -o => opens once   signal x=>nothing   later at A\n"
        ),
        ("source T - - ->   on Combine , OpenCombine", "source T   - - ->   on Combine , OpenCombine\n"),
        (
            "operator T passes conforms A where U: A because \"so\"",
            "operator T   passes   conforms A where U: A because \"so\"\n"
        ),
        ("operator T passes sample f( 1 ,\"ü\" )", "operator T   passes   sample f( 1 ,\"ü\" )\n"),
        (
            "operator T passes sample f {\n                     1\n\n                   }\n  later",
            "operator T   passes   sample f {\n                         1\n\n                       }\n    later\n"
        ),
        (
            "operator T passes sample\n                   f\n",
            "operator T   passes   sample\n                       f\n"
        ),
        (
            "operator T passes restore a in P f(\n                      b)\n",
            "operator T   passes   restore a in P f(\n                          b)\n"
        ),
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

    @Test func aDifferenceIsUnified_andWritesNothing() {
        let rows = (1...12).map { "source T\($0)   o|\n" }
        let old = "source A o|\n\n" + rows.joined() + "\nsource Zebra o|"
        let files = MemoryFiles(["/package/A.traits": old, "/package/B.traits": "source T   o|\n"])
        func run(_ arguments: String...) -> (TraitgenCommand.Status, String) {
            var lines: [String] = []
            let command = TraitgenCommand(
                files: files, output: { lines.append($0) }, errors: { lines.append($0) })
            return (command.run(arguments: ["format"] + arguments), lines.joined(separator: "\n"))
        }
        let difference = """
            --- A.traits
            +++ A.traits
            @@ -1,4 +1,4 @@
            -source A o|
            +source A   o|
            \u{20}
             source T1   o|
             source T2   o|
            """
        let (status, text) = run("A.traits", "B.traits", "--diff")
        #expect(status == .findings)
        #expect(text.hasPrefix("--- A.traits\n+++ A.traits\n@@ -1,"), "\(text)")
        #expect(
            text.hasSuffix("-source Zebra o|\n\\ No newline at end of file\n+source Zebra   o|"), "\(text)")
        #expect(!text.contains("B.traits"))
        #expect(files.contents["/package/A.traits"] == old)
        #expect(run("A.traits", "--diff", "--check").1.hasSuffix("\nerror: A.traits isn't formatted"))
        #expect(run("B.traits", "--diff") == (.clean, ""))
        files.input = "source A o|\n\nsource T1   o|\nsource T2   o|\nsource T3   o|\n"
        #expect(run("-", "--diff").1.hasPrefix(difference.replacing("A.traits", with: "<stdin>")))
    }

    @Test func changesThatAreFarApartHaveHunksOfTheirOwn() {
        let old = (1...20).map { "\($0)\n" }.joined()
        let new = old.replacing("3\n4\n", with: "3\n").replacing("17\n", with: "17\n17 and a half\n")
        #expect(
            UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8), path: "N").text == """
                --- N
                +++ N
                @@ -1,7 +1,6 @@
                 1
                 2
                 3
                -4
                 5
                 6
                 7
                @@ -15,6 +14,7 @@
                 15
                 16
                 17
                +17 and a half
                 18
                 19
                 20
                """)
        #expect(UnifiedDiff(from: Array(old.utf8), to: Array(old.utf8), path: "N").text == "")
        #expect(
            UnifiedDiff(from: [], to: Array("1\r\n".utf8), path: "N").text
                == "--- N\n+++ N\n@@ -0,0 +1,1 @@\n+1\r")
        let long = (1...5000).map { "\($0)\n" }.joined()
        let other = UnifiedDiff(from: Array(long.utf8), to: Array(("0\n" + long + "0\n").utf8), path: "N")
            .text
        #expect(other.hasPrefix("--- N\n+++ N\n@@ -1,5000 +1,5002 @@\n-1\n"))
    }
}
