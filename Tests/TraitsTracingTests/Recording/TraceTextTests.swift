import Testing
import TraitsRuntime

@testable import TraitsTracing

/// The texts of values end while they are made.
@Suite("Texts of traced values")
struct TraceTextTests {
    private enum Shape {
        case point
        case circle(radius: Int)
        case line(Int, to: Int)
        case named(String)
    }

    private struct Pair {
        var name = "a\nb"
        var other: Int? = 2
    }

    private struct Described: CustomStringConvertible {
        var description: String { String(repeating: "d", count: 1000) }
    }

    @Test func `short values are described as print does`() {
        let values: [Any] = [
            1.5, true, Int8(3), "x" as Character, [1, 2], [] as [Int], ["a": [1]], [:] as [Int: Int],
            Set([7]), [[1], []] as [[Int]], [1, 2, 3][1...], Optional(3) as Any, Optional<Int>.none as Any,
            Pair(), Shape.point, Shape.circle(radius: 3), Shape.line(1, to: 2), Shape.named("n"),
            (1, b: "two"), 1...3, ["a", "b"], Int.self, (),
            [Optional(1), nil] as [Int?], ContiguousArray([1]), Result<Int, Never>.success(1),
            "sub".dropFirst(), Mirror.DisplayStyle.enum, UInt8(200) as Any,
        ]
        for value in values {
            // A string is in quotes; a part of one isn't a string.
            #expect(TraceText.brief(value) == String(describing: value))
        }
        #expect(TraceText.brief("text") == "\"text\"")
    }

    @Test func `a long value is read only as far as it is shown`() {
        /// Counts how many elements are described.
        struct Element: CustomStringConvertible {
            let described: Locked<Int>
            var description: String {
                described.withLock { $0 += 1 }
                return "element"
            }
        }
        let described = Locked(0)
        let elements = Array(repeating: Element(described: described), count: 100_000)
        let text = TraceText.brief(elements)
        #expect(text.hasPrefix("[element, element") && text.hasSuffix("…") && text.count == 61)
        #expect(described.withLock { $0 } < 100)
        struct Holder { let number = 1, elements: [Element] }
        let held = TraceText.brief(Holder(elements: elements))
        #expect(held.hasPrefix("Holder(number: 1, elements: [element,"))
        let keyed = TraceText.brief(["key": elements])
        #expect(keyed.hasPrefix("[\"key\": [element,"))
        let deep = TraceText.brief(Optional(Optional([Set([1])])) as Any)
        #expect(deep == "Optional(Optional([[1]]))")
        #expect(described.withLock { $0 } < 300)
    }

    @Test func `a text has a limit in bytes`() {
        // A single character of a megabyte.
        let accented = "a" + String(repeating: "\u{301}", count: 500_000)
        #expect(accented.count == 1)
        for text in [
            TraceText.brief(accented), TraceText.brief([accented]), TraceText.brief(Described()),
            TraceText.brief([accented: accented]), TraceText.brief(accented as Any),
        ] {
            #expect(text.utf8.count <= 330 && text.contains("…"))
            #expect(String(validating: Array(text.utf8), as: UTF8.self) != nil)
        }
        #expect(TraceText.cut(accented, to: 6) == "a\u{301}\u{301}…")
        #expect(TraceText.cut("éé", to: 3) == "é…" && TraceText.cut("éé", to: 4) == "éé")
    }

    @Test func `a value inside of itself has an end`() {
        indirect enum Chain { case end, link(Chain) }
        var chain = Chain.end
        for _ in 0..<100_000 { chain = .link(chain) }
        #expect(TraceText.brief(chain).hasPrefix("link("))
        // To release it takes a call for each link.
        while case .link(let next) = chain { chain = next }
    }

    @Test func `names and texts of a program have limits`() {
        let long = String(repeating: "é", count: 10_000)
        let log = TraceLog.tracing("é") {
            _ = Just(1).trace(long) { _ in long }.sink { _ in }
            _ = Fail<Int, Problem>(error: Problem(text: long)).trace(long)
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
        #expect(log.spans.allSatisfy { $0.name.utf8.count <= 260 && $0.name.hasSuffix("…") })
        let sizes = log.events.compactMap { event -> Int? in
            switch event.kind {
            case .value(let text, _): text.utf8.count
            case .end(.failed(let text)): text.utf8.count
            default: nil
            }
        }
        #expect(sizes.count == 2 && sizes.allSatisfy { $0 > 100 && $0 <= 1027 })
    }

    @Test func `long texts fill a queue sooner`() {
        let ring = TraceRing(capacity: 64, mostBytes: 1000)
        let span = TraceSpan(id: 1, name: "long", publisher: "Just<Int>")
        func push(_ text: String) {
            ring.push(TraceEvent(time: 0, span: span, .value(text, outstanding: .none)))
        }
        for _ in 0..<10 { push(String(repeating: "x", count: 300)) }
        #expect(ring.takeLost() == 7)
        // Short ones still have room.
        push("short")
        #expect(ring.takeLost() == 0)
        for _ in 0..<4 { #expect(ring.pop() != nil) }
        #expect(ring.pop() == nil)
        for _ in 0..<3 { push(String(repeating: "x", count: 300)) }
        #expect(ring.takeLost() == 0)
    }

    @Test func `the names of the last threads are kept`() {
        let names = TraceThreadNames(limit: 3)
        for number in 1...5 { #expect(names.add(number == 4 ? nil : "name \(number)") == number) }
        #expect((1...5).map { names[$0] } == ["thread 1", "thread 2", "name 3", "thread 4", "name 5"])
        #expect(names.add(nil, isOfPool: true) == 6)
        #expect(names[6] == "pool thread 6")
    }

    @Test func `a queue has one number as long as its label is kept`() {
        let names = TraceThreadNames(limit: 3)
        #expect(["a", "b", "a"].map { names.number(ofQueue: $0) } == [1, 2, 1])
        _ = names.add(nil)
        #expect(["b", "c", "a"].map { names.number(ofQueue: $0) } == [2, 4, 5])
        #expect((3...5).map { names[$0] } == ["thread 3", "c", "a"])
    }

    private struct Problem: Error { let text: String }
}
