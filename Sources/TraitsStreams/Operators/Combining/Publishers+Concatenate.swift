extension Publisher {
    /// Sends the values of this publisher, then those of another.
    ///
    /// ```
    ///         --1--2--|
    ///                 --a--b--|-->
    /// append  --1--2----a--b--|-->
    /// ```
    ///
    /// The other publisher is subscribed to when this one has finished, and not at all if it fails.
    ///
    /// - Demand: passes through; demand that this publisher hasn't met is asked of the other.
    /// - Failure: a failure of either ends all.
    /// - Threads: values are sent wherever the publishers send.
    /// - Cancellation: cancels the running publisher.
    /// - Complexity: constant work for a value and constant stack, also in a chain of any number of these,
    ///   nested in one another on either side.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.append([3].publisher).sink { print($0) }      // 1, 2, 3
    /// ```
    ///
    /// - Parameter publisher: the publisher that follows.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Sends the values of this publisher, then the given ones; otherwise like ``append(_:)-(P)``.
    ///
    /// ```swift
    /// let cancellable = Just(1).append(2, 3).sink { print($0) }      // 1, 2, 3
    /// ```
    @inlinable
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Sends the values of this publisher, then the elements of a sequence; otherwise like
    /// ``append(_:)-(P)``.
    @inlinable
    public func append<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Sends the values of another publisher, then those of this one.
    ///
    /// ```
    ///                   --1--2--|-->
    ///          --a--b--|
    /// prepend  --a--b----1--2--|-->
    /// ```
    ///
    /// This publisher is subscribed to when the other has finished, and not at all if that fails. Demand,
    /// failure, threads and cancellation are those of ``append(_:)-(P)``.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.prepend([0].publisher).sink { print($0) }      // 0, 1, 2
    /// ```
    ///
    /// - Parameter publisher: the publisher that goes before.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Sends the given values, then those of this publisher; otherwise like ``prepend(_:)-(P)``.
    ///
    /// ```swift
    /// let cancellable = Just(3).prepend(1, 2).sink { print($0) }      // 1, 2, 3
    /// ```
    @inlinable
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Sends one value, then those of this publisher; otherwise like ``prepend(_:)-(P)``.
    ///
    /// The result has its value synchronously, and its type says so: a list of values, as the other form takes, may be empty.
    /// The compiler chooses this form where that matters.
    ///
    /// ```swift
    /// let words = PassthroughSubject<String, Never>()
    /// let all: AnyImmediatePublisher = words.prepend("x").eraseToAnyImmediatePublisher()
    /// let cancellable = all.sink { print($0) }      // x
    /// ```
    @_disfavoredOverload
    @inlinable
    public func prepend(_ element: Output) -> Publishers.Concatenate<Result<Output, Failure>.Publisher, Self>
    {
        prepend(Result<Output, Failure>.Publisher(element))
    }

    /// Sends the elements of a sequence, then the values of this publisher; otherwise like
    /// ``prepend(_:)-(P)``.
    @inlinable
    public func prepend<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }
}

extension Publishers {
    /// A publisher that sends the values of one publisher, then those of another; see `append(_:)`.
    @frozen
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: _NodePublisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        public typealias Output = Suffix.Output
        public typealias Failure = Suffix.Failure

        /// The publisher whose values come first.
        public let prefix: Prefix

        /// The publisher whose values follow.
        public let suffix: Suffix

        /// Creates a publisher that sends the values of one publisher, then those of another.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            if _Fact<Downstream._Splices>.mayHold(true), let splice = downstream._splice {
                splice.insert(splice.node, prefix._erased(), suffix._erased())
            } else if !_Fact<Downstream._Splices>.holds {
                _SequentialNode(downstream, _ConcatenateMachine(suffix: suffix)).run(like: prefix)
            }
            // Otherwise it is a part of a concatenation that is over.
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

/// The parts that haven't run yet. A part that turns out to be a concatenation itself doesn't nest: its parts take its place.
@frozen @usableFromInline
struct _ConcatenateMachine<Suffix: Publisher>: _SequentialMachine {
    @usableFromInline typealias Part = _ConcatenatePart<Suffix>
    @usableFromInline typealias Inserted = AnyPublisher<Suffix.Output, Suffix.Failure>

    @usableFromInline var suffix: Suffix?
    /// The parts of the part that was started last, the next one last.
    @usableFromInline var inserted: [Inserted] = []

    @inlinable
    init(suffix: Suffix) { self.suffix = suffix }

    @usableFromInline static var name: String { "Concatenate" }
    @usableFromInline typealias TakesParts = _Yes
    @inlinable @inline(__always) static var succession: _Succession { .parts }

    @inlinable
    mutating func on(_ completion: Subscribers.Completion<Suffix.Failure>) -> _Following<Part> {
        if case .failure = completion { return .end(completion) }
        if let part = popInserted() { return .next(.inserted(part)) }
        guard let suffix else { return .end(.finished) }
        self.suffix = nil
        return .next(.suffix(suffix))
    }

    // Arrays of parts aren't compiled by clients.
    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func popInserted() -> Inserted? { inserted.popLast() }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func insert(_ first: Inserted, before second: Inserted) -> Part? {
        inserted.append(second)
        return .inserted(first)
    }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func removeAll() -> [Part] {
        defer { (suffix, inserted) = (nil, []) }
        return inserted.map(Part.inserted) + (suffix.map { [.suffix($0)] } ?? [])
    }
}

/// A part of a concatenation after the first one.
@frozen @usableFromInline
enum _ConcatenatePart<Suffix: Publisher>: Publisher {
    case suffix(Suffix)
    case inserted(AnyPublisher<Output, Failure>)

    @usableFromInline typealias Output = Suffix.Output
    @usableFromInline typealias Failure = Suffix.Failure

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        switch self {
        case .suffix(let publisher): publisher.subscribe(subscriber)
        case .inserted(let publisher): publisher.subscribe(subscriber)
        }
    }
}
