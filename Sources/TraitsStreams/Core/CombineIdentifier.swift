import Synchronization

/// A type with an identity, which distinguishes the subscriptions of publishers and subscribers.
public protocol CustomCombineIdentifierConvertible {
    /// The identity of this object or value.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identity of the object.
    @inlinable
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

@usableFromInline let _nextIdentifier = Atomic<UInt64>(1)

/// The identity of a subscription or subscriber: a unique number, or the identity of an object.
@frozen
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline let rawValue: UInt64

    /// Creates an identity that differs from all others that this initialiser creates in this process.
    @inlinable
    public init() { rawValue = _nextIdentifier.add(1, ordering: .relaxed).newValue }

    /// Creates the identity of an object, valid as long as the object lives.
    @inlinable
    public init(_ object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

    public var description: String { "0x" + String(rawValue, radix: 16) }
}
