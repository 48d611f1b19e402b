import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Writes traces for tests, as a running program does.
struct TraceText {
    private(set) var lines: [String]
    private var next = 0
    private var names: [String: String] = [:]

    init(clock: String = "steady", version: Int = 1) {
        lines = [
            "[",
            #"{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"App"}},"#,
            """
            {"ph":"M","name":"trait_streams","pid":1,"tid":0,"args":{"version":\(version),"clock":"\(clock)",\
            "started":"2026-11-26T09:00:00Z","unit":1000}},
            """,
            #"{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"main"}},"#,
        ]
    }

    /// The file of a program that ended in good order.
    var text: String { (lines + ["{}]"]).joined(separator: "\n") + "\n" }
    /// That of one that was killed.
    var cut: String { lines.joined(separator: "\n") + "\n" }

    mutating func add(_ line: String) { lines.append(line) }

    /// Begins a subscription and returns its identity.
    mutating func begin(
        _ name: String, line: Int = 1, at time: Double = 0, thread: Int = 1, parent: String? = nil,
        cause: String? = nil,
        promise: String? = nil, isUnchecked: Bool = false, object: String? = nil, subscriber: String? = nil,
        publisher: String = "Publishers.Map<Just<Int>, String>", missed: Int = 0
    ) -> String {
        next += 1
        let id = "0x\(String(next, radix: 16))"
        names[id] = name
        var arguments = [
            "\"source\":\"App.swift:\(line)\"", "\"publisher\":\"\(publisher)\"",
        ]
        if let parent { arguments.append("\"parent\":\"\(parent)\"") }
        if let cause { arguments.append("\"cause\":\"\(cause)\"") }
        if let promise { arguments.append("\"promise\":\"\(promise)\"") }
        if isUnchecked { arguments.append("\"unchecked\":true") }
        if let subscriber { arguments.append("\"subscriber\":\"\(subscriber)\"") }
        if missed > 0 { arguments.append("\"missed\":\(missed)") }
        if let object { arguments.append("\"object\":\"\(object)\"") }
        event("b", name, id, time, thread, arguments.joined(separator: ","))
        return id
    }

    mutating func value(_ id: String, _ value: String = "1", at time: Double = 0, thread: Int = 1) {
        event("n", "value", id, time, thread, "\"value\":\"\(value)\",\"outstanding\":\"unlimited\"")
    }

    mutating func request(_ id: String, at time: Double = 0) {
        event("n", "request", id, time, 1, #""demand":"unlimited","outstanding":"unlimited""#)
    }

    /// Something else that happens in a subscription.
    mutating func note(_ name: String, _ id: String, at time: Double = 0, _ arguments: String) {
        event("n", name, id, time, 1, arguments)
    }

    mutating func delivery(_ id: String, at time: Double, for duration: Double, isOnMain: Bool = true) {
        lines.append(
            """
            {"ph":"X","cat":"delivery","name":"\(names[id] ?? "")","pid":1,"tid":1,"ts":\(time),"dur":\(duration),\
            "args":{"id":"\(id)","main":\(isOnMain)}},
            """)
    }

    mutating func end(_ id: String, _ how: String = "finished", at time: Double = 0) {
        event("e", names[id] ?? "", id, time, 1, "\"end\":\"\(how)\"")
    }

    mutating func fail(_ id: String, _ failure: String, at time: Double = 0) {
        event("e", names[id] ?? "", id, time, 1, "\"end\":\"failed\",\"failure\":\"\(failure)\"")
    }

    /// Sends a value every ten milliseconds.
    mutating func values(_ count: Int, _ id: String, from time: Double = 0) {
        for number in 0..<count { value(id, at: time + 10_000 * Double(number)) }
    }

    mutating func lost(_ count: Int, at time: Double) {
        lines.append(
            #"{"ph":"i","s":"p","name":"lost","pid":1,"tid":0,"ts":\#(time),"args":{"count":\#(count)}},"#)
    }

    private mutating func event(
        _ phase: String, _ name: String, _ id: String, _ time: Double, _ thread: Int, _ arguments: String
    ) {
        lines.append(
            """
            {"ph":"\(phase)","cat":"subscription","id":"\(id)","name":"\(name)","pid":1,"tid":\(thread),"ts":\(time),\
            "args":{\(arguments)}},
            """)
    }
}

/// A trace and what is found in it.
struct TraceCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let findings: [String]
    var testDescription: String { name }

    init(
        _ name: String, isCut: Bool = false, clock: String = "steady", finds findings: [String],
        _ write: (inout TraceText) -> Void
    ) {
        var trace = TraceText(clock: clock)
        write(&trace)
        self.name = name
        text = isCut ? trace.cut : trace.text
        self.findings = findings
    }
}
