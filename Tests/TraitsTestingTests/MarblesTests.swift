import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct MarblesTests {
    private func marks(_ text: String) throws -> [String] {
        try Marbles(text).marks.map { mark in
            switch mark.symbol {
            case .name(let name): "\(mark.tick)\(name)"
            case .finished: "\(mark.tick)|"
            case .cancelled: "\(mark.tick)!"
            }
        }
    }

    @Test(arguments: [
        ("", []),
        ("---", []),
        ("-o-|", ["1o", "2|"]),
        ("--a-b-(cd)-x", ["2a", "3b", "4c", "4d", "5x"]),
        ("o|", ["0o", "0|"]),
        ("(o|)", ["0o", "0|"]),
        ("-ab-", ["1a", "1b"]),
        (" - a - \n b ! ", ["1a", "2b", "2!"]),
        ("{30}a{2}-|", ["30a", "33|"]),
        ("-1-2->", ["11", "22"]),
        ("-a|--", ["1a", "1|"]),
    ])
    func parsing(_ text: String, _ expected: [String]) throws {
        #expect(try marks(text) == expected)
    }

    @Test func durationCountsAllTicks() throws {
        #expect(try Marbles("--a-{10}-").duration == 14)
    }

    @Test(arguments: [
        ("-a-#", 3, "\"#\" means nothing here"),
        ("-(a-b)", 3, "time can't pass inside a group"),
        ("-({3}a)", 2, "time can't pass inside a group"),
        ("-(a(b))", 3, "a group can't hold a group"),
        ("-a)", 2, "no group is open here"),
        ("-()", 2, "the group is empty"),
        ("-(ab", 1, "the group is not closed"),
        ("-{3", 1, "the number of ticks is not closed"),
        ("-{x}", 2, "the braces must hold a number of ticks"),
        ("-|a", 2, "nothing may follow, the line is finished"),
        ("-x-a", 3, "nothing may follow, the line is failed"),
        ("-!|", 2, "nothing may follow, the line is cancelled"),
        ("-> -", 1, "nothing may follow >"),
        ("-|->", 3, "the line does not go on, it is finished"),
    ])
    func mistakes(_ text: String, _ offset: Int, _ message: String) {
        let error = #expect(throws: MarbleError.self) { try Marbles(text) }
        #expect(error?.offset == offset)
        #expect(error?.message == message)
    }

    @Test func aMistakeIsPointedAt() {
        let error = #expect(throws: MarbleError.self) { try Marbles("--(a-b)") }
        #expect(
            error?.description == """
                the marbles are wrong at character 5: time can't pass inside a group
                  --(a-b)
                      ^
                """)
    }

    @Test func scriptsMustNameWhatTheySend() {
        let scheduler = TestScheduler()
        struct Point {}
        let value = #expect(throws: MarbleError.self) { try scheduler.cold("-p", of: Point.self) }
        #expect(value?.message == "nothing is named p. Pass values: [\"p\": …]")
        let failure = #expect(throws: MarbleError.self) { try scheduler.cold("--x", of: Int.self) }
        #expect(failure?.message == "which error is x? Pass errors: [\"x\": …]")
        #expect(failure?.offset == 2)
        let cancel = #expect(throws: MarbleError.self) { try scheduler.hot("-!", of: Int.self) }
        #expect(cancel?.message == "a publisher can't cancel itself, its subscriber does")
        let more = #expect(throws: MarbleError.self) {
            try scheduler.cold("-e1", errors: ["e": TestFailure("e")], of: Int.self)
        }
        #expect(more?.message == "nothing may follow, the line is failed")
    }

    @Test func valuesNameThemselves() throws {
        let scheduler = TestScheduler()
        func values<Output>(_ marbles: String, of type: Output.Type) throws -> [Output] {
            try scheduler.cold(marbles, of: type).script.compactMap {
                if case .value(let value) = $0.signal { value } else { nil }
            }
        }
        #expect(try values("-7-o-o", of: Int.self) == [7, 1, 2])
        #expect(try values("-7-o-a", of: String.self) == ["7", "o", "a"])
        #expect(try values("-7-o-a", of: Character.self) == ["7", "o", "a"])
        #expect(try values("-o-o", of: Void.self).count == 2)
        let failing = try scheduler.cold("-x", of: Int.self, failure: (any Error).self)
        #expect(failing.script.description == "[1: failed with failure x]")
    }
}

@Suite struct MarbleMismatchTests {
    private func recorded(_ marbles: String) throws -> Recorder<Int, TestFailure> {
        let scheduler = TestScheduler()
        let source = try scheduler.cold(
            marbles, values: ["a": 1, "b": 2, "c": 3, "t": 20], errors: ["e": "e"], failure: TestFailure.self)
        let recorder = source.record(on: scheduler)
        scheduler.advance(by: VirtualTime.Stride(ticks: try Marbles(marbles).duration))
        return recorder
    }

    private func text(_ observed: String, _ expected: String, _ values: [Character: Int] = ["a": 1, "b": 2])
        throws -> String
    {
        let recorder = try recorded(observed)
        let error = #expect(throws: MarbleMismatch.self) {
            try recorder.expect(
                expected, values: values, errors: ["e": "e"], fileID: "Module/File.swift", line: 7)
        }
        return error?.description ?? ""
    }

    @Test func aValueDiffers() throws {
        #expect(
            try text("--a-t-|", "--a-b-|") == """
                the recording does not follow the marbles at Module/File.swift:7
                  expected: --a-b-|
                  observed: --a-?-|
                                ^ tick 3: expected b, 2; observed 20
                """)
    }

    @Test func aTimeDiffers() throws {
        #expect(
            try text("---a", "--a") == """
                the recording does not follow the marbles at Module/File.swift:7
                  expected: --a
                  observed: ---a
                              ^ expected a, 1 at tick 2; observed 1 at tick 3
                """)
    }

    @Test func somethingIsMissing() throws {
        #expect(
            try text("-a---", "-a-|") == """
                the recording does not follow the marbles at Module/File.swift:7
                  expected: -a-|
                  observed: -a---
                               ^ tick 2: expected finished; observed nothing more
                """)
    }

    @Test func somethingIsTooMuch() throws {
        #expect(
            try text("-ab-|", "-a") == """
                the recording does not follow the marbles at Module/File.swift:7
                  expected: -a
                  observed: -ab-|
                              ^ tick 1: expected nothing more; observed 2
                """)
    }

    @Test func theEndDiffers() throws {
        #expect(
            try text("{40}a-x", "{40}a-|") == """
                the recording does not follow the marbles at Module/File.swift:7
                  expected: {40}a-|
                  observed: {40}a-x
                                  ^ tick 41: expected finished; observed failed with failure x
                """)
    }

    @Test func whatFollowsDoesNotThrow() throws {
        try recorded("-e").expect("-x")
        try recorded("-e").expect("-e", errors: ["e": "e"])
        try recorded("-x").expect("-x", errors: ["e": "e"])
        try recorded("-a-(bc)|").expect("-o-oo|")
        try recorded("-a-(bc)|").expect("-1-(23)|")
        try recorded("-a-t|").expect("-a-o|", values: ["a": 1])
        try recorded("-a----").expect("-a-", values: ["a": 1])
        try recorded("-a-").expect("-a------->", values: ["a": 1])
    }

    @Test func failuresAreToldApart() throws {
        let recorder = try recorded("-e")
        let error = #expect(throws: MarbleMismatch.self) {
            try recorder.expect("-x", values: [:], errors: ["x": "x", "e": "e"])
        }
        #expect(error?.expected == "-x")
        #expect(error?.observed == "-e")
        #expect(error?.reason == "tick 1: expected x, failed with failure x; observed failed with failure e")
        #expect(throws: MarbleMismatch.self) { try recorder.expect("-x", errors: ["x": "x"]) }
    }

    @Test func unknownNamesAreMistakes() throws {
        struct Point: Equatable {}
        let recorder = try recorded("-a")
        let error = #expect(throws: MarbleError.self) {
            try Recording<Point, Never>().expect("-p", values: ["q": Point()])
        }
        #expect(error?.offset == 1)
        #expect(throws: MarbleError.self) {
            try recorder.expect("-e-a", values: ["a": 1], errors: ["e": "e"])
        }
    }

    @Test func tuplesAreComparedByAClosure() throws {
        let recording = Recording<(Int, String), Never>(
            events: [.init(1, .value((1, "one"))), .init(2, .completion(.finished))])
        try recording.expect("-p-|", values: ["p": (1, "one")], by: ==)
        #expect(throws: MarbleMismatch.self) {
            try recording.expect("-p-|", values: ["p": (1, "two")], by: ==)
        }
    }

    @Test func aLineHasAnEnd() throws {
        #expect(throws: MarbleError.self) { try Marbles("{9223372036854775807}-") }
        #expect(throws: MarbleError.self) { try Marbles("-{9223372036854775807}a") }
    }

    @Test func recordingsCompareWithLiterals() throws {
        let recording = try recorded("-a-t|").recording
        #expect(recording == "-1-o|")
        #expect(recording == "-o-o|")
        #expect(recording != "-o-o")
        #expect(recording != "-2-o|")
        #expect(recording != "-(-")
        #expect(recording.description == "-1-o|")
        #expect(ExpectedMarbles("(o-)").description.hasPrefix("the marbles are wrong at character 3"))
        #expect(ExpectedMarbles(" -(ab)- ").description == "-ab-")
    }

    @Test func aSilenceIsDrawn() throws {
        #expect(
            try text("-----", "--a") == """
                the recording does not follow the marbles at Module/File.swift:7
                  expected: --a
                  observed: -----
                              ^ tick 2: expected a, 1; observed nothing more
                """)
    }
}
