public import Observation
public import TraitsRuntime

extension _ReadTracking: _TracksReads {
    public static func reads() -> _PropertyReads { TrackedReads() }
}

/// What `Observation` knows of one property: a registrar, and a key path that stands for the value.
final class TrackedReads: _PropertyReads, Observable, @unchecked Sendable {
    typealias Key = KeyPath<TrackedReads, Void>

    private let registrar = ObservationRegistrar()

    override init() {
        super.init()
        // An object of its own for each property, since it has a captured argument: a tracking that waits for a change holds
        // it, which is how it is known that there is one.
        begin(key: \TrackedReads.[ObjectIdentifier(self)])
    }

    private subscript(identity: ObjectIdentifier) -> Void { () }

    override func note() {
        guard let key else { return }
        registrar.access(self, keyPath: unsafeDowncast(key, to: Key.self))
    }

    override func tell(_ key: AnyObject) {
        // All properties have their new values already.
        registrar.withMutation(of: self, keyPath: unsafeDowncast(key, to: Key.self)) {}
    }
}

/// `value` is tracked, and can be bound to in SwiftUI with `@Bindable`.
extension Property: Observable {}

/// `value` is tracked, and can be bound to in SwiftUI with `@Bindable`.
extension MutableProperty: Observable {}

/// `value` is tracked, and can be bound to in SwiftUI with `@Bindable`.
extension ValidatingProperty: Observable {}
