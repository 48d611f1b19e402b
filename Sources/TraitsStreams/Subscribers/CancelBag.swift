/// A bag of cancellables that are cancelled together, at the latest when the bag is released.
///
/// Unlike a `Set<AnyCancellable>`, the bag is safe to use from any thread, and a subscription leaves it when its stream ends.
/// So a bag that lives long doesn't grow.
///
/// ```swift
/// let bag = CancelBag()
/// let names = PassthroughSubject<String, Never>()
/// names.sink { print($0) }.store(in: bag)
/// names.send(completion: .finished)
/// print(bag.isEmpty)      // true: the stream has ended
/// ```
///
/// The cancellables of `sink`, its variants and `assign` leave by themselves when the stream ends. Any other cancellable stays
/// until it is cancelled: the bag can't know whether anything is left to cancel.
///
/// - Threads: everything may be called from every thread.
/// - Complexity: constant time, on average, for an entry to come and to go.
public final class CancelBag: Cancellable, Sendable {
    /// The mutable state, under `lock`.
    private struct State {
        /// `nil` for an entry that is still being made.
        var entries: [Int: AnyCancellable?] = [:]
        var tickets = 0
        /// The number of entries at which the ended ones are removed.
        var crowd = State.smallCrowd

        static let smallCrowd = 16

        /// Takes out the entries that are over, to be released outside of the lock.
        mutating func takeEnded() -> [AnyCancellable] {
            var ended: [AnyCancellable] = []
            entries = entries.filter { _, entry in
                guard let entry, entry._isOver else { return true }
                ended.append(entry)
                return false
            }
            crowd = max(State.smallCrowd, 2 * entries.count)
            return ended
        }
    }

    private let lock = _Lock()
    // Touched under `lock` only.
    private nonisolated(unsafe) var state = State()

    /// Creates an empty bag.
    public init() {}

    deinit { cancel() }

    /// A Boolean value that indicates whether the bag has no entry that can still be cancelled.
    ///
    /// - Complexity: as ``count``.
    public var isEmpty: Bool { count == 0 }

    /// The number of entries in the bag that can still be cancelled.
    ///
    /// - Complexity: linear in the number of entries.
    public var count: Int {
        let (count, ended) = lock.withLock {
            let ended = state.takeEnded()
            return (state.entries.count, ended)
        }
        return withExtendedLifetime(ended) { count }
    }

    /// Puts a cancellable into the bag, unless its stream has ended already.
    public func insert(_ cancellable: some Cancellable) {
        let entry = cancellable as? AnyCancellable ?? AnyCancellable(cancellable)
        if !entry._isOver { fill(reserve(), entry) }
    }

    /// Cancels all entries, outside of any lock, and empties the bag. The bag stays usable.
    public func cancel() {
        let entries = lock.withLock {
            let entries = state.entries
            state.entries = [:]
            return entries
        }
        for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry?.cancel() }
    }

    // MARK: Entries that leave by themselves

    /// Makes room for an entry that may be over before it can be put in.
    func reserve() -> Int {
        let (ticket, ended) = lock.withLock {
            let ended = state.entries.count < state.crowd ? [] : state.takeEnded()
            state.tickets += 1
            state.entries[state.tickets] = .some(nil)
            return (state.tickets, ended)
        }
        return withExtendedLifetime(ended) { ticket }
    }

    /// Puts an entry in, or cancels it if it was removed, or the bag cancelled, meanwhile.
    func fill(_ ticket: Int, _ cancellable: AnyCancellable) {
        let isWanted = lock.withLock {
            guard state.entries[ticket] != nil else { return false }
            state.entries[ticket] = cancellable
            return true
        }
        if !isWanted { cancellable.cancel() }
    }

    /// Takes an entry out that has ended.
    func remove(_ ticket: Int) {
        let entry = lock.withLock { state.entries.removeValue(forKey: ticket) }
        withExtendedLifetime(entry) {}
    }
}

extension Cancellable {
    /// Puts this cancellable into a bag, which keeps it, and cancels it with the rest, unless its stream ends first.
    ///
    /// ```swift
    /// let bag = CancelBag()
    /// Just("Alice").sink { print($0) }.store(in: bag)
    /// ```
    public func store(in bag: CancelBag) { bag.insert(self) }
}

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure for each value and one for the end, until the publisher ends or the bag is cancelled.
        ///
        /// Like `sink(receiveCompletion:receiveValue:)`; the subscription leaves the bag when it ends, right before the
        /// completion is handed on.
        ///
        /// ```swift
        /// let bag = CancelBag()
        /// [1, 2].publisher.sink(in: bag, receiveCompletion: { print($0) }, receiveValue: { print($0) })
        /// ```
        public func sink(
            in bag: CancelBag, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) {
            _sink(in: bag, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }
    #endif

    /// Subscribes a sink that leaves a bag when its stream ends. Its closures are never `sending`.
    package func _sink(
        in bag: CancelBag, receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) {
        let ticket = bag.reserve()
        // Captured weakly: the subscription must not keep the bag that is to cancel it.
        let cancellable = _sink(
            receiveCompletion: { [weak bag] completion in
                bag?.remove(ticket)
                receiveCompletion(completion)
            },
            receiveValue: receiveValue)
        bag.fill(ticket, cancellable)
    }
}

extension Publisher where Failure == Never {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure for each value, until the publisher ends or the bag is cancelled.
        ///
        /// ```swift
        /// let bag = CancelBag()
        /// [1, 2].publisher.sink(in: bag) { print($0) }
        /// ```
        public func sink(in bag: CancelBag, receiveValue: @escaping (Output) -> Void) {
            _sink(in: bag, receiveCompletion: { _ in }, receiveValue: receiveValue)
        }
    #endif
}
