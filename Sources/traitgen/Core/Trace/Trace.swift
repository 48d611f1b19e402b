/// What a trace says of subscriptions, as far as findings need it. Events are taken one by one and not kept.
struct Trace {
    /// A subscription.
    struct Span {
        let name: String
        let source: String
        let promise: String
        /// Whether an `unchecked…` operator made the promise.
        let isUnchecked: Bool
        /// Whether its publisher is one object for all subscribers: a subject, or one that is shared.
        let isShared: Bool
        let time: Double
        /// The subscription that made this one, while it subscribed or in a value of its own.
        let owner: Int?
        /// The one whose work this is: streams that one value makes, such as those of `flatMap`, do different work.
        let worker: Int
        let group: Int
        var hasEnded = false
        var children: [Int] = []
        var values = 0
        var requests = 0
        var dropped = 0
        var droppedAt = 0.0
        var kept = 0
        var mostKept = 0
        var slow = 0
        var slowest = 0.0
        var slowAt = 0.0
        var broken: (promise: String, history: String, time: Double)?
    }

    /// The subscriptions of one name and line.
    struct Group {
        let first: Int
        /// How many each worker has open.
        var open: [Int: Int] = [:]
        /// The largest number of workers at one time, and the first subscription that was a second one.
        var most = 1
        var second: Int?
        /// The groups whose subscriptions made these.
        var owners: [Int?] = []
        /// The names of those that subscribed, in place of making it in a value.
        var subscribers: [String] = []
        /// Whether some are made in values of a stream that isn't known.
        var isMadeByValues = false
        private var latest = -Double.infinity
        private var burst = 0

        init(first: Int) { self.first = first }

        /// The worker of a subscription of that kind: those that begin together are made for the same value.
        mutating func burst(at time: Double) -> Int {
            burst = time - latest < 1000 ? burst + 1 : 0
            latest = time
            isMadeByValues = true
            return -1 - burst
        }
    }

    private(set) var spans: [Span] = []
    private(set) var groups: [Group] = []
    private var numbers: [UInt64: Int] = [:]
    private var groupNumbers: [GroupKey: Int] = [:]

    private(set) var title = ""
    /// The version of the format; nil before the header.
    private(set) var version: Int?
    /// How long a unit of virtual time lasts, in microseconds; nil where time is real.
    private(set) var unit: Double?
    private(set) var events = 0
    private(set) var threads: Set<Int> = []
    private(set) var lost = 0
    private(set) var lostAt = 0.0
    /// The moment of the last event.
    private(set) var length = 0.0
    /// Whether the program ended in good order: then the list of the file is closed.
    private(set) var isComplete = false

    private struct GroupKey: Hashable {
        let name: String
        let source: String
    }

    /// Reads one line of a file.
    mutating func read(line: UnsafeRawBufferPointer) throws(TraceScanner.Fault) {
        var (start, end) = (0, line.count)
        func isBlank(_ index: Int) -> Bool { line[index] <= UInt8(ascii: " ") }
        while start < end, isBlank(start) { start += 1 }
        while start < end, isBlank(end - 1) { end -= 1 }
        if start < end, line[start] == UInt8(ascii: "[") { start += 1 }
        if start < end, line[end - 1] == UInt8(ascii: "]") {
            isComplete = true
            end -= 1
        }
        if start < end, line[end - 1] == UInt8(ascii: ",") { end -= 1 }
        if start == end { return }
        do throws(TraceScanner.Fault) {
            add(try TraceEvent(UnsafeRawBufferPointer(rebasing: line[start..<end])))
        } catch {
            throw TraceScanner.Fault(offset: start + error.offset, message: error.message)
        }
    }

    // MARK: - Events

    private mutating func add(_ event: TraceEvent) {
        switch event.phase {
        case UInt8(ascii: "M"): addHeader(event)
        case UInt8(ascii: "i"):
            note(event)
            guard event.isNamed("lost") else { return }
            if lost == 0 { lostAt = event.time }
            lost += event.count
        case UInt8(ascii: "b"):
            note(event)
            begin(event)
        case UInt8(ascii: "e"):
            note(event)
            end(event)
        case UInt8(ascii: "n"), UInt8(ascii: "X"):
            note(event)
            guard let id = event.phase == UInt8(ascii: "X") ? event.delivery : event.id,
                let number = numbers[id]
            else { return }
            spans[number].take(event)
        default: break
        }
    }

    private mutating func addHeader(_ event: TraceEvent) {
        if event.isNamed("process_name") { title = event.argumentName?.string ?? "" }
        if event.isNamed("trait_streams") {
            version = event.version ?? 1
            if event.isVirtual { unit = event.unit.flatMap { $0 >= 1 ? $0 : nil } ?? 1000 }
        }
    }

    private mutating func note(_ event: TraceEvent) {
        events += 1
        length = max(length, event.time + event.duration)
        if event.phase != UInt8(ascii: "i") { threads.insert(event.thread) }
    }

    private mutating func begin(_ event: TraceEvent) {
        guard let id = event.id, numbers[id] == nil else { return }
        let number = spans.count
        let parent = event.parent.flatMap { numbers[$0] }
        let owner = parent ?? event.cause.flatMap { numbers[$0] }
        let key = GroupKey(name: event.name?.string ?? "", source: event.source?.string ?? "")
        let group = groupNumbers[key] ?? groups.count
        if group == groups.count {
            groupNumbers[key] = group
            groups.append(Group(first: number))
        }
        let isMade = owner == nil && Self.makesStreams(event.subscriber)
        let worker =
            parent != nil ? number : owner ?? (isMade ? groups[group].burst(at: event.time) : number)
        // Names of one group share their storage.
        let first = groups[group].first
        let span = Span(
            name: first < number ? spans[first].name : key.name,
            source: first < number ? spans[first].source : key.source, promise: event.promise?.string ?? "",
            isUnchecked: event.isUnchecked, isShared: event.hasObject, time: event.time, owner: owner,
            worker: worker, group: group)
        numbers[id] = number
        spans.append(span)
        if let owner {
            spans[owner].children.append(number)
            if span.worker == number { groups[group].add(subscriber: spans[owner].name) }
        }
        groups[group].enter(number, span, owner: owner.map { spans[$0].group })
    }

    /// Whether a subscriber is an operator that makes a stream for a value.
    private static func makesStreams(_ subscriber: TraceEvent.Text?) -> Bool {
        let name = subscriber?.string ?? ""
        return ["flatMap", "switchToLatest", "concatMap"].contains { name.hasPrefix($0) }
    }

    private mutating func end(_ event: TraceEvent) {
        guard let id = event.id, let number = numbers[id], !spans[number].hasEnded else { return }
        spans[number].hasEnded = true
        groups[spans[number].group].leave(spans[number].worker)
    }
}

extension Trace.Group {
    mutating func add(subscriber: String) {
        if !subscribers.contains(subscriber) { subscribers.append(subscriber) }
    }

    mutating func enter(_ number: Int, _ span: Trace.Span, owner: Int?) {
        if !owners.contains(owner) { owners.append(owner) }
        open[span.worker, default: 0] += 1
        guard open.count > most else { return }
        most = open.count
        if second == nil { second = number }
    }

    mutating func leave(_ worker: Int) {
        guard let count = open[worker] else { return }
        open[worker] = count > 1 ? count - 1 : nil
    }
}

extension Trace.Span {
    /// Counts what happens in it.
    fileprivate mutating func take(_ event: TraceEvent) {
        if event.phase == UInt8(ascii: "X") {
            guard event.isOnMain, event.duration >= TraceFindings.longDelivery else { return }
            if slow == 0 { slowAt = event.time }
            slow += 1
            slowest = max(slowest, event.duration)
        } else if event.isNamed("value") {
            values += 1
        } else if event.isNamed("request") {
            requests += 1
        } else if event.isNamed("dropped") {
            if dropped == 0 { droppedAt = event.time }
            dropped += event.count
        } else if event.isNamed("buffered") {
            kept = event.count
            mostKept = max(mostKept, event.count)
        } else if event.isNamed("broken"), broken == nil {
            broken = (event.promise?.string ?? "", event.history?.string ?? "", event.time)
        }
    }
}
