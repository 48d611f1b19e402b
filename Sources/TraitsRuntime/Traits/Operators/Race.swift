extension Publisher {
    /// Follows the first of two publishers to send an event, and cancels the other.
    ///
    /// ```
    ///                 ----1--2--|
    ///                 --a----b--|
    /// race(with:)     --a----b--|
    /// ```
    ///
    /// An end or a failure counts as well. The winner's history is the whole history, so the race of two singles is a
    /// single. If both are ready synchronously, this publisher wins, and the other isn't subscribed to.
    ///
    /// - Demand: passes to both, until one has won.
    /// - Failure: the winner's.
    /// - Threads: the winner's.
    /// - Cancellation: cancels both.
    ///
    /// ```swift
    /// let fastest = AnySinglePublisher<String, Never>.never()
    ///     .race(with: AnySinglePublisher<String, Never>.just("mirror"))
    ///     .eraseToAnySinglePublisher()
    /// ```
    ///
    /// - Parameter other: the competitor.
    @_disfavoredOverload
    @inlinable
    public func race<P: Publisher>(with other: P) -> TraitPublishers.Race<Self, P>
    where P.Output == Output, P.Failure == Failure {
        TraitPublishers.Race(self, other)
    }
}

/// Combining the publishers or properties of a collection.
extension Collection where Element: Publisher {
    /// Follows the first publisher of this collection to send an event, and cancels the others; otherwise like
    /// ``Publisher/race(with:)``.
    ///
    /// If the collection is empty, the result stays silent: no publisher ever wins.
    ///
    /// - Complexity: linear in the number of publishers, until one has won.
    ///
    /// ```swift
    /// let mirrors = ["a", "b"].map { AnySinglePublisher<String, Never>.just($0) }
    /// let cancellable = mirrors.race().sinkSingle { print($0) }      // success("a")
    /// ```
    @_disfavoredOverload
    @inlinable
    public func race() -> TraitPublishers.RaceMany<Element> { .init(Array(self)) }
}

extension TraitPublishers {
    /// A publisher that follows the faster of two; see `race(with:)`.
    public struct Race<A: Publisher, B: Publisher>: _NodePublisher
    where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Lets two publishers compete.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _MachineNode(_RaceMachine(), consume downstream, inputs: 2).run { node in
                if !node.isDecided { a.subscribe(node.input(_AnyInput(0))) }
                if !node.isDecided { b.subscribe(node.input(_AnyInput(1))) }
            }
        }
    }

    /// A publisher that follows the fastest of several; see `race()`.
    public struct RaceMany<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers that compete.
        public let publishers: [Upstream]

        /// Lets publishers compete.
        @inlinable
        public init(_ publishers: [Upstream]) { self.publishers = publishers }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _MachineNode(_RaceMachine(), consume downstream, inputs: publishers.count).run {
                $0.subscribe(to: publishers)
            }
        }
    }
}

extension TraitPublishers.Race: Sendable where A: Sendable, B: Sendable {}
extension TraitPublishers.RaceMany: Sendable where Upstream: Sendable {}

/// Passes on the events of the input that sends first.
@frozen @usableFromInline
struct _RaceMachine<Output, Failure: Error>: OperatorInputsMachine {
    @usableFromInline typealias _HoldsInputs = _No
    @usableFromInline typealias _AsksForAll = _No

    @inlinable init() {}

    @usableFromInline static var name: String { "Race" }
    @inlinable @inline(__always) static var _demand: _MachineDemand { .raced }
    @inlinable @inline(__always) static var _code: _MachineCode { .own }
    @inlinable @inline(__always) static var _cancelsFailed: Bool { false }
    @inlinable @inline(__always) static var _acceptsZeroDemand: Bool { false }

    @inlinable @inline(__always)
    func receive(_ input: Output, from index: Int) -> OperatorStep<Output, Failure> { .next(input) }

    @inlinable @inline(__always)
    func receive(
        completion: Subscribers.Completion<Failure>, from index: Int
    ) -> OperatorStep<Output, Failure> { .end(completion) }
}
