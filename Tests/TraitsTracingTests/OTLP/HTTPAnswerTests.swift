import Testing

@testable import TraitsTracing

@Suite("The answer of a collector")
struct HTTPAnswerTests {
    private static func read(_ text: String) -> HTTPAnswer {
        var answer = HTTPAnswer()
        answer.add(Array(text.utf8))
        return answer
    }

    private static func body(_ answer: HTTPAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\n{}", 200, "{}"),
        ("HTTP/1.0 429\r\nContent-Length: 0\r\n\r\n", 429, ""),
        ("HTTP/1.1 200 OK\nContent-Length: 1\n\n{", 200, "{"),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        (
            "HTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
            200, "a"
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n3;name=x\r\nabc\r\n0A\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
            200, "abc0123456789"
        ),
        ("HTTP/1.1 101 Switching Protocols\r\n\r\n", 101, ""),
    ])
    func `a complete answer is known by its bytes`(text: String, status: Int, body: String) {
        let answer = Self.read(text)
        #expect(answer.isComplete && answer.hasStatus)
        #expect(answer.status == status && Self.body(answer) == body)
        // What follows isn't a part of it, and how it is cut makes no difference.
        #expect(Self.body(Self.read(text + "more")) == body)
        var pieces = HTTPAnswer()
        for (index, byte) in text.utf8.enumerated() {
            #expect(!pieces.isComplete, "after \(index) bytes")
            pieces.add([byte])
        }
        #expect(pieces.isComplete && pieces.status == status && Self.body(pieces) == body)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{",
        "HTTP/1.1 200 OK\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999999\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n{",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{",
    ])
    func `a cut answer has its status`(text: String) {
        let answer = Self.read(text)
        #expect(!answer.isComplete && answer.hasStatus)
        #expect(answer.status == 200 && Self.body(answer) == "{")
    }

    @Test(arguments: [
        "", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    ])
    func `a beginning has no status`(text: String) {
        let answer = Self.read(text)
        #expect(!answer.isComplete && !answer.hasStatus)
    }

    @Test(arguments: [
        "SSH-2.0\r\n", "\r\n", "HTTP/2 200\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/1.1 99999999999999999999 OK\r\n",
        "HTTP/1.1 -20 OK\r\n", "HTTP/1.1 999 OK\r\n", "HTTP/1.1 099 OK\r\n", "HTTP/1.1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    ])
    func `other protocols are recognised`(text: String) {
        let answer = Self.read(text)
        #expect(answer.isComplete && !answer.hasStatus)
    }

    @Test(
        arguments: [
            ("7", 7), (" 0 ", 0), ("99999999999999999", 99_999_999_999_999_999),
            ("9223372036854775808", Int.max),
            ("-7", nil), ("+7", nil), ("", nil), ("7.5", nil), ("0x7", nil),
            ("Fri, 31 Dec 1999 23:59:59 GMT", nil),
        ] as [(String, Int?)])
    func `a pause is read as far as it is a number`(text: String, seconds: Int?) {
        #expect(Self.read("HTTP/1.1 503\r\nRetry-After:\(text)\r\n\r\n").retryAfter == seconds)
    }

    @Test(arguments: [
        ("", "a", false), ("", "\r\n", false), ("HTTP/1.1 200 OK\r\n", "X: y\r\n", false),
        ("", "HTTP/1.1 100 Continue\r\n\r\n", false), ("HTTP/1.1 200 OK\r\n\r\n", "a", true),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", true),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n", true),
    ])
    func `an endless answer is given up`(start: String, rest: String, hasStatus: Bool) {
        var answer = Self.read(start)
        let piece = Array(String(repeating: rest, count: 1000).utf8)
        var count = 0
        while !answer.isComplete && count <= HTTPAnswer.mostBytes {
            answer.add(piece)
            count += piece.count
        }
        #expect(answer.isComplete && answer.hasStatus == hasStatus)
        #expect(answer.body.count <= HTTPAnswer.mostBytes)
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test func `no answer stops the program`() {
        var random = Generator(state: 59)
        let words = [
            "HTTP/1.1 ", "200", "100", " OK", "\r\n", "\n", "Content-Length: ",
            "Transfer-Encoding: chunked\r\n",
            "Retry-After: ", "99999999999999999999", "-1", "0", "7fffffffffffffff", ":", " ", ";", "\0", "é",
        ]
        var statuses: Set<Int> = []
        for _ in 0..<20_000 {
            var answer = HTTPAnswer()
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                answer.add(Array(words.randomElement(using: &random)!.utf8))
            }
            if answer.hasStatus { statuses.insert(answer.status) }
            #expect(answer.body.count <= 20 * 20)
        }
        #expect(statuses == [200])
    }
}
