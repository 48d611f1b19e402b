import TraitsRuntime

/// The lines for a page that is opened now: the latest lines, and the earlier lines that a reader needs to understand them.
///
/// Lines are numbered, and a reader's place is a number. A reader whose place is before the oldest line begins again with
/// ``beginning()``, as a new reader does.
struct TraceHistory {
    /// The kind of a line's event.
    fileprivate enum Role: Hashable {
        case process, clock, thread, begin, value, request, dropped, buffered, broken, end, delivery
        case lost(Int)
    }

    private struct Line {
        let number: Int
        var event: TraceEvent
        /// The approximate number of bytes of the event.
        let size: Int
        /// The number of values that a line of a value stands for: its own, and those of forgotten lines.
        var values = 1

        // The text of a line is made when a reader asks for it: most lines are never read.
        var bytes: [UInt8] { TraceHistory.message(event.json(values: values)) }
    }

    private let mostLines: Int
    private let mostBytes: Int
    /// The latest lines; the lines before `first` are forgotten.
    private var recent: [Line] = []
    private var first = 0
    private var size = 0
    /// The forgotten lines that are kept: lines about the process and its threads, and the last line of each role for each open
    /// subscription.
    private var header: [Line] = []
    private var open: [UInt64: [Role: Line]] = [:]
    private var kept = 0
    /// The approximate number of bytes of the lines in `header` and `open`.
    private var keptSize = 0
    /// The number of lost events that forgotten lines reported, without these lines.
    private var lost = 0
    private var latest: UInt64 = 0

    /// The number of the next line.
    private(set) var end = 0

    init(mostLines: Int = 10_000, mostBytes: Int = 8 << 20) {
        self.mostLines = mostLines
        self.mostBytes = mostBytes
    }

    /// The number of the oldest line that isn't forgotten.
    var start: Int { end - (recent.count - first) }

    mutating func add(_ event: TraceEvent) {
        latest = event.time
        let line = Line(number: end, event: event, size: event.size)
        recent.append(line)
        end += 1
        size += line.size
        while recent.count - first > mostLines || size > mostBytes && recent.count - first > 1 {
            forgetFirst()
        }
    }

    /// Returns the bytes that a new reader needs before the line `start`.
    func beginning() -> [UInt8] {
        var bytes: [UInt8] = []
        for line in header { bytes += line.bytes }
        let missing = start - kept + lost
        if missing > 0 { bytes += Self.message(TraceEvent(time: latest, .lost(missing)).json) }
        for line in open.values.flatMap(\.values).sorted(by: { $0.number < $1.number }) {
            bytes += line.bytes
        }
        return bytes
    }

    /// Returns lines from a number on, about as many bytes as are asked for.
    ///
    /// - Parameter number: the number of the first line; afterwards, the number of the first line that wasn't returned.
    func read(from number: inout Int, into bytes: inout [UInt8], atMost limit: Int) {
        while number < end, bytes.count < limit {
            bytes += recent[recent.count - (end - number)].bytes
            number += 1
        }
    }

    /// Returns a line as a message of server-sent events.
    static func message(_ line: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.utf8.count + 8)
        bytes += "data: ".utf8
        bytes += line.utf8
        bytes += "\n\n".utf8
        return bytes
    }

    // MARK: Forgetting

    /// The greatest number of open subscriptions, and of lines in `header`, that are remembered.
    private static var mostKept: Int { 4096 }

    private mutating func forgetFirst() {
        var line = recent[first]
        recent[first].event = TraceEvent(time: 0, .lost(0))
        first += 1
        size -= line.size
        if first > mostLines {
            recent.removeFirst(first)
            first = 0
        }
        let id = line.event.span?.id
        switch TraceHistory.Role(line.event.kind) {
        case .process, .clock, .thread: if header.count < Self.mostKept, keeps(line) { header.append(line) }
        case .begin: if let id, open.count < Self.mostKept, keeps(line) { open[id] = [.begin: line] }
        case .end:
            if let id, let lines = open.removeValue(forKey: id) { lines.values.forEach { release($0) } }
        case let role where role.isState:
            // A long line isn't worth its space.
            guard let id, line.size < 1024, let known = open[id], keeps(line) else { break }
            if role == .value, let old = known[role] { line.values += old.values }
            if let old = open[id]?.updateValue(line, forKey: role) { release(old) }
        case .lost(let count): lost += count - 1
        default: break
        }
    }

    /// Counts a line as kept, if there is space for it.
    private mutating func keeps(_ line: Line) -> Bool {
        if keptSize + line.size > mostBytes { return false }
        kept += 1
        keptSize += line.size
        return true
    }

    private mutating func release(_ line: Line) {
        kept -= 1
        keptSize -= line.size
    }
}

extension TraceEvent {
    /// The approximate number of bytes of the event, in memory and as a line.
    fileprivate var size: Int {
        switch kind {
        case .begin: 384 + (span?.name.utf8.count ?? 0)
        case .value(let text, _), .end(.failed(let text)), .thread(let text), .process(let text):
            160 + text.utf8.count
        case .broken(let promise, let history): 160 + promise.utf8.count + history.utf8.count
        default: 160
        }
    }
}

extension TraceHistory.Role {
    /// A Boolean value that indicates whether the latest line of this role belongs to a subscription's state.
    fileprivate var isState: Bool {
        switch self {
        case .value, .request, .dropped, .buffered, .broken: true
        default: false
        }
    }

    fileprivate init(_ kind: TraceEvent.Kind) {
        switch kind {
        case .process: self = .process
        case .clock: self = .clock
        case .thread: self = .thread
        case .begin: self = .begin
        case .value: self = .value
        case .request: self = .request
        case .dropped: self = .dropped
        case .buffered: self = .buffered
        case .broken: self = .broken
        case .end: self = .end
        case .delivery: self = .delivery
        case .lost(let count): self = .lost(count)
        }
    }
}
