public import TraitsRuntime

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends a publisher for each key, which sends the values with this key.
        ///
        /// ```
        ///                          --1--2--3--4--|
        /// groupBy { $0 % 2 }       --a--b--------|     a is the group of 1, b that of 0
        ///                    a     --1-----3-----|
        ///                    b     -----2-----4--|
        /// ```
        ///
        /// The name and the meaning are those of RxSwift, except that values wait for the first subscriber of their group, as
        /// in RxJava. A group is over when it is released before its first subscriber, or when all its subscribers have
        /// cancelled. Then its values are left out, as in RxSwift, and there is no second group with its key.
        ///
        /// - Demand: this publisher is asked for everything. Groups, and the values of each group, wait until they are asked
        ///   for.
        /// - Failure: a failure of this publisher ends all groups and the stream of groups.
        /// - Threads: the closure runs wherever this publisher sends. Values that have waited are sent where they are asked for.
        /// - Cancellation: this publisher is cancelled when the stream of groups and all groups have been cancelled.
        /// - Complexity: keeps the keys, and the values that wait.
        ///
        /// ```swift
        /// let cancellable = (1...5).publisher
        ///     .groupBy { $0.isMultiple(of: 2) ? "even" : "odd" }
        ///     .flatMap { group in group.collect().map { "\(group.key) \($0)" } }
        ///     .sink { print($0) }
        /// // Prints: odd [1, 3, 5]
        /// // Prints: even [2, 4]
        /// ```
        ///
        /// - Parameter keySelector: returns the key of a value's group.
        @_disfavoredOverload
        @inlinable
        public func groupBy<Key: Hashable>(
            _ keySelector: @escaping (Output) -> Key
        ) -> MorePublishers.GroupBy<Self, Key> {
            MorePublishers.GroupBy(upstream: self, keySelector: keySelector)
        }
    #endif
}

extension MorePublishers {
    /// A publisher that sends a publisher for each key; see `groupBy(_:)`.
    public struct GroupBy<Upstream: Publisher, Key: Hashable>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = GroupedPublisher<Key, Upstream.Output, Upstream.Failure>
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are grouped.
        public let upstream: Upstream

        /// The closure that returns the key of a value's group.
        public let keySelector: (Upstream.Output) -> Key

        /// Creates a publisher that sends a publisher for each key.
        @inlinable
        public init(upstream: Upstream, keySelector: @escaping (Upstream.Output) -> Key) {
            self.upstream = upstream
            self.keySelector = keySelector
        }

        /// Subscribes to upstream.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure>.created(stoppable: { outer, work in
                let source = SplitSource()
                let groups = Groups<Key, Upstream.Output, Failure>(of: source, outer)
                let sink = Subscribers.Sink<Upstream.Output, Failure>(
                    receiveCompletion: groups.end,
                    receiveValue: { groups.send($0, to: keySelector($0)) })
                return source.run(sink, in: work) { upstream.subscribe(sink) }
            }).receive(subscriber: subscriber)
        }
    }
}

/// A publisher of the values with one key; see `groupBy(_:)`.
///
/// ```
/// values waited       12
/// first subscriber    ---12-3--4--|
/// second subscriber         -3--4--|
/// ```
///
/// - Demand: values wait until they are asked for.
/// - Failure: the failure of the grouped publisher.
/// - Threads: values are sent wherever the grouped publisher sends, or where they are asked for.
/// - Cancellation: a subscriber that cancels is forgotten. When the last subscriber cancels, the group is over.
///
/// ```swift
/// let cancellable = [1, 2, 3].publisher.groupBy { $0 % 2 }.sink { group in print(group.key) }
/// // Prints: 1
/// // Prints: 0
/// ```
public struct GroupedPublisher<Key, Output, Failure: Error>: Publisher {
    /// The key that the values of the group share.
    public let key: Key

    @usableFromInline let values: AnyPublisher<Output, Failure>

    @inlinable
    init(key: Key, values: AnyPublisher<Output, Failure>) {
        self.key = key
        self.values = values
    }

    /// Adds a subscriber.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        values.receive(subscriber: subscriber)
    }
}

/// The groups of one subscription. Upstream sends one event at a time.
@usableFromInline
final class Groups<Key: Hashable, Value, Failure: Error> {
    @usableFromInline let source: SplitSource
    @usableFromInline let outer: PassthroughSubject<GroupedPublisher<Key, Value, Failure>, Failure>
    @usableFromInline var groups: [Key: Branch<Value, Failure>] = [:]
    /// All groups, in the order in which they have begun.
    @usableFromInline var all: [Branch<Value, Failure>] = []

    @inlinable
    init(of source: SplitSource, _ outer: PassthroughSubject<GroupedPublisher<Key, Value, Failure>, Failure>)
    {
        self.source = source
        self.outer = outer
    }

    @inlinable
    func send(_ value: Value, to key: Key) {
        if let group = groups[key] { return group.send(value) }
        if !source.isOpen { return }
        let group = Branch<Value, Failure>(of: source)
        groups[key] = group
        all.append(group)
        let publisher = GroupedPublisher(key: key, values: group.publisher)
        // The group gets its value first, so that values that a subscriber of the group sends come later.
        group.send(value)
        outer.send(publisher)
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        for group in all { group.end(completion) }
        outer.send(completion: completion)
    }
}

extension GroupedPublisher: @unchecked Sendable where Key: Sendable, Output: Sendable {}
