/// What a trace says of subscriptions, as far as findings need it. Events are taken one by one and not kept.
struct Trace {
    /// A subscription.
    struct Span {
        let name: String
        let source: String
        let promise: String
        /// Whether an `unchecked…` operator made the promise.
        let isUnchecked: Bool
        /// The publisher's identity, if it is one object for all subscribers: a subject, or one that is shared.
        let object: String?
        let time: Double
        /// The subscription that made this one, while it subscribed or in a value of its own.
        let owner: Int?
        /// What it does, as far as the trace knows: subscriptions of one group with the same work do the same thing.
        let work: Work?
        let group: Int
        var hasEnded = false
        var children: [Int] = []
        var values = 0
        /// The text of the latest value, if it says which value that is.
        var latest: String?
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
        /// How many subscriptions each owner has open, for each work. Those of one owner may do different work.
        var open: [Work: [Int: Int]] = [:]
        /// The largest number of owners with the same work at one time, and the first subscription that was a second one.
        var most = 1
        var second: Int?
        /// The groups whose subscriptions made these.
        var owners: [Int?] = []
        /// The names of those that subscribed, in place of making it in a value.
        var subscribers: [String] = []
        init(first: Int) { self.first = first }
    }

    /// What a subscription was made for: a value of a stream, or the subscription of one.
    ///
    /// Two subscriptions of one group that were made for the same do the same work. There is no evidence without it: the
    /// publishers that functions such as `user(id:)` return have the same line and different arguments.
    struct Work: Hashable {
        /// The number of the object that the stream is, or of the work that it does.
        let owner: Int
        /// The text of the value; `nil` for the subscription.
        let value: String?
    }

    private(set) var spans: [Span] = []
    private(set) var groups: [Group] = []
    private var numbers: [UInt64: Int] = [:]
    private var groupNumbers: [GroupKey: Int] = [:]
    private var workNumbers: [WorkKey: Int] = [:]

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
    /// Whether the last line isn't complete.
    private(set) var isCut = false

    private struct GroupKey: Hashable {
        let name: String
        let source: String
    }

    private enum WorkKey: Hashable {
        case object(String)
        case work(Work, group: Int)
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

    mutating func cut() { isCut = true }

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
        let isInValue = parent == nil
        let work = owner.flatMap { self.work(in: $0, isInValue: isInValue) }
        // Names of one group share their storage.
        let first = groups[group].first
        let span = Span(
            name: first < number ? spans[first].name : key.name,
            source: first < number ? spans[first].source : key.source, promise: event.promise?.string ?? "",
            isUnchecked: event.isUnchecked, object: event.object?.string, time: event.time, owner: owner,
            work: work, group: group)
        numbers[id] = number
        spans.append(span)
        if let owner {
            spans[owner].children.append(number)
            if parent != nil { groups[group].add(subscriber: spans[owner].name) }
        }
        groups[group].enter(number, span, owner: owner.map { spans[$0].group })
    }

    /// What a subscription is made for inside of another one.
    private mutating func work(in owner: Int, isInValue: Bool) -> Work? {
        let span = spans[owner]
        if isInValue && span.latest == nil { return nil }
        let key: WorkKey
        if let object = span.object {
            key = .object(object)
        } else if let work = span.work {
            key = .work(work, group: span.group)
        } else {
            return nil
        }
        let number = workNumbers[key] ?? workNumbers.count
        workNumbers[key] = number
        return Work(owner: number, value: isInValue ? span.latest : nil)
    }

    private mutating func end(_ event: TraceEvent) {
        guard let id = event.id, let number = numbers[id], !spans[number].hasEnded else { return }
        spans[number].hasEnded = true
        groups[spans[number].group].leave(spans[number])
    }
}

extension Trace.Group {
    mutating func add(subscriber: String) {
        if !subscribers.contains(subscriber) { subscribers.append(subscriber) }
    }

    mutating func enter(_ number: Int, _ span: Trace.Span, owner: Int?) {
        if !owners.contains(owner) { owners.append(owner) }
        guard let work = span.work, let owner = span.owner else { return }
        open[work, default: [:]][owner, default: 0] += 1
        guard let count = open[work]?.count, count > most else { return }
        most = count
        if second == nil { second = number }
    }

    mutating func leave(_ span: Trace.Span) {
        guard let work = span.work, let owner = span.owner, let count = open[work]?[owner] else { return }
        open[work]?[owner] = count > 1 ? count - 1 : nil
        if open[work]?.isEmpty == true { open[work] = nil }
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
            // A text that was cut or hidden says too little.
            latest = event.value.flatMap { $0.string.contains("…") ? nil : $0.string }
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
