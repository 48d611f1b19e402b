extension TraceCase {
    private static let lost =
        "lost: they came faster than they could be taken, or long before the page was opened"

    /// A search screen that shows nothing: the first question that a trace answers.
    static let search = TraceCase(
        "search",
        finds: [
            "`screen` waits for `user`, which has sent nothing",
            "`heartbeat` never ended: 3 values since 311 µs",
            "`request` is subscribed to 2 times at the same time, for values of `query`",
        ]
    ) { trace in
        let heartbeat = trace.begin("heartbeat", line: 21, at: 310.5)
        trace.request(heartbeat, at: 312)
        let screen = trace.begin("screen", line: 38, at: 420)
        let first = trace.begin("query", line: 27, at: 431, parent: screen, object: "0x6001")
        let user = trace.begin("user", line: 36, at: 440, parent: screen, object: "0x6002")
        for id in [first, user, screen] { trace.request(id, at: 450) }
        let count = trace.begin("count", line: 41, at: 470)
        let second = trace.begin("query", line: 27, at: 476, parent: count, object: "0x6001")
        for (number, text) in ["s", "sw", "swift"].enumerated() {
            let time = 120_000 + Double(number) * 140_000
            trace.value(heartbeat, "\(number)", at: time - 20_000, thread: 3)
            var requests: [String] = []
            for query in [first, second] {
                trace.value(query, #"\"\#(text)\""#, at: time)
                let request = trace.begin("request", line: 29, at: time + 6, cause: query, promise: "Single")
                trace.request(request, at: time + 8)
                requests.append(request)
            }
            for request in requests {
                trace.value(request, #"[\"\#(text)…\"]"#, at: time + 90_000, thread: 2)
                trace.end(request, at: time + 90_031)
            }
            trace.value(count, "\(text.count)", at: time + 90_700, thread: 2)
        }
        for id in [count, second] { trace.end(id, "cancelled", at: 700_000) }
    }

    /// Each rule alone, where it applies and where it nearly does.
    static let all = [search] + waits + beginnings + ends + repetitions + values

    private static let waits = [
        TraceCase("nothing happens", finds: []) { _ in },
        TraceCase("all is well", finds: []) { trace in
            let id = trace.begin("numbers")
            trace.request(id)
            trace.value(id, at: 3)
            trace.end(id, at: 4)
        },
        TraceCase("waits for several", finds: ["`a` waits for `b`, `c` and `d`, which have sent nothing"]) {
            trace in
            let id = trace.begin("a")
            for name in ["b", "c", "d"] { trace.request(trace.begin(name, parent: id)) }
        },
        TraceCase(
            "waits for many", finds: ["`a` waits for `b0`, `b1`, `b2` and 3 others, which have sent nothing"]
        ) {
            trace in
            let id = trace.begin("a")
            for number in 0..<6 { trace.request(trace.begin("b\(number)", parent: id)) }
        },
        TraceCase("waits for the innermost", finds: ["`a` waits for `c`, which has sent nothing"]) { trace in
            let outer = trace.begin("a")
            let middle = trace.begin("b", parent: outer)
            trace.request(trace.begin("c", parent: middle))
        },
        TraceCase("waits in vain for demand", finds: ["`a` waits for `b`, which was asked for no value"]) {
            trace in
            _ = trace.begin("b", parent: trace.begin("a"))
        },
        TraceCase("an input of another stream waits", finds: ["`tabs` never ended: 1 value since 0 µs"]) {
            trace in
            let tabs = trace.begin("tabs")
            trace.value(tabs)
            let one = trace.begin("one", parent: tabs)
            trace.request(trace.begin("two", parent: one))
        },
        TraceCase(
            "an input of another stream waits for one of its inputs",
            finds: [
                "`one` waits for `three`, which has sent nothing", "`tabs` never ended: 1 value since 0 µs",
            ]
        ) { trace in
            let tabs = trace.begin("tabs")
            trace.value(tabs)
            let one = trace.begin("one", parent: tabs)
            trace.value(trace.begin("two", parent: one))
            trace.request(trace.begin("three", parent: one))
        },
        TraceCase("waits several times", finds: ["`a` waits for `b`, which has sent nothing (2 times)"]) {
            trace in
            for _ in 0..<2 {
                let id = trace.begin("a", object: "0x1")
                trace.request(trace.begin("b", line: 2, parent: id, object: "0x2"))
            }
        },
    ]

    private static let ends = [
        TraceCase("left", finds: ["`timer` never ended (2 times): no values since 1.5 ms"]) { trace in
            for number in 1...2 {
                _ = trace.begin("timer", line: 7, at: 1500 * Double(number), object: "0x1")
            }
        },
        TraceCase("killed", isCut: true, finds: ["`timer` hasn't ended: no values since 1.25 s"]) { trace in
            _ = trace.begin("timer", at: 1_250_000)
        },
        TraceCase("virtual time", clock: "virtual", finds: ["`timer` never ended: 1 value since 20 units"]) {
            trace in
            let id = trace.begin("timer", at: 20_000)
            trace.value(id, at: 30_000)
        },
        TraceCase("left by a stream that ended", finds: ["`b` never ended: no values since 0 µs"]) { trace in
            let outer = trace.begin("a")
            _ = trace.begin("b", parent: outer)
            trace.end(outer)
        },
        TraceCase("ended twice", finds: []) { trace in
            let id = trace.begin("a")
            trace.end(id)
            trace.end(id, "cancelled")
        },
    ]

    private static let repetitions =
        [
            TraceCase("one after the other", finds: []) { trace in
                for time in [0.0, 10] { trace.end(trace.begin("request", at: time), at: time + 5) }
            },
            TraceCase("a subject", finds: []) { trace in
                let ids = (0..<3).map { _ in trace.begin("subject", object: "0x1") }
                for id in ids { trace.end(id) }
            },
            TraceCase("many values of one stream", finds: []) { trace in
                let taps = trace.begin("taps", object: "0x1")
                let ids = (0..<3).map { _ in trace.begin("request", line: 2, cause: taps) }
                for id in ids + [taps] { trace.end(id) }
            },
        ]
        + ["", "Maybe", "Single"].map { promise in
            TraceCase(
                "a promise \(promise)",
                finds: ["`request` is subscribed to 2 times at the same time, by `title` and `list`"]
            ) { trace in
                let owners = ["title", "list"].map { trace.begin($0, line: 2, object: "0x7") }
                let ids = owners.map {
                    trace.begin(
                        "request", line: 3, at: 5, parent: $0, promise: promise.isEmpty ? nil : promise)
                }
                for id in ids + owners { trace.end(id, at: 9) }
            }
        } + [
            TraceCase("values of a stream that isn't traced", finds: []) { trace in
                let ids = [0.0, 5000, 9000].map { trace.begin("request", at: $0, subscriber: "flatMap") }
                for id in ids { trace.end(id, at: 10_000) }
            },
            TraceCase("requests of a healthy server", finds: []) { trace in
                let ids = (0..<91).map { trace.begin("user", at: 10 * Double($0), subscriber: "flatMap") }
                let others = (0..<91).map { _ in trace.begin("user", subscriber: "sink") }
                for id in ids + others { trace.end(id, at: 10_000) }
            },
            TraceCase("different values of one object", finds: []) { trace in
                let queries = (0..<2).map { _ in trace.begin("query", line: 9, object: "0x1") }
                for (query, text) in zip(queries, ["1", "2"]) { trace.value(query, text) }
                let ids = queries.map { trace.begin("request", cause: $0) }
                for id in queries + ids { trace.end(id) }
            },
            TraceCase("the same value of two objects", finds: []) { trace in
                let queries = ["0x1", "0x2"].map { trace.begin("query", line: 9, object: $0) }
                for query in queries { trace.value(query) }
                let ids = queries.map { trace.begin("request", cause: $0) }
                for id in queries + ids { trace.end(id) }
            },
            TraceCase("hidden and cut values", finds: []) { trace in
                for text in ["…", #"\"a long te…\""#] {
                    let queries = (0..<2).map { _ in trace.begin("query", line: 9, object: "0x1") }
                    for query in queries { trace.value(query, text) }
                    let ids = queries.map { trace.begin("request", cause: $0) }
                    for id in queries + ids { trace.end(id) }
                }
            },
            TraceCase(
                "the same value of one object",
                finds: ["`request` is subscribed to 2 times at the same time, for values of `query`"]
            ) { trace in
                let queries = (0..<2).map { _ in trace.begin("query", line: 9, object: "0x1") }
                for query in queries { trace.value(query, "7") }
                let ids = (queries + queries).map { trace.begin("request", cause: $0) }
                for id in queries + ids { trace.end(id) }
            },
            TraceCase(
                "what repeats others",
                finds: [
                    "`outer` is subscribed to 2 times at the same time, for values of `taps`; with it `inner` and `request`"
                ]
            ) { trace in
                let taps = (0..<2).map { _ in trace.begin("taps", line: 9, object: "0x1") }
                for id in taps { trace.value(id) }
                let outer = taps.map { trace.begin("outer", line: 1, cause: $0) }
                let inner = outer.map { trace.begin("inner", line: 2, parent: $0) }
                for id in inner { trace.value(id) }
                let ids = inner.map { trace.begin("request", line: 3, cause: $0) }
                for id in taps + outer + inner + ids { trace.end(id) }
            },
            TraceCase("twice by one stream", finds: []) { trace in
                let zip = trace.begin("zip", line: 2, object: "0x1")
                let ids = (0..<2).map { _ in trace.begin("request", line: 3, parent: zip) }
                for id in ids + [zip] { trace.end(id) }
            },
        ]

    private static let values = [
        TraceCase("drops", finds: ["`sensor` dropped 5 values for lack of demand"]) { trace in
            let id = trace.begin("sensor")
            trace.note("dropped", id, at: 7, #""count":2"#)
            trace.note("dropped", id, at: 9, #""count":3"#)
            trace.end(id)
        },
        TraceCase("a buffer grows", finds: ["the buffer of `queue` grows: 17 values wait"]) { trace in
            let id = trace.begin("queue")
            for count in [1, 9, 20, 17] { trace.note("buffered", id, "\"count\":\(count)") }
            trace.end(id)
        },
        TraceCase("a buffer is emptied", finds: []) { trace in
            let id = trace.begin("queue")
            for count in [1, 9, 20, 2] { trace.note("buffered", id, "\"count\":\(count)") }
            trace.end(id)
        },
        TraceCase("the main thread is held", finds: ["`list` held the main thread 2 times, for up to 1.03 s"])
        { trace in
            let id = trace.begin("list")
            trace.delivery(id, at: 10, for: 16_000)
            trace.delivery(id, at: 20_000, for: 1_034_000)
            trace.delivery(id, at: 2_000_000, for: 15_999)
            trace.delivery(id, at: 3_000_000, for: 20_000, isOnMain: false)
            trace.end(id)
        },
        TraceCase(
            "a promise is broken", finds: ["`user` broke its promise `Single`: finished without a value"]
        ) { trace in
            let id = trace.begin("user", promise: "Single", isUnchecked: true)
            trace.note("broken", id, at: 4, #""promise":"Single","history":"finished without a value""#)
            trace.end(id)
        },
        TraceCase(
            "events are lost",
            finds: ["120 events \(lost)"]
        ) { trace in
            trace.lost(100, at: 5)
            trace.lost(20, at: 9)
        },
        TraceCase(
            "all at a time",
            finds: [
                "`a` waits for `<b>`, which has sent nothing", "`c` never ended: 2 values since 3 µs",
                "`d` is subscribed to 2 times at the same time, for values of `e`",
                "`c` dropped 1 value for lack of demand",
                "the buffer of `c` grows: 8 values wait", "`c` held the main thread 1 time, for up to 20 ms",
                "`c` broke its promise `Maybe`: sent two values",
                "1 event \(lost)",
            ]
        ) { trace in
            trace.request(trace.begin("<b>", parent: trace.begin("a")))
            let id = trace.begin("c", line: 2, at: 2.5)
            let taps = (0..<2).map { _ in trace.begin("e", line: 4, object: "0x1") }
            for tap in taps { trace.value(tap) }
            let others = taps.map { trace.begin("d", line: 3, at: 10, cause: $0) }
            trace.value(id, #"</script><!-- \"quoted\" \\ \u00fc"#)
            trace.value(id)
            trace.note("dropped", id, #""count":1"#)
            trace.note("buffered", id, #""count":8"#)
            trace.delivery(id, at: 5, for: 20_000)
            trace.note("broken", id, #""promise":"Maybe","history":"sent two values""#)
            trace.lost(1, at: 9)
            for other in others + taps { trace.end(other, at: 80) }
        },
    ]
}
