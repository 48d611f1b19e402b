extension TraceCase {
    /// Streams that don't begin, that are cancelled early, that stop, and that fail.
    static let beginnings = missed + starts + cancellations + stops + failures

    private static let missed = [
        TraceCase(
            "values before the subscription",
            finds: ["`user` has sent nothing: 3 values were sent while nobody was subscribed"]
        ) { trace in
            trace.request(trace.begin("user", object: "0x1", missed: 3))
        },
        TraceCase(
            "waits for a subject whose value was missed",
            finds: [
                "`a` waits for `b`, which has sent nothing: 1 value was sent while nobody was subscribed"
            ]
        ) { trace in
            trace.request(trace.begin("b", parent: trace.begin("a"), object: "0x1", missed: 1))
        },
        TraceCase("values before and after the subscription", finds: []) { trace in
            let id = trace.begin("user", object: "0x1", missed: 3)
            trace.value(id)
            trace.end(id)
        },
        TraceCase("missed values, and no demand", finds: ["`a` waits for `b`, which was asked for no value"])
        {
            trace in
            _ = trace.begin("b", parent: trace.begin("a"), object: "0x1", missed: 1)
        },
    ]

    private static let starts = [
        TraceCase(
            "not connected",
            finds: ["`ticks` has sent nothing (2 times): `ticks` sends values only after `connect()`"]
        ) { trace in
            for _ in 0..<2 {
                trace.request(trace.begin("ticks", publisher: "Publishers.Map<Timer.TimerPublisher, Int>"))
            }
        },
        TraceCase(
            "waits for a publisher that isn't connected",
            finds: ["`a` waits for `b`, which has sent nothing: `b` sends values only after `connect()`"]
        ) { trace in
            let outer = trace.begin("a")
            trace.request(trace.begin("b", parent: outer, publisher: "Publishers.MakeConnectable<Just<Int>>"))
        },
        TraceCase(
            "a timer without a run loop",
            finds: ["`ticks` has sent nothing: `ticks` has a timer, which fires only where its run loop runs"]
        ) { trace in
            trace.request(trace.begin("ticks", publisher: "Publishers.Autoconnect<Timer.TimerPublisher>"))
        },
        TraceCase("connected by its first subscriber", finds: ["`shared` never ended: no values since 0 µs"])
        { trace in
            let type =
                "Publishers.Autoconnect<Publishers.Multicast<Just<Int>, PassthroughSubject<Int, Never>>>"
            trace.request(trace.begin("shared", publisher: type))
        },
    ]

    private static let cancellations = [
        TraceCase(
            "a set of cancellables that went",
            finds: [
                "`a` was cancelled 40 µs after its beginning, before its first value",
                "`b` was cancelled 0 µs after its beginning (2 times), before its first value",
            ]
        ) { trace in
            let first = trace.begin("a", line: 1, subscriber: "sink")
            let others = (0..<2).map { _ in
                trace.begin("b", line: 2, at: 40, object: "0x1", subscriber: "sink")
            }
            for id in [first] + others { trace.end(id, "cancelled", at: 40) }
        },
        TraceCase("cancelled later, by an operator, or after a value", finds: []) { trace in
            trace.end(trace.begin("later", subscriber: "sink"), "cancelled", at: 16_000)
            trace.end(trace.begin("inner", subscriber: "flatMap"), "cancelled", at: 1)
            let id = trace.begin("used", subscriber: "sink")
            trace.value(id)
            trace.end(id, "cancelled", at: 1)
        },
        TraceCase("cancelled later, in virtual time", clock: "virtual", finds: []) { trace in
            trace.end(trace.begin("later", subscriber: "sink"), "cancelled", at: 1000)
        },
    ]

    private static let stops = [
        TraceCase(
            "a stream that stopped",
            finds: ["`sensor` stopped: 8 values, at most 10 ms apart, and none since 70 ms"]
        ) { trace in
            let outer = trace.begin("average")
            let sensor = trace.begin("sensor", line: 2, parent: outer)
            for id in [outer, sensor] { trace.values(8, id) }
            trace.lateEvent(at: 170_000)
        },
        TraceCase("a stream that goes on", finds: ["`sensor` never ended: 8 values since 0 µs"]) { trace in
            trace.values(8, trace.begin("sensor"))
            trace.lateEvent(at: 169_000)
        },
        TraceCase("a stream without a rhythm", finds: ["`keys` never ended: 9 values since 0 µs"]) { trace in
            let id = trace.begin("keys")
            trace.values(8, id)
            trace.value(id, at: 200_000)
            trace.lateEvent(at: 9_000_000)
        },
    ]

    private static let failures = [
        TraceCase("failures", finds: ["`request` failed (2 times): Offline", "`reply` failed"]) { trace in
            for _ in 0..<2 { trace.fail(trace.begin("request", object: "0x1"), "Offline") }
            trace.end(trace.begin("reply", line: 2), "failed")
            let handled = trace.begin("screen", line: 3)
            trace.fail(trace.begin("handled", line: 4, parent: handled), "Offline")
            trace.end(handled)
        }
    ]
}

extension TraceText {
    /// Lets the trace last until a time.
    fileprivate mutating func lateEvent(at time: Double) {
        end(begin("late", line: 9, at: time), at: time)
    }
}
