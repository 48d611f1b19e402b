import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension TraceEvent {
    /// The event as one object of JSON in the Trace Event Format, without line breaks.
    public var json: String { json(values: 1) }

    /// - Parameter values: The number of values that a value stands for.
    func json(values: Int) -> String {
        var bytes: [UInt8] = []
        writeLine(to: &bytes, values: values)
        return String(decoding: bytes, as: UTF8.self)
    }

    func writeLine(to bytes: inout [UInt8], values: Int = 1) {
        var line = TraceLine(bytes)
        bytes = []
        write(to: &line, values)
        bytes = line.bytes
    }

    private func write(to line: inout TraceLine, _ values: Int) {
        switch kind {
        case .process(let name):
            line.begin("M", "process_name", 0)
            line.arguments { $0.add("name", name) }
        case .clock(let clock): write(clock, to: &line)
        case .thread(let name):
            line.begin("M", "thread_name", thread)
            line.arguments { $0.add("name", name) }
        case .begin: writeBegin(to: &line)
        case .end(let end): write(end, to: &line)
        case .value(let value, let outstanding):
            instant("value", &line) {
                $0.add("value", value)
                $0.add("outstanding", outstanding)
                if values > 1 { $0.add("values", values) }
            }
        case .request(let demand, let outstanding):
            instant("request", &line) {
                $0.add("demand", demand)
                $0.add("outstanding", outstanding)
            }
        case .dropped(let count): instant("dropped", &line) { $0.add("count", count) }
        case .buffered(let count): instant("buffered", &line) { $0.add("count", count) }
        case .broken(let promise, let history):
            instant("broken", &line) {
                $0.add("promise", promise)
                $0.add("history", history)
            }
        case .delivery(let duration, let onMainThread):
            line.begin("X", span?.name ?? "", thread)
            line.add("cat", "delivery")
            line.add("ts", nanoseconds: time)
            line.add("dur", nanoseconds: duration)
            line.arguments {
                $0.add("id", id: span?.id ?? 0)
                if onMainThread { $0.add("main", true) }
            }
        case .lost(let count):
            line.begin("i", "lost", thread)
            line.add("s", "p")
            line.add("ts", nanoseconds: time)
            line.arguments { $0.add("count", count) }
        }
    }

    private func write(_ clock: Clock, to line: inout TraceLine) {
        line.begin("M", "trait_streams", 0)
        line.arguments {
            $0.add("version", 1)
            $0.add("clock", clock.isVirtual ? "virtual" : "steady")
            $0.add("started", Self.date(clock.started))
            if clock.isVirtual { $0.add("unit", 1000) }
        }
    }

    private func writeBegin(to line: inout TraceLine) {
        guard let span else { return }
        subscription("b", span.name, &line) {
            if let parent = span.parent { $0.add("parent", id: parent) }
            if let cause = span.cause { $0.add("cause", id: cause) }
            $0.add("publisher", span.publisher)
            $0.add("row", span.row)
            if let source = span.source { $0.add("source", source) }
            if let subscriber = span.subscriber { $0.add("subscriber", subscriber) }
            if let object = span.object { $0.add("object", id: UInt64(object)) }
            if span.missed > 0 { $0.add("missed", span.missed) }
            if let promise = span.promise { $0.add("promise", promise) }
            if span.isUnchecked { $0.add("unchecked", true) }
        }
    }

    private func write(_ end: End, to line: inout TraceLine) {
        subscription("e", span?.name ?? "", &line) {
            switch end {
            case .finished: $0.add("end", "finished")
            case .cancelled: $0.add("end", "cancelled")
            case .released: $0.add("end", "released")
            case .failed(let failure):
                $0.add("end", "failed")
                $0.add("failure", failure)
            }
        }
    }

    private func instant(_ name: String, _ line: inout TraceLine, _ arguments: (inout TraceLine) -> Void) {
        subscription("n", name, &line, arguments)
    }

    private func subscription(
        _ phase: String, _ name: String, _ line: inout TraceLine, _ arguments: (inout TraceLine) -> Void
    ) {
        line.begin(phase, name, thread)
        line.add("cat", "subscription")
        line.add("id", id: span?.id ?? 0)
        line.add("ts", nanoseconds: time)
        line.arguments(arguments)
    }

    /// `2026-11-26T09:00:00Z`.
    private static func date(_ seconds: Int) -> String {
        var (seconds, parts) = (time_t(seconds), tm())
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(day)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }
}
