extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Sends values to all subscribers through a subject that is made when it is first needed.
        ///
        /// Nothing flows before ``ConnectablePublisher/connect()``.
        ///
        /// - Demand: between upstream and the subject, and between the subject and each subscriber: the subject
        ///   decides.
        /// - Failure: sent through the subject.
        /// - Cancellation: of a subscriber, leaves the subject; of the connection, cancels upstream.
        ///
        /// ```swift
        /// let shared = [1, 2].publisher.multicast { PassthroughSubject() }
        /// let cancellable = shared.sink { print($0) }
        /// let connection = shared.connect()      // 1, 2
        /// ```
        ///
        /// - Parameter createSubject: called when the subject is first needed. Of threads that need it at that moment each may call it;
        ///   one of their subjects is used.
        @inlinable
        public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
        where S.Output == Output, S.Failure == Failure {
            Publishers.Multicast(upstream: self, createSubject: createSubject)
        }
    #endif

    /// Sends values to all subscribers through a subject.
    ///
    /// Nothing flows before ``ConnectablePublisher/connect()``.
    ///
    /// - Parameter subject: every subscriber is attached to it.
    @inlinable
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self) { subject }
    }
}

extension Publishers {
    /// A publisher that sends through a subject; see `multicast(_:)`.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher,
        _NodePublisher,
        _EarlyConnectable
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream

        /// Makes the subject.
        public let createSubject: () -> SubjectType

        private let lock = _Lock()
        private var created: SubjectType?

        /// Creates a publisher that sends through a subject.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// The subject, made on first use. Several threads may make one; the first that is stored is used.
        @usableFromInline var subject: SubjectType {
            if let subject = lock.withLock({ created }) { return subject }
            // Not under the lock: the closure may do anything.
            let candidate = createSubject()
            return lock.withLock {
                if created == nil { created = candidate }
                return created!
            }
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            subject.subscribe(_ObserverNode(downstream, _MulticastObserver()))
        }

        @inlinable
        public func connect() -> any Cancellable { upstream.subscribe(subject) }

        func connect(handing take: (any Cancellable) -> Void) { upstream._feed(subject, handing: take) }
    }
}

/// Sees nothing; demand that is returned for a value reaches the subject by a request, as in Combine.
@frozen @usableFromInline
struct _MulticastObserver<Output, Failure: Error>: _Observer {
    @inlinable init() {}

    @usableFromInline static var name: String { "Multicast" }
    @inlinable @inline(__always) static var earlyEvents: _EarlyEvents { .areIgnored }
    @inlinable @inline(__always) static var seesEvents: Bool { false }
    @inlinable @inline(__always) static var seesRequests: Bool { false }
    @inlinable @inline(__always) static var requestsReturned: Bool { true }

    @inlinable @inline(__always)
    func sent(_ input: Output) -> Output { input }
}

// Unchecked: all mutable state is touched under `lock` only. The closure that makes the subject is called by whichever thread
// needs the subject first; if it belongs to an actor, it checks where it runs.
extension Publishers.Multicast: @unchecked Sendable where Upstream: Sendable, SubjectType: Sendable {}
