import TraitsRuntime

/// The lines that a page gets that is opened now: the latest, and of those before them what is needed to understand these.
///
/// Lines are numbered. A reader is at a number; one that is behind the oldest line begins again with ``beginning()``, as a new
/// reader does.
struct TraceHistory {
    /// What a line tells.
    fileprivate enum Role: Hashable {
        case process, clock, thread, begin, value, request, dropped, buffered, broken, end, delivery
        case lost(Int)
    }

    private struct Line {
        let number: Int
        let role: Role
        let span: UInt64?
        var bytes: [UInt8]
    }

    private let mostLines: Int
    private let mostBytes: Int
    /// The latest lines; those in front of `first` are forgotten.
    private var recent: [Line] = []
    private var first = 0
    private var size = 0
    /// Of the lines that were forgotten: those at the start, and for each open subscription the last one of each role.
    private var header: [Line] = []
    private var open: [UInt64: [Role: Line]] = [:]
    private var kept = 0
    /// Events that the session has lost, as far as the lines that said so are forgotten, without these lines.
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
        let bytes = Self.message(event.json)
        recent.append(Line(number: end, role: Role(event.kind), span: event.span?.id, bytes: bytes))
        end += 1
        size += bytes.count
        while recent.count - first > mostLines || size > mostBytes && recent.count - first > 1 {
            forgetFirst()
        }
    }

    /// What a reader has to get before the line `start`.
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

    /// Hands on lines from a number, about as many bytes as are asked for.
    ///
    /// - Parameter number: becomes that of the first line that wasn't handed on.
    func read(from number: inout Int, into bytes: inout [UInt8], atMost limit: Int) {
        while number < end, bytes.count < limit {
            bytes += recent[recent.count - (end - number)].bytes
            number += 1
        }
    }

    /// A message of server-sent events.
    static func message(_ line: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.utf8.count + 8)
        bytes += "data: ".utf8
        bytes += line.utf8
        bytes += "\n\n".utf8
        return bytes
    }

    // MARK: Forgetting

    /// The most open subscriptions and threads that are remembered when their first lines are forgotten.
    private static var mostKept: Int { 4096 }

    private mutating func forgetFirst() {
        let line = recent[first]
        recent[first].bytes = []
        first += 1
        size -= line.bytes.count
        if first > mostLines {
            recent.removeFirst(first)
            first = 0
        }
        switch line.role {
        case .process, .clock, .thread:
            if header.count < Self.mostKept {
                header.append(line)
                kept += 1
            }
        case .begin:
            if let id = line.span, open.count < Self.mostKept {
                open[id] = [.begin: line]
                kept += 1
            }
        case .end:
            if let id = line.span, let lines = open.removeValue(forKey: id) { kept -= lines.count }
        case .value, .request, .dropped, .buffered, .broken:
            // A long line is worth less than the space.
            guard let id = line.span, line.bytes.count < 1024, open[id] != nil else { break }
            if open[id]?.updateValue(line, forKey: line.role) == nil { kept += 1 }
        case .lost(let count): lost += count - 1
        case .delivery: break
        }
    }
}

extension TraceHistory.Role {
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
