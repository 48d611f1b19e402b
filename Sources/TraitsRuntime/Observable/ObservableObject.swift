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
    /// What tells of changes.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Sends before a `@Published` property of the object is set, and when you call its `send()`.
    ///
    /// It is one and the same publisher each time.
    ///
    /// - Complexity: the first access looks through the object's properties; each later one is a lookup by
    ///   the object's identity.
    public var objectWillChange: ObservableObjectPublisher {
        _ObjectPublishers.shared.publisher(of: self)
    }
}

/// The publisher that an ``ObservableObject`` has by default.
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    @usableFromInline let core = _SubjectCore<Void, Never>(current: nil)

    /// Creates a publisher for an object that manages it itself.
    public init() {}

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        core.subscribe(subscriber)
    }

    /// Tells the subscribers that the object is about to change.
    @inlinable
    public func send() { core.send(()) }
}

// Safe to share: the core serialises deliveries and guards all else.
extension ObservableObjectPublisher: @unchecked Sendable {}
