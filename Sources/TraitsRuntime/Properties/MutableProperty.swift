/// A property that can be changed.
///
/// ```
/// value = 1, value = 2            --1--2--
/// MutableProperty(0).property     0-1--2--
/// ```
///
/// It is a reference: copies are the same property. Hand out its ``property`` to let others read and observe
/// it. As a property wrapper, it gives the value its own name and the ``Property`` the name with a dollar sign.
///
/// ```swift
/// final class Form {
///     @MutableProperty var name = ""
///     var isComplete: Property<Bool> { $name.map { !$0.isEmpty } }
/// }
/// let form = Form()
/// form.name = "Ann"
/// print(form.isComplete.value)      // true
/// ```
///
/// - Threads: everything may be used from every thread. A change waits for a change that another thread is making, not for
///   its observers; when it returns, everything derived from the property has its new value and, unless the change was made
///   by an observer or another thread is calling the same observer, observers have been told.
/// - Completion: the property ends when this object is released: nobody can change it any more. A subscription to
///   its own ``allValues`` or ``subsequentValues`` keeps it.
@propertyWrapper
public final class MutableProperty<Value> {
    /// The property that others may read, observe and derive from.
    public let property: Property<Value>

    /// The way to the whole, if this property is a part of another one.
    @usableFromInline let part: _Part<Value>?

    @inlinable
    init(_property property: Property<Value>, part: _Part<Value>?) {
        self.property = property
        self.part = part
    }

    /// Creates a property with a first value.
    @inlinable
    public convenience init(_ value: Value) {
        self.init(_property: Property(_node: _ValueNode.source(value)), part: nil)
    }

    /// Creates a property with a first value, for `@MutableProperty var name = value`.
    @inlinable
    public convenience init(wrappedValue: Value) { self.init(wrappedValue) }

    @inlinable
    deinit {
        if part == nil { property.node.finish() }
    }

    /// The current value. Setting it is a change, also if the new value equals the old one.
    @inlinable
    public var value: Value {
        get { property.value }
        set {
            if let part { part.set(newValue) } else { property.node.change(to: newValue) }
        }
    }

    /// The current value, for the property wrapper.
    @inlinable
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// The property that others may read and observe, for the property wrapper: `$name`.
    @inlinable
    public var projectedValue: Property<Value> { property }

    /// A publisher of the current value and all later ones; see ``Property/allValues``.
    ///
    /// It keeps this object alive, and so does each of its subscriptions: as with a subject, they don't complete when
    /// nobody else holds it. Subscriptions to publishers of ``property`` do.
    @inlinable
    public var allValues: Property<Value>.AllValues { .init(property: property, source: self) }

    /// A publisher of all values after the current one; see ``Property/subsequentValues``. It keeps this object
    /// alive, like ``allValues``.
    @inlinable
    public var subsequentValues: Property<Value>.SubsequentValues { .init(property: property, source: self) }

    /// Changes the value in a way that depends on it, with no change of another thread in between.
    ///
    /// If the closure throws, nothing changes. The closure runs as closures of operators do: other threads'
    /// changes wait for it, and changes it makes to other properties take effect right after it. It must not
    /// modify the same property again; that stops the program.
    ///
    /// ```swift
    /// let numbers = MutableProperty([3, 1, 2])
    /// numbers.modify { $0.sort() }
    /// print(numbers.value)      // [1, 2, 3]
    /// ```
    ///
    /// - Complexity: an array, set or dictionary that the closure alters is copied, since nothing changes if the closure throws, and
    ///   observers may compare the new value with the old one.
    ///
    /// - Parameter body: alters the value.
    /// - Returns: the closure's result.
    @inlinable @discardableResult
    public func modify<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        var result: Result<R, E>?
        let attempt = { (value: inout Value) -> Bool in
            do throws(E) {
                result = .success(try body(&value))
                return true
            } catch {
                result = .failure(error)
                return false
            }
        }
        if let part { part.update(attempt) } else { property.node.update(attempt) }
        return try result!.get()
    }

    /// Sets a new value, with no change of another thread in between.
    ///
    /// - Returns: the previous value.
    @inlinable @discardableResult
    public func swap(_ newValue: Value) -> Value {
        modify { value in
            let old = value
            value = newValue
            return old
        }
    }

    /// Calls a closure with the current value.
    ///
    /// The value can't change during the call, since it is a copy; no thread waits for the closure.
    ///
    /// - Returns: the closure's result.
    @inlinable
    public func withValue<R, E: Error>(_ body: (Value) throws(E) -> R) throws(E) -> R { try body(value) }
}

// Safe to share, like `Property`: `part`, if there is one, only calls another mutable property.
extension MutableProperty: @unchecked Sendable where Value: Sendable {}

extension MutableProperty: CustomStringConvertible {
    /// The current value, in words: `MutableProperty(5)`.
    public var description: String { "MutableProperty(\(value))" }
}
