import TraitgenCore

/// The subscriptions of a trace, as far as findings need them. Events are read one by one and not stored.
struct Trace {
    /// A subscription.
    struct Span {
        let name: String
        let source: String
        let promise: String
        /// Indicates whether an `unchecked…` operator made the promise.
        let isUnchecked: Bool
        /// The publisher's identity, if all subscribers have the same object: a subject, or a shared publisher.
        let object: String?
        let time: Double
        /// The subscription that made this subscription, while it subscribed or while it received a value.
        let owner: Int?
        /// The work, as far as the trace knows: subscriptions of one group with the same work are repetitions.
        let work: Work?
        let group: Int
        /// The number of values that the subject sent while nobody was subscribed.
        let missed: Int
        /// The condition under which the publisher begins to send values, if it has one.
        let start: Start?
        /// A Boolean value that indicates whether the subscriber is a sink, whose cancellable the program keeps.
        let isKept: Bool
        var end: End?
        var hasEnded: Bool { end != nil }
        var children: [Int] = []
        var values = 0
        /// The text of the latest value, if it identifies the value.
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
        var beat = Beat()

        /// The end of a subscription.
        struct End {
            let time: Double
            let isCancellation: Bool
            /// The text of a failure, empty if the trace has none.
            let failure: String?
        }

        /// The conditions under which publishers begin to send values.
        enum Start { case connect, runLoop }

        /// The rhythm of a subscription's values.
        struct Beat {
            var count = 0
            var first = 0.0
            var last = 0.0
            /// The longest time between two values.
            var longest = 0.0
        }
    }

    /// The subscriptions of one name and line.
    struct Group {
        let first: Int
        /// The number of open subscriptions of each owner, for each work. The subscriptions of one owner may do different work.
        var open: [Work: [Int: Int]] = [:]
        /// The largest number of owners with the same work at one time, and the first subscription that repeated another's
        /// work.
        var most = 1
        var second: Int?
        /// The groups whose subscriptions made this group's.
        var owners: [Int?] = []
        /// The names of owners that made their subscription while subscribing, rather than in a value.
        var subscribers: [String] = []
        init(first: Int) { self.first = first }
    }

    /// The purpose of a subscription: a value of a stream, or a stream's own subscription.
    ///
    /// Two subscriptions of one group with the same purpose do the same work. The group alone is no evidence: the publishers
    /// that a function such as `user(id:)` returns have the same line and different arguments.
    struct Work: Hashable {
        /// The number of the stream's object, or of the stream's own work.
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
    /// The length of a unit of virtual time, in microseconds; nil for real time.
    private(set) var unit: Double?
    private(set) var events = 0
    private(set) var threads: Set<Int> = []
    private(set) var lost = 0
    private(set) var lostAt = 0.0
    /// The moment of the last event.
    private(set) var length = 0.0
    /// Indicates whether the program ended normally: then the list of the file is closed.
    private(set) var isComplete = false
    /// Indicates whether the last line is incomplete.
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
            work: work, group: group, missed: event.missed,
            start: Span.start(of: event.publisher?.string ?? ""),
            isKept: event.subscriber.map { ["sink", "assign"].contains(where: $0.string.hasPrefix) } ?? false)
        numbers[id] = number
        spans.append(span)
        if let owner {
            spans[owner].children.append(number)
            if parent != nil { groups[group].add(subscriber: spans[owner].name) }
        }
        groups[group].enter(number, span, owner: owner.map { spans[$0].group })
    }

    /// The work of a subscription that is made inside another subscription.
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
        let end = event.end?.string
        spans[number].end = Span.End(
            time: event.time, isCancellation: end == "cancelled",
            failure: end == "failed" ? event.failure?.string ?? "" : nil)
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
    /// The condition under which a publisher begins, by its type.
    fileprivate static func start(of publisher: String) -> Start? {
        func begins(_ type: String, behind wrapper: String) -> Bool? {
            publisher.firstRange(of: type).map { publisher[..<$0.lowerBound].hasSuffix(wrapper) }
        }
        let types = ["Publishers.MakeConnectable<", "Publishers.Multicast<", "Timer.TimerPublisher"]
        let connected = types.map { begins($0, behind: "Autoconnect<") }
        if connected.contains(false) { return .connect }
        return connected[2] == true ? .runLoop : nil
    }

    /// Counts an event of the subscription.
    fileprivate mutating func take(_ event: TraceEvent) {
        if event.phase == UInt8(ascii: "X") {
            guard event.isOnMain, event.duration >= TraceFindings.longDelivery else { return }
            if slow == 0 { slowAt = event.time }
            slow += 1
            slowest = max(slowest, event.duration)
        } else if event.isNamed("value") {
            values += event.values
            beat.add(event.time, isOne: event.values == 1)
            // A truncated or hidden text doesn't identify the value.
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

extension Trace.Span.Beat {
    /// Counts a value. A line that stands for several values begins the rhythm again: their times are unknown.
    fileprivate mutating func add(_ time: Double, isOne: Bool) {
        if !isOne || count == 0 { self = .init(first: time, last: time) }
        if count > 0 { longest = max(longest, time - last) }
        last = max(last, time)
        count += 1
    }

    /// A Boolean value that indicates whether eight or more values came regularly, a millisecond or more apart.
    var isRegular: Bool {
        let mean = (last - first) / Double(max(count - 1, 1))
        return count >= 8 && mean >= 1000 && longest <= 2 * mean
    }
}
