import TraitgenCore

/// A finding about a run that its author should know.
struct TraceFinding: Hashable {
    /// The rules, the worst first.
    enum Kind: String, CaseIterable {
        case failed
        case waits
        case missedValues = "missed-values"
        case notStarted = "not-started"
        case cancelledEarly = "cancelled-early"
        case stopped
        case neverEnded = "never-ended"
        case subscribedRepeatedly = "subscribed-repeatedly"
        case droppedValues = "dropped-values"
        case growingBuffer = "growing-buffer"
        case slowOnMain = "slow-on-main"
        case brokenPromise = "broken-promise"
        case lostEvents = "lost-events"
    }

    var kind: Kind
    /// Indicates whether it is only a note, which doesn't count for the exit status.
    var isNote = false
    /// Indicates whether a file accepts it, so that it doesn't count either.
    var isAccepted = false
    /// The name of the stream, as passed to `trace`.
    var name = ""
    /// The line of that call.
    var source = ""
    /// Microseconds since the start.
    var time: Double
    var message: String
    var remedy: String
}

/// Writes counts, names and times in findings. The page has the same functions.
enum TraceWords {
    static func times(_ count: Int) -> String { count > 1 ? " (\(count) times)" : "" }

    /// Three names, and how many others there are.
    static func list(_ names: [String]) -> String {
        let hasMore = names.count > 4
        var words = (hasMore ? Array(names[..<3]) : names).map { "`\($0)`" }
        if hasMore { words.append("\(names.count - 3) others") }
        guard words.count > 1, let last = words.popLast() else { return words.first ?? "" }
        return "\(words.joined(separator: ", ")) and \(last)"
    }

    /// A time in microseconds as text: in units for virtual time, with few digits otherwise.
    static func duration(_ time: Double, unit: Double?) -> String {
        if let unit { return "\(digits(time / unit, places: 2)) units" }
        if time < 1000 { return "\(digits(time, places: 0)) µs" }
        return time < 1_000_000
            ? "\(digits(time / 1000, places: 1)) ms" : "\(digits(time / 1_000_000, places: 2)) s"
    }

    private static func digits(_ value: Double, places: Int) -> String {
        let power = (0..<places).reduce(1) { power, _ in power * 10 }
        let all = Int((value * Double(power) + 0.5).rounded(.down))
        var fraction = String(all % power + power).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(all / power) : "\(all / power).\(fraction)"
    }

    /// The names without duplicates, in their first order.
    static func distinct(_ names: some Sequence<String>) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}

extension TraceFinding {
    var json: JSONValue {
        [
            "id": .text(kind.rawValue), "accepted": .truth(isAccepted),
            "severity": .text(isNote ? "note" : "warning"), "name": .text(name),
            "source": .text(source), "microseconds": .number(Int(time)), "message": .text(message),
            "remedy": .text(remedy),
        ]
    }
}
