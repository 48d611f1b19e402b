import Synchronization

/// Counts the subscribers of a shared connection: made for the first, cancelled after the last.
@usableFromInline
final class _SharedConnection {
    /// The rule by which subscribers are counted.
    @usableFromInline
    enum Kind {
        /// A subscriber counts until it cancels, and for good once it has been sent the end: a connection that has ended isn't made
        /// again. There is one connection at a time.
        case share
        /// A subscriber counts until it cancels. A subscriber that comes from inside the call that makes a connection makes
        /// another connection. In the end the outer connection counts, with one subscriber, as in Combine.
        case autoconnect
    }

    /// One connection, from the moment when it is wanted: it can be cancelled while it is being made.
    @usableFromInline
    final class Attempt {
        private let lock = _Lock()
        private var connection: (any Cancellable)?
        /// The connection, if it can go on without subscribers.
        private var feed: (any _Abandonable)?
        private var isCancelled = false
        /// A Boolean value that indicates whether the last subscriber left inside the call that makes the connection.
        fileprivate private(set) var isAbandoned = false
        /// The thread that makes it.
        fileprivate let maker = _threadIdentity()
        /// The subject that `share()` sends through. Each connection has its own, so that a value of an abandoned connection,
        /// sent by another thread at that moment, never reaches the subscribers of the next connection.
        @usableFromInline let subject: AnyObject?

        fileprivate init(_ subject: AnyObject?) { self.subject = subject }

        /// Takes the object that stops the connection, and cancels it if the connection isn't wanted any more.
        @usableFromInline
        func take(_ connection: any Cancellable, feed: (any Cancellable)? = nil) {
            let isTooLate = lock.withLock {
                if !isCancelled { (self.connection, self.feed) = (connection, feed as? any _Abandonable) }
                return isCancelled
            }
            if isTooLate { connection.cancel() }
        }

        fileprivate var isOver: Bool { lock.withLock { isCancelled } }

        /// The last subscriber has left inside the call that makes the connection: work that is done within that call
        /// may end, and `ends` decides whether later subscribers get this end. Other work is cancelled when the call returns.
        fileprivate func abandon(ends: @escaping () -> Bool) {
            if let feed = lock.withLock({ feed }), feed.abandon(ends: ends) {
                isAbandoned = true
            } else {
                cancel()
            }
        }

        fileprivate func cancel() {
            let (connection, feed) = lock.withLock {
                isCancelled = true
                return (self.connection.take(), self.feed.take())
            }
            withExtendedLifetime(feed) { connection?.cancel() }
        }
    }

    @usableFromInline let kind: Kind
    private let lock = _Lock()
    // All under `lock`.
    private var count = 0
    /// The number of subscribers that haven't cancelled. `count` may be less: see ``Kind/autoconnect``.
    private var present = 0
    private var current: Attempt?
    /// A Boolean value that indicates whether `current` has been made.
    private var isMade = false

    /// The publisher that shares, for mirrors.
    @usableFromInline weak var owner: AnyObject?

    @usableFromInline
    init(_ kind: Kind) { self.kind = kind }

    /// Counts a subscriber that comes.
    ///
    /// - Parameter makeSubject: makes the subject of a connection, if each connection has its own. Called under the lock.
    /// - Returns: the subscriber's connection, and whether the caller is to make it after it has attached the subscriber.
    @usableFromInline
    func retain(_ makeSubject: () -> AnyObject? = { nil }) -> (attempt: Attempt, isNew: Bool) {
        lock.lock()
        defer { lock.unlock() }
        count += 1
        present += 1
        if let current, isMade || kind == .share || current.maker != _threadIdentity() {
            return (current, false)
        }
        let attempt = Attempt(makeSubject())
        current = attempt
        isMade = false
        return (attempt, true)
    }

    /// Notes that a connection has been made. It replaces any connection that was made meanwhile from inside. If all subscribers
    /// have cancelled that connection, it is cancelled.
    @usableFromInline
    func made(_ attempt: Attempt) {
        // After an end there is nothing left to cancel.
        if attempt.isAbandoned { return attempt.cancel() }
        if attempt.isOver { return }
        let (replaced, isWanted): (Attempt?, Bool) = lock.withLock {
            if current !== attempt {
                if kind == .share { return (nil, true) }
                if present == 0 { return (nil, false) }
                count = 1
            }
            let inner = current
            (current, isMade) = (attempt, true)
            return (inner, true)
        }
        withExtendedLifetime(replaced) {}
        if !isWanted { attempt.cancel() }
    }

    /// Counts a subscriber that leaves. The last subscriber cancels the connection, even while it is being made: further values
    /// of its source must not reach later subscribers, nor its end if there is another connection by then.
    @usableFromInline
    func release() {
        let last: (attempt: Attempt, isBeingMade: Bool)? = lock.withLock {
            present -= 1
            if current == nil { return nil }
            count -= 1
            return count == 0 ? current.take().map { ($0, !isMade) } : nil
        }
        guard let (attempt, isBeingMade) = last else { return }
        if isBeingMade && attempt.maker == _threadIdentity() {
            attempt.abandon { self.ends(attempt) }
        } else {
            attempt.cancel()
        }
    }

    /// Notes that an abandoned connection has ended. Unless there is another connection, the work is done, and isn't done
    /// again.
    private func ends(_ attempt: Attempt) -> Bool {
        lock.withLock {
            if current != nil { return false }
            (current, count, isMade) = (attempt, 1, true)
            return true
        }
    }
}

/// A connection that may outlive its subscribers for as long as it is being made.
protocol _Abandonable: Cancellable {
    /// Drops values from now on, and sends an end only if `ends` allows it.
    ///
    /// - Returns: `false` if there is no upstream to wait for.
    func abandon(ends: @escaping () -> Bool) -> Bool
}

/// A connectable publisher that hands out its connection before it makes it.
protocol _EarlyConnectable {
    func connect(handing take: (any Cancellable) -> Void)
}

extension ConnectablePublisher {
    /// Connects, and hands out the object that stops the connection as early as this publisher can.
    @usableFromInline
    func _connect(_ attempt: _SharedConnection.Attempt) {
        if let early = self as? any _EarlyConnectable {
            early.connect { attempt.take(AnyCancellable($0), feed: $0) }
        } else {
            attempt.take(connect())
        }
    }
}

extension Publisher {
    /// Feeds a subject, after handing out the object that stops this.
    @inlinable
    func _feed<S: Subject>(_ subject: S, handing take: (any Cancellable) -> Void)
    where S.Output == Output, S.Failure == Failure {
        let node = SubjectSubscriber(subject)
        take(node)
        subscribe(node)
    }
}

/// The subscription of one subscriber of a counted connection: upstream's subscription, whose first cancellation is counted.
@usableFromInline
struct _CountedSubscription: Subscription, CustomStringConvertible, CustomPlaygroundDisplayConvertible {
    private final class Count: Sendable {
        let cancellations = Atomic<Int>(0)
    }

    private let upstream: any Subscription
    private let connection: _SharedConnection
    private let count = Count()

    @usableFromInline
    init(_ upstream: any Subscription, _ connection: _SharedConnection) {
        self.upstream = upstream
        self.connection = connection
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }
    @usableFromInline var description: String { String(describing: upstream) }
    @usableFromInline var playgroundDescription: Any { description }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

    @usableFromInline
    func cancel() {
        if count.cancellations.exchange(1, ordering: .relaxed) == 0 { connection.release() }
        upstream.cancel()
    }
}

/// Counts the cancellation of a subscriber of `share()`, before it reaches the subject.
@frozen @usableFromInline
struct _ShareObserver<Output, Failure: Error>: _Observer {
    @usableFromInline let connection: _SharedConnection

    @inlinable
    init(_ connection: _SharedConnection) { self.connection = connection }

    @usableFromInline static var name: String { "Multicast" }
    @inlinable @inline(__always) static var earlyEvents: _EarlyEvents { .areIgnored }
    @inlinable @inline(__always) static var seesEvents: Bool { false }
    @inlinable @inline(__always) static var seesRequests: Bool { false }

    @inlinable @inline(__always)
    func sent(_ input: Output) -> Output { input }

    @inlinable
    func cancelled() { connection.release() }
}
