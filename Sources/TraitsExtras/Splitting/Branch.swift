import Synchronization
import TraitsRuntime

/// Some of the values of a publisher, for subscribers of their own: a window or a group.
///
/// Values wait for the first subscriber. Later ones see what comes after they have subscribed. It keeps the publisher running
/// until it ends, or until it has no subscriber and won't have one.
final class Branch<Output, Failure: Error>: Sendable {
    typealias Sender = PassthroughSubject<Output, Failure>

    private struct State {
        var waiting: [Output] = []
        var subscribers = Senders()
        var end: Subscribers.Completion<Failure>?
        /// Whether there has been a subscriber.
        var isClaimed = false
        /// Whether the first subscriber has been sent all that has waited.
        var isFlowing = false
    }

    /// The subscribers in the order in which they arrived. Those that leave are holes until half of the list is: many may leave
    /// inside of one value.
    private struct Senders {
        private(set) var all: [Sender?] = []
        private var places: [ObjectIdentifier: Int] = [:]

        var isEmpty: Bool { places.isEmpty }

        mutating func append(_ sender: Sender) {
            places[ObjectIdentifier(sender)] = all.count
            all.append(sender)
        }

        mutating func remove(_ sender: Sender) {
            guard let place = places.removeValue(forKey: ObjectIdentifier(sender)) else { return }
            all[place] = nil
            if places.count * 2 >= all.count { return }
            all.removeAll { $0 == nil }
            for case (let place, let sender?) in all.enumerated() { places[ObjectIdentifier(sender)] = place }
        }
    }

    private let state = Guarded(State())
    private let source: SplitSource

    init(of source: SplitSource) {
        self.source = source
        source.hold()
    }

    /// Sends a value, or keeps it for the first subscriber.
    func send(_ value: Output) {
        let subscribers: [Sender?] = state.withLock { state in
            if state.end != nil { return [] }
            if state.isFlowing { return state.subscribers.all }
            state.waiting.append(value)
            return []
        }
        for case let subscriber? in subscribers { subscriber.send(value) }
    }

    /// Ends all subscribers, once they have been sent what waits.
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

    /// Sends what has waited, and what comes meanwhile.
    private func drain() {
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

    private func remove(_ subscriber: Sender) {
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

    /// Drops what waits, if there has been no subscriber: there won't be one.
    private func abandon() {
        let (wasOpen, dropped) = state.withLock { state -> (Bool, [Output]) in
            if state.isClaimed || state.end != nil { return (false, []) }
            defer { state.waiting = [] }
            state.end = .finished
            return (true, state.waiting)
        }
        withExtendedLifetime(dropped) {}
        if wasOpen { source.release() }
    }

    /// What the publishers of a branch hold. When none of them is left, nobody can subscribe any more.
    final class Handle: Sendable {
        private let branch: Branch

        init(_ branch: Branch) { self.branch = branch }

        deinit { branch.abandon() }

        var publisher: AnyPublisher<Output, Failure> { .created { [self] in branch.add($0) } }
    }

    /// A publisher of the branch's values.
    var publisher: AnyPublisher<Output, Failure> { Handle(self).publisher }
}

/// A subscription to a publisher whose values go to several branches. It is cancelled when neither the stream of branches nor a
/// branch needs it.
final class SplitSource: Sendable {
    private struct State {
        var holders = 1
        /// Whether the stream of branches still runs.
        var isOpen = true
    }

    private let state = Guarded(State())
    private let subscription = Slot()

    /// Whether new branches have somebody to be sent to.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    func start(_ cancellable: any Cancellable) {
        if subscription.put(cancellable) { cancellable.cancel() }
    }

    func hold() { state.withLock { $0.holders += 1 } }

    func release() {
        let isLast = state.withLock { state in
            state.holders -= 1
            return state.holders == 0
        }
        if isLast { subscription.close()?.cancel() }
    }

    /// The stream of branches is over.
    func close() {
        let wasOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if wasOpen { release() }
    }
}
