import Testing
import TraitsRuntime
import TraitsTesting
import TraitsTracing

@Suite("Tracing")
struct TraceTests {
    @Test func `a subscription is told of from its beginning to its end`() {
        let log = TraceLog.tracing("whole") {
            _ = ["a", "b"].publisher.trace("whole").sink { _ in }
        }
        #expect(
            log.lines == [
                "whole begins", "whole asked for all, all left", "whole sends \"a\", all left",
                "whole sends \"b\", all left", "whole finished",
            ])
        #expect(log.isClosed)
    }

    @Test func `demand is counted`() {
        let log = TraceLog.tracing("demand") {
            let source = ManualPublisher<Int, TestFailure>()
            let subscriber = TrackingSubscriber<Int, TestFailure>(
                receiveSubscription: { $0.request(.max(2)) }, receiveValue: { $0 == 1 ? .max(3) : .none })
            source.trace("demand").subscribe(subscriber)
            source.send(1)
            source.send(2)
            subscriber.request(.unlimited)
            source.send(3)
            source.send(completion: .failure("x"))
        }
        #expect(
            log.lines == [
                "demand begins", "demand asked for 2, 2 left", "demand sends 1, 1 left",
                "demand asked for 3, 4 left", "demand sends 2, 3 left", "demand asked for all, all left",
                "demand sends 3, all left", "demand failed: \(TestFailure("x"))",
            ])
    }

    @Test func `a cancellation is told of once, and nothing after it`() {
        let log = TraceLog.tracing("cancelled") {
            let subject = PassthroughSubject<Int, Never>()
            let cancellable = subject.trace("cancelled").sink { _ in }
            subject.send(1)
            cancellable.cancel()
            cancellable.cancel()
            subject.send(2)
            subject.send(completion: .finished)
        }
        #expect(log.lines.suffix(2) == ["cancelled sends 1, all left", "cancelled cancelled"])
    }

    @Test func `a publisher that lets go of its subscriber ends the subscription`() {
        struct Forgetful: Publisher {
            typealias Output = Int
            typealias Failure = Never
            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
        }
        let log = TraceLog.tracing("released") {
            let cancellable = Forgetful().trace("released").sink { _ in }
            cancellable.cancel()
        }
        #expect(log.lines == ["released begins", "released released"])
    }

    @Test(.enabled(if: _isDebugAssertConfiguration(), "a release build counts none"))
    func `values that nobody got are counted`() {
        let subject = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        let log = TraceLog.tracing("missed") {
            subject.send(1)
            let early = subject.trace("missed early").sink { _ in }
            subject.send(2)
            early.cancel()
            subject.send(3)
            current.send(4)
            let late = [
                subject.trace("missed late").sink { _ in }, current.trace("missed not").sink { _ in },
            ]
            withExtendedLifetime(late) {}
        }
        #expect(log.spans.map(\.missed) == [1, 2, 0])
        #expect(log.events.filter { $0.json.contains(#""missed":2"#) }.count == 1)
    }

    @Test func `an open subscription has no end`() {
        let subject = PassthroughSubject<Int, Never>()
        var cancellable: AnyCancellable?
        let log = TraceLog.tracing("open") { cancellable = subject.trace("open").sink { _ in } }
        #expect(log.lines == ["open begins", "open asked for all, all left"])
        // It goes on as if nothing had been.
        subject.send(1)
        cancellable?.cancel()
        #expect(log.lines.count == 2)
    }

    @Test func `what one value calls for is known`() throws {
        let log = TraceLog.tracing("tree") {
            let clicks = PassthroughSubject<Int, Never>()
            let cancellable = clicks.trace("tree clicks", line: 7)
                .flatMap { Just($0).trace("tree request") }
                .trace("tree screen").sink { _ in }
            clicks.send(1)
            cancellable.cancel()
        }
        let spans = log.spans
        #expect(spans.map(\.name) == ["tree screen", "tree clicks", "tree request"])
        #expect(spans.map(\.parent) == [nil, spans[0].id, nil])
        #expect(spans.map(\.cause) == [nil, nil, spans[1].id])
        #expect(spans.map(\.subscriber) == ["sink", "flatMap", "flatMap"])
        #expect(spans.map(\.row) == ["Publishers.FlatMap", "PassthroughSubject", "Just"])
        #expect(spans[1].publisher == "PassthroughSubject<Int, Never>")
        #expect(spans[1].object != nil && spans[2].object == nil)
        #expect(spans[1].source == "\(#fileID):7")
    }

    @Test func `an eraser and a trace in between hide no subscriber`() {
        let log = TraceLog.tracing("hidden") {
            let inner = [1].publisher.trace("hidden inner").eraseToAnyPublisher()
            _ = inner.trace("hidden outer").sink { _ in }
        }
        #expect(log.spans.map(\.subscriber) == ["sink", "sink"])
    }

    @Test func `a value is written by a closure, or briefly`() {
        struct Point { var x = 1 }
        let log = TraceLog.tracing("text") {
            _ = Just(5).trace("text", value: { "<\($0)>" }).sink { _ in }
            _ = Just(Point()).trace("text").sink { _ in }
            _ = Just("é" as Any).trace("text").sink { _ in }
            _ = Just(String(repeating: "é", count: 100)).trace("text").sink { _ in }
            _ = Just(Array(1...100)).trace("text").sink { _ in }
        }
        let values = log.events.compactMap { if case .value(let text, _) = $0.kind { text } else { nil } }
        #expect(values.prefix(3) == ["<5>", "Point(x: 1)", "\"é\""])
        #expect(values.dropFirst(3).allSatisfy { $0.count <= 63 && $0.contains("…") })
        #expect(values.dropFirst(3).first?.hasSuffix("é…\"") == true)
    }

    @Test func `a broken promise is told of`() {
        let log = TraceLog.tracing("promise") {
            _ = [1, 2].publisher.uncheckedSingle().trace("promise two").sink { _ in }
            _ = Empty<Int, Never>().uncheckedSingle().map { $0 }.trace("promise none").sink { _ in }
            _ = Just(1).trace("promise kept").sink { _ in }
            _ = [1].publisher.trace("promise of nothing").sink { _ in }
        }
        #expect(
            log.lines.filter { $0.contains("broke") } == [
                "promise two broke Single: sent more than one value",
                "promise none broke Single: finished without a value",
            ])
        #expect(log.spans.map(\.promise) == ["Single", "Single", "Single", nil])
        #expect(log.spans.map(\.isUnchecked) == [true, true, false, false])
    }

    @Test func `a literal name takes the way that costs nothing when off`() {
        let name = "literal" + String(repeating: "!", count: 1)
        let log = TraceLog.tracing("literal") {
            let literal: MorePublishers.Trace<Just<Int>> = Just(1).trace("literal", line: 21)
            let custom: MorePublishers.CustomTrace<Just<Int>> = Just(1).trace(name, line: 21)
            let long = MorePublishers.Trace(
                upstream: Just(1), name: "literal é", file: "App/Far.swift", line: 1 << 20)
            #expect([literal.name, custom.name, long.name] == ["literal", "literal!", "literal é"])
            #expect([literal.source, custom.source] == ["\(#fileID):21", "\(#fileID):21"])
            // A line has sixteen bits.
            #expect(long.source == "App/Far.swift:65535")
            _ = literal.sink { _ in }
            _ = custom.sink { _ in }
            _ = long.sink { _ in }
        }
        #expect(log.spans.map(\.name) == ["literal", "literal!", "literal é"])
        #expect(log.spans.map(\.source) == ["\(#fileID):21", "\(#fileID):21", "App/Far.swift:65535"])
    }

    @Test func `names choose what is traced`() {
        let accented = TraceLog.tracing("choose ?") { _ = Just(1).trace("choose é").sink { _ in } }
        #expect(accented.spans.map(\.name) == ["choose é"])
        func names(_ pattern: String) -> [String] {
            let log = TraceLog()
            let session = Tracing.start(log, names: pattern)
            for name in ["choose", "choose a", "choose ab", "other choose"] {
                _ = Just(1).trace(name).sink { _ in }
            }
            session.stop()
            return log.spans.map(\.name).filter { $0.contains("choose") }
        }
        #expect(names("choose") == ["choose"])
        #expect(names("choose*") == ["choose", "choose a", "choose ab"])
        #expect(names("*choose") == ["choose", "other choose"])
        #expect(names("choose ?") == ["choose a"])
        #expect(names("choose a*b,other*") == ["choose ab", "other choose"])
        #expect(names("choose a?") == ["choose ab"])
        #expect(names("**choose**a") == ["choose a"])
        #expect(names("*o*o*e*b") == ["choose ab"])
        #expect(names("") == [])
    }

    @Test func `sessions don't disturb each other`() {
        let (first, second) = (TraceLog(), TraceLog())
        let whole = Tracing.start(first, names: "beside*")
        let part = Tracing.start(second, names: "beside b")
        _ = Just(1).trace("beside a").sink { _ in }
        _ = Just(1).trace("beside b").sink { _ in }
        part.stop()
        part.stop()
        _ = Just(1).trace("beside b").sink { _ in }
        #expect(Tracing.isOn)
        whole.stop()
        #expect(first.spans.map(\.name) == ["beside a", "beside b", "beside b"])
        #expect(second.spans.map(\.name) == ["beside b"])
    }

    @Test func `a property tells of its changes`() {
        let log = TraceLog.tracing("property") {
            let count = MutableProperty(1)
            var traced: Property<Int>? = count.property.map { $0 * 10 }.trace("property")
            count.value = 2
            #expect(traced?.value == 20)
            let later = traced?.map { $0 + 1 }
            traced = nil
            #expect(later?.value == 21)
            count.value = 3
            #expect(later?.value == 31)
        }
        #expect(
            log.lines == [
                "property begins", "property asked for all, all left", "property sends 10, all left",
                "property sends 20, all left", "property sends 30, all left", "property cancelled",
            ])
        let count = MutableProperty(1)
        let plain = count.property.map { $0 }
        #expect(plain.trace("property that nobody traces") === plain)
    }

    @Test func `a traced property that is released leaves the original as it is`() {
        _ = TraceLog.tracing("property") {
            let count = MutableProperty(1)
            let tenfold = count.property.map { $0 * 10 }
            let values = tenfold.subsequentValues.record()
            _ = tenfold.trace("property")
            count.value = 2
            #expect(tenfold.value == 20)
            #expect(values.values == [20])
        }
    }

    @Test func `what a stream does is the same, traced or not`() {
        func run(_ name: String) -> [Int] {
            var received: [Int] = []
            let numbers = PassthroughSubject<Int, Never>()
            let cancellable = numbers.trace(name).prefix(5)
                .flatMap { Just($0).trace(name) }
                .append(Deferred { Just(9) }.trace(name))
                .sink { value in
                    received.append(value)
                    if value == 1 { numbers.send(2) }
                }
            for number in [1, 3, 4, 5, 6] { numbers.send(number) }
            cancellable.cancel()
            return received
        }
        var traced: [Int] = []
        _ = TraceLog.tracing("same") { traced = run("same") }
        #expect(traced == run("another"))
        #expect(traced == [1, 2, 3, 4, 5, 9])
    }
}
