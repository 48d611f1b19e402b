import Synchronization
import TraitsRuntime

/// A part of a publisher's values with its own subscribers: a window or a group.
///
/// Values wait for the first subscriber. Later subscribers get the values that are sent after they have subscribed. A branch
/// keeps the publisher running until the branch ends, or until it has no subscriber and can't get another one.
@usableFromInline
final class Branch<Output, Failure: Error>: Sendable {
    @usableFromInline typealias Sender = PassthroughSubject<Output, Failure>

    @usableFromInline
    struct State {
        @usableFromInline var waiting: [Output] = []
        @usableFromInline var subscribers = Senders()
        @usableFromInline var end: Subscribers.Completion<Failure>?
        /// Indicates whether there has been a subscriber.
        @usableFromInline var isClaimed = false
        /// Indicates whether the first subscriber has been sent all values that waited.
        @usableFromInline var isFlowing = false
    }

    /// The subscribers in order of arrival. A subscriber that leaves is replaced by a hole, and the holes are removed when they
    /// are more than half of the list: many subscribers may leave during one value.
    @usableFromInline
    struct Senders {
        @usableFromInline var all: [Sender?] = []
        @usableFromInline var places: [ObjectIdentifier: Int] = [:]

        @inlinable
        var isEmpty: Bool { places.isEmpty }

        @inlinable
        mutating func append(_ sender: Sender) {
            places[ObjectIdentifier(sender)] = all.count
            all.append(sender)
        }

        @inlinable
        mutating func remove(_ sender: Sender) {
            guard let place = places.removeValue(forKey: ObjectIdentifier(sender)) else { return }
            all[place] = nil
            if places.count * 2 >= all.count { return }
            all.removeAll { $0 == nil }
            for case (let place, let sender?) in all.enumerated() { places[ObjectIdentifier(sender)] = place }
        }
    }

    @usableFromInline let state = Guarded(State())
    @usableFromInline let source: SplitSource

    @inlinable
    init(of source: SplitSource) {
        self.source = source
        source.hold()
    }

    /// Sends a value, or keeps it for the first subscriber.
    @inlinable
    func send(_ value: Output) {
        let subscribers: [Sender?] = state.withLock { state in
            if state.end != nil { return [] }
            if state.isFlowing { return state.subscribers.all }
            state.waiting.append(value)
            return []
        }
        for case let subscriber? in subscribers { subscriber.send(value) }
    }

    /// Completes all subscribers, after the values that wait.
    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        let (isFirst, ended) = state.withLock { state -> (Bool, [Sender?]) in
            if state.end != nil { return (false, []) }
            state.end = completion
            return (true, state.isFlowing ? state.subscribers.all : [])
        }
        for case let subscriber? in ended { subscriber.send(completion: completion) }
        if isFirst { source.release() }
    }

    /// Adds a subscriber.
    @inlinable
    func add(_ subscriber: Sender) -> any Cancellable {
        let (isFirst, end) = state.withLock { state -> (Bool, Subscribers.Completion<Failure>?) in
            if state.isClaimed, let end = state.end { return (false, end) }
            defer { state.isClaimed = true }
            state.subscribers.append(subscriber)
            return (!state.isClaimed, nil)
        }
        if isFirst { drain() }
        if let end { subscriber.send(completion: end) }
        return AnyCancellable { [self] in remove(subscriber) }
    }

    /// Sends the values that have waited, and the values that arrive meanwhile.
    @inlinable
    func drain() {
        while true {
            let (values, subscribers, end) = state.withLock { state in
                defer { state.waiting = [] }
                state.isFlowing = state.waiting.isEmpty
                return (state.waiting, state.subscribers.all, state.isFlowing ? state.end : nil)
            }
            for value in values { for case let subscriber? in subscribers { subscriber.send(value) } }
            if let end { return subscribers.forEach { $0?.send(completion: end) } }
            if values.isEmpty { return }
        }
    }

    @inlinable
    func remove(_ subscriber: Sender) {
        let (wasLast, dropped) = state.withLock { state -> (Bool, [Output]) in
            state.subscribers.remove(subscriber)
            if !state.subscribers.isEmpty { return (false, []) }
            defer { state.waiting = [] }
            let wasLast = state.end == nil
            if wasLast { state.end = .finished }
            return (wasLast, state.waiting)
        }
        withExtendedLifetime(dropped) {}
        if wasLast { source.release() }
    }

    /// Drops the values that wait, if there has been no subscriber: none can subscribe any more.
    @inlinable
    func abandon() {
        let (wasOpen, dropped) = state.withLock { state -> (Bool, [Output]) in
            if state.isClaimed || state.end != nil { return (false, []) }
            defer { state.waiting = [] }
            state.end = .finished
            return (true, state.waiting)
        }
        withExtendedLifetime(dropped) {}
        if wasOpen { source.release() }
    }

    /// The object that the publishers of a branch retain. When it is released, there is nothing left to subscribe to.
    @usableFromInline
    final class Handle: Sendable {
        @usableFromInline let branch: Branch

        @inlinable
        init(_ branch: Branch) { self.branch = branch }

        @inlinable
        deinit { branch.abandon() }

        @inlinable
        var publisher: AnyPublisher<Output, Failure> { .created { [self] in branch.add($0) } }
    }

    /// A publisher that sends the branch's values.
    @inlinable
    var publisher: AnyPublisher<Output, Failure> { Handle(self).publisher }
}

/// A subscription to a publisher whose values go to several branches. It is cancelled when neither the stream of branches nor a
/// branch needs it.
@usableFromInline
final class SplitSource: Sendable {
    private struct State {
        var holders = 1
        /// Indicates whether the stream of branches still runs.
        var isOpen = true
    }

    private let state = Guarded(State())
    private let subscription = Slot()

    @usableFromInline
    init() {}

    /// Indicates whether the stream of branches still runs, so that new branches can be sent.
    @usableFromInline
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Subscribes, after it has put what ends the stream of branches into a slot: upstream may send inside of the call, and
    /// have no end.
    ///
    /// - Returns: what is in the slot.
    @usableFromInline
    func run(_ cancellable: any Cancellable, in work: Slot, _ subscribe: () -> Void) -> any Cancellable {
        if subscription.put(cancellable) { cancellable.cancel() }
        let end = AnyCancellable { [self] in close() }
        if !work.put(end) { subscribe() }
        return end
    }

    /// Indicates whether nobody needs the subscription any more.
    @usableFromInline
    var isStopped: Bool { subscription.isClosed }

    /// Cancels the subscription. If upstream has ended, this stops what else runs, such as a clock.
    @usableFromInline
    func stop() { subscription.close()?.cancel() }

    @usableFromInline
    func hold() { state.withLock { $0.holders += 1 } }

    @usableFromInline
    func release() {
        let isLast = state.withLock { state in
            state.holders -= 1
            return state.holders == 0
        }
        if isLast { stop() }
    }

    /// Ends the stream of branches.
    @usableFromInline
    func close() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if wasOpen { release() }
    }
}
