public import Observation
public import TraitsRuntime

extension _ReadTracking: _TracksReads {
    public static func reads() -> _PropertyReads { TrackedReads() }
}

/// The counterpart of one property in `Observation`: a registrar, and a key path that stands for the value.
final class TrackedReads: _PropertyReads, Observable, @unchecked Sendable {
    typealias Key = KeyPath<TrackedReads, Void>

    private let registrar = ObservationRegistrar()

    override init() {
        super.init()
        // The key path is a separate object for each property, since it captures an argument. A tracking that waits for a
        // change retains the object, which shows that there is a tracking.
        begin(key: \TrackedReads.[ObjectIdentifier(self)])
    }

    private subscript(identity: ObjectIdentifier) -> Void { () }

    override func note() {
        guard let key else { return }
        registrar.access(self, keyPath: unsafeDowncast(key, to: Key.self))
    }

    override func tell(_ key: AnyObject) {
        // All properties already have their new values.
        registrar.withMutation(of: self, keyPath: unsafeDowncast(key, to: Key.self)) {}
    }
}

/// `value` is tracked, and can be bound to in SwiftUI with `@Bindable`.
extension Property: Observable {}

/// `value` is tracked, and can be bound to in SwiftUI with `@Bindable`.
extension MutableProperty: Observable {}

/// `value` is tracked, and can be bound to in SwiftUI with `@Bindable`.
extension ValidatingProperty: Observable {}
