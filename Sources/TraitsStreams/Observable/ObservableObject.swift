/// An object that tells when it is about to change.
///
/// A class with `@Published` properties needs nothing more than the conformance: its
/// ``objectWillChange`` sends each time before one of them is set.
///
/// ```swift
/// final class Contact: ObservableObject {
///     @Published var name = "Alice"
/// }
/// let contact = Contact()
/// let cancellable = contact.objectWillChange.sink { print("\(contact.name) will change") }
/// contact.name = "Bob"      // Alice will change
/// ```
public protocol ObservableObject: AnyObject {
    /// The type of the publisher that announces changes.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Sends before a `@Published` property of the object is set, and when you call its `send()`.
    ///
    /// It is the same publisher each time. The class may be a subclass, and may have a `customMirror`.
    ///
    /// - Complexity: a lookup by the object's identity.
    public var objectWillChange: ObservableObjectPublisher {
        _ObjectPublishers.shared.publisher(of: self)
    }
}

/// The publisher that an ``ObservableObject`` has by default.
///
/// - Demand: a request of any size asks for everything, as in Combine: that an object changes can't wait.
public final class ObservableObjectPublisher: _NodePublisher {
    public typealias Output = Void
    public typealias Failure = Never

    @usableFromInline let core = _SubjectCore<Void, Never>()

    /// Creates a publisher for an object that manages it itself.
    public init() {}

    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Void, Downstream.Failure == Never {
        if Downstream._asksForAll {
            core.attach(downstream, keeping: self)
        } else {
            core.attach(_AnnouncementNode(downstream), keeping: self)
        }
    }

    /// Tells the subscribers that the object is about to change.
    @inlinable
    public func send() { core.send((), keeps: false) }
}

// Safe to share: the core serialises deliveries and guards all else.
extension ObservableObjectPublisher: @unchecked Sendable {}

/// The subscription of an ``ObservableObjectPublisher``: once something has been requested, everything is sent.
@usableFromInline
final class _AnnouncementNode<Downstream: Subscriber>: _UpstreamNode, _AskingNode
where Downstream.Input == Void, Downstream.Failure == Never {
    @usableFromInline typealias Input = Void
    @usableFromInline typealias Failure = Never

    @usableFromInline let downstream: Downstream

    @usableFromInline
    init(_ downstream: Downstream) {
        self.downstream = downstream
        super.init(_handled(by: _AnnouncementNode<Downstream>.self))
    }

    @usableFromInline override var description: String { "ObservableObjectPublisher" }

    @usableFromInline override var customMirror: Mirror {
        Mirror(
            self, children: CollectionOfOne<Mirror.Child>(("downstream", downstream)),
            ancestorRepresentation: .suppressed)
    }

    @usableFromInline typealias _Unlimited = _No

    @usableFromInline
    func requested(_ demand: Subscribers.Demand) { requestUpstream(.unlimited) }

    @usableFromInline
    func cancelled() {
        cancelUpstream()
        downstream._release()
    }

    @usableFromInline
    func receive(_ input: Void) -> Subscribers.Demand {
        if isConnected { _ = downstream.receive(input) }
        return .none
    }
}
