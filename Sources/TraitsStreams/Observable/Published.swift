/// A property of a class that can be observed.
///
/// ```swift
/// final class Weather: ObservableObject {
///     @Published var temperature = 20
/// }
/// let weather = Weather()
/// let cancellable = weather.$temperature.sink { print($0) }      // 20
/// weather.temperature = 25                                       // 25
/// ```
///
/// A new value is sent *before* the property has it: a subscriber that reads the property inside its closure
/// sees the old one. If the object is an ``ObservableObject``, its `objectWillChange` sends before that.
///
/// - Threads: reading and setting are safe from every thread; values that one thread sets are sent in that order.
@propertyWrapper
public struct Published<Value> {
    /// A publisher of the property's value: the current one for each new subscriber, then each new one.
    ///
    /// It never completes.
    public struct Publisher: _NodePublisher {
        public typealias Output = Value
        public typealias Failure = Never

        @usableFromInline let box: _PublishedBox<Value>

        @inlinable
        init(_ box: _PublishedBox<Value>) { self.box = box }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Value, Downstream.Failure == Never {
            box.core.attach(consume downstream, keeping: box)
        }
    }

    @usableFromInline var box: _PublishedBox<Value>

    /// Creates a published property with its first value.
    @inlinable
    public init(initialValue: Value) { box = _PublishedBox(initialValue) }

    /// Creates a published property with its first value.
    @inlinable
    public init(wrappedValue: Value) { box = _PublishedBox(wrappedValue) }

    /// The publisher of the property, `$name`. As in Combine, to set it has no effect: it is there for
    /// `assign(to: &$name)`.
    @inlinable
    public var projectedValue: Publisher {
        mutating get { Publisher(box) }
        set {}
    }

    @available(
        *, unavailable,
        message:
            "@Published is for properties of classes only: use a 'final class', or store a 'CurrentValueSubject'"
    )
    public var wrappedValue: Value {
        get { box.core.load() }
        set { box.core.send(newValue, keeps: true, afterwards: true) }
    }

    @inlinable
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].box.core.load() }
        set {
            let box = object[keyPath: storageKeyPath].box
            box.announce(object)
            box.store(newValue)
        }
    }

    @inlinable
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        projected projectedKeyPath: KeyPath<EnclosingSelf, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Publisher {
        get {
            let box = object[keyPath: storageKeyPath].box
            box.belong(to: object)
            return Publisher(box)
        }
        set {}
    }
}

/// The storage that the copies of a ``Published`` share: the value with its subscribers, and the publisher of the object.
@usableFromInline
final class _PublishedBox<Value>: _PublishedRoot {
    @usableFromInline let core: _SubjectCore<Value, Never>

    @inlinable
    init(_ value: Value) {
        core = _SubjectCore(current: value, storesLast: true)
        super.init()
    }

    /// Sets the value, without telling the object.
    @inlinable
    func store(_ value: Value) { core.send(value, keeps: true, afterwards: true) }

    /// Sets the value of a property that is known by its projection only.
    func set(_ value: Value) {
        announce()
        store(value)
    }
}
