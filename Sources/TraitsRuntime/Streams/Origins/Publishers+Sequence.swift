import Synchronization

extension Sequence {
    /// A publisher of the elements of this sequence, in order.
    ///
    /// ```
    /// [1, 2, 3].publisher     123|
    /// ```
    ///
    /// - Demand: elements are drawn as they are requested; a loop, not recursion, however they are requested.
    /// - Threads: sends inside the calls that request.
    /// - Cancellation: no element is drawn after it.
    ///
    /// ```swift
    /// let cancellable = (1...3).publisher.sink { print($0) }      // 1, 2, 3
    /// ```
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
    /// A publisher of the elements of a sequence; see `Sequence.publisher`.
    @frozen
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        public typealias Output = Elements.Element

        /// The sequence whose elements are sent.
        public let sequence: Elements

        /// Creates a publisher of the elements of a sequence.
        @inlinable @inline(__always)
        public init(sequence: Elements) { self.sequence = sequence }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if S._isUnlimited {
                sendAll(to: subscriber)
            } else {
                let inner = Inner(subscriber, sequence)
                if inner.next == nil {
                    subscriber._receive(node: _EmptyNode.shared)
                    subscriber.receive(completion: .finished)
                } else {
                    subscriber._receive(node: inner)
                }
            }
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Publishers.Sequence {
    /// Sends elements on request.
    ///
    /// `word` is the demand not yet met, `Int.max` for no limit. Whoever moves it away from zero drains until
    /// it is zero again; a request made meanwhile, from inside or from another thread, only adds to it.
    /// `flag` is 1 once cancelled or finished.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _Node
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
        @usableFromInline @exclusivity(unchecked) var iterator: Elements.Iterator?
        /// One element ahead, since the completion follows the last element without another request.
        @usableFromInline @exclusivity(unchecked) var next: Output?
        /// For the description, until all is over.
        @usableFromInline @exclusivity(unchecked) var sequence: Elements?

        @inlinable
        init(_ downstream: Downstream, _ sequence: Elements) {
            self.downstream = downstream
            var iterator = sequence.makeIterator()
            next = iterator.next()
            self.iterator = iterator
            self.sequence = sequence
            super.init { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand):
                    precondition(demand > .none, "a subscriber must request more than no values")
                    if me.word._add(demand) == 0 { me.drain() }
                case .cancel:
                    me.flag.store(1, ordering: .sequentiallyConsistent)
                    me.releaseIfIdle()
                }
            }
        }

        @usableFromInline override var description: String {
            sequence.map { String(describing: $0) } ?? "Sequence"
        }

        @usableFromInline override var customMirror: Mirror {
            let shown: Any = sequence ?? [Output]() as Any
            return Mirror(self, children: CollectionOfOne<Mirror.Child>(("sequence", shown)))
        }

        @inlinable
        func drain() {
            guard let downstream else { return }
            var sent = 0
            var goal = word.load(ordering: .relaxed)
            while true {
                while sent < goal {
                    guard flag.load(ordering: .relaxed) == 0, let element = next else { return release() }
                    next = iterator!.next()
                    let more = downstream.receive(element)
                    if goal != .max { sent &+= 1 }
                    if more > .none { _ = word._add(more) }
                    if next == nil {
                        if flag.exchange(1, ordering: .relaxed) == 0 {
                            downstream.receive(completion: .finished)
                        }
                        return release()
                    }
                    if sent == goal || goal == .max { goal = word.load(ordering: .relaxed) }
                }
                let (stored, now) = word.compareExchange(
                    expected: goal, desired: goal &- sent, ordering: .sequentiallyConsistent)
                if !stored {
                    goal = now
                } else if goal == sent {
                    // A cancellation that came just before the store left the release to this thread.
                    if flag.load(ordering: .sequentiallyConsistent) != 0 { releaseIfIdle() }
                    return
                } else {
                    goal &-= sent
                    sent = 0
                }
            }
        }

        /// Releases what it holds if no thread is draining, and keeps any from doing so.
        @inlinable
        func releaseIfIdle() {
            if word.compareExchange(expected: 0, desired: .max, ordering: .sequentiallyConsistent).exchanged {
                release()
            }
        }

        @inlinable
        func release() {
            word.store(.max, ordering: .relaxed)
            next = nil
            iterator = nil
            sequence = nil
            downstream = nil
        }
    }
}
