public import Foundation
public import TraitsStreams

/// Publishing notifications.
extension NotificationCenter {
    /// Returns a publisher of the notifications with one name, from one object or from any object.
    ///
    /// - Demand: a subscriber without demand misses a notification. Demand that it returns counts for a notification that
    ///   another thread posts meanwhile.
    /// - Threads: sends on the posting thread; calls to one subscriber never overlap.
    /// - Cancellation: removes the observer.
    ///
    /// ```swift
    /// let cancellable = NotificationCenter.default
    ///     .publisher(for: Notification.Name("DocumentDidChange"))
    ///     .sink { print($0.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the notifications.
    ///   - object: the object that posts; any object if `nil`. A subscription retains it until the subscription is cancelled.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// A publisher of notifications; see `publisher(for:object:)`.
    public struct Publisher: TraitsStreams.Publisher, Equatable {
        public typealias Output = Notification
        public typealias Failure = Never

        /// The center that is observed.
        public let center: NotificationCenter

        /// The name of the notifications.
        public let name: Notification.Name

        /// The object that posts; any object if `nil`.
        public let object: AnyObject?

        /// Creates a publisher of notifications.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            subscriber.receive(
                subscription: NotificationSubscription(center, name, object, subscriber))
        }

        public static func == (lhs: Publisher, rhs: Publisher) -> Bool {
            lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
        }
    }
}

/// One observer of a notification center.
private final class NotificationSubscription<S: Subscriber>: Subscription, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible, @unchecked Sendable
where S.Input == Notification, S.Failure == Never {
    // Unchecked: `state` guards the mutable state. `delivery` is held while the subscriber is called, so it is recursive, and
    // only other deliveries wait for it.

    private let state = TraitLock()
    private let delivery = _DeliveryLock()
    private let name: Notification.Name
    /// The posting object, retained until the cancellation. The center knows the object by its address, which another object
    /// could take over after its release.
    private var object: AnyObject?
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var observation: (center: NotificationCenter, token: any NSObjectProtocol)?

    init(
        _ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?, _ subscriber: S
    ) {
        self.subscriber = subscriber
        self.name = name
        self.object = object
        // The center retains the closure, so the closure must not retain the subscription. The owner of the subscription
        // decides how long it lives.
        let callback = Callback<Notification> { [weak self] in self?.receive($0) }
        let token = center.addObserver(forName: name, object: object, queue: nil) { callback.run($0) }
        observation = (center, token)
    }

    var description: String { "NotificationCenter Observer" }
    var customMirror: Mirror {
        let (center, object, demand) = state.withLock { (observation?.center, self.object, self.demand) }
        let children: [Mirror.Child] = [
            ("center", center as Any), ("name", name), ("object", object as Any), ("demand", demand),
        ]
        return Mirror(self, children: children)
    }
    var playgroundDescription: Any { description }

    private func receive(_ notification: Notification) {
        // The lock comes before the check of the demand: a delivery on another thread may add demand.
        delivery.enter()
        defer { delivery.exit() }
        let target: S? = state.withLock {
            guard demand > .none else { return nil }
            demand -= 1
            return subscriber
        }
        guard let more = target?.receive(notification) else { return }
        state.withLock { demand += more }
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { self.demand += demand }
    }

    func cancel() {
        let (old, observation) = state.withLock {
            let parts = ((subscriber, object), self.observation)
            (subscriber, object) = (nil, nil)
            self.observation = nil
            return parts
        }
        // The observer is removed before the object is released: until then the center knows the object by its address.
        if let observation { observation.center.removeObserver(observation.token) }
        withExtendedLifetime(old) {}
    }
}
