/// A value that changes over time, can be read at any moment, and can be observed.
///
/// Unlike a `CurrentValueSubject`, a property can be transformed into properties that still have a current value, and code
/// that is given a property can't change it. Make one from a first value and a publisher of later ones, from a
/// `CurrentValueSubject`, from a ``MutableProperty``, or from other properties with operators.
///
/// ```
/// then:                 --1-----2--|
/// Property(initial: 0)  0-1-----2|        value at any moment
///   .allValues          0-1-----2--|
///   .subsequentValues   --1-----2--|
///   .map { $0 * 10 }    0-10----20|
/// ```
///
/// **No glitches.** Properties made from others form a graph. One change of a source brings every property that
/// depends on it up to date, each once, inputs first; then all of them show their new values at the same instant,
/// to all threads. Nobody can read the new value of one property and after that the old value of another.
/// Operators work whether or not anybody observes: each closure runs once for each change of its input, however
/// many observers there are, and reading a property runs no closure.
///
/// **Observers** are called after that, on the thread of the change, in the order of dependency and subscription, with no
/// lock held. They may read, subscribe, cancel and change properties. A change that an observer makes is visible when the
/// assignment returns; its observers are told after all have been told of the first change. Only an observer that changes the
/// property it observes goes on with the new value itself, before the others have been told of the first. If two threads change
/// properties at the same time, one observer is still called for one value after the other; then the thread that is calling
/// it delivers the other thread's value as well.
///
/// **Closures of operators** run while other threads' changes wait, so they should be short and must not wait for another
/// thread. If they read properties, they see the state before the change; a closure that needs a new value should take it
/// as an input. Changes they make take effect right after the running change.
///
/// **Lifetime.** A property holds its upstream, and a derived one its sources, exactly as long as it, a property derived
/// from it or a subscriber is alive. A source does not hold the properties that are derived from it.
///
/// **Completion.** A property ends when no change can come any more: when its upstream has completed, when all properties
/// it is derived from have ended, or when its ``MutableProperty`` is released. It keeps its value, and later subscribers
/// get that value and the completion.
///
/// - Threads: everything may be used from every thread. Reading takes no lock if the value is small and trivial,
///   such as a number, else an uncontended one; it waits for no closure and no observer.
/// - Complexity: reading takes constant time. A change takes time in proportion to the number of properties that
///   really change, and their inputs.
///
/// ```swift
/// let clicks = PassthroughSubject<Int, Never>()
/// let count = Property(initial: 0, then: clicks.scan(0, +))
/// let text = count.map { "\($0) clicks" }
/// clicks.send(2)
/// print(text.value)      // 2 clicks
/// ```
public final class Property<Value> {
    /// The node, retained by hand: `deinit` gives it away, so that a chain of sources is never released recursively from
    /// here.
    @usableFromInline let heldNode: Unmanaged<_ValueNode<Value>>
    @usableFromInline let isDerived: Bool
    /// The subscription to an upstream publisher, which ends with this object. Retained by hand for the same reason.
    @usableFromInline let heldUpstream: Unmanaged<AnyCancellable>?

    @inlinable
    init(_node node: _ValueNode<Value>, isDerived: Bool = false, upstream: AnyCancellable? = nil) {
        heldNode = .passRetained(node)
        self.isDerived = isDerived
        heldUpstream = upstream.map { .passRetained($0) }
    }

    @inlinable
    deinit {
        if isDerived {
            _PropertyGraph.shared.release(.fromOpaque(heldNode.toOpaque()))
        } else {
            heldNode.release()
        }
        if let heldUpstream { _PropertyGraph.shared.release(upstream: .fromOpaque(heldUpstream.toOpaque())) }
    }

    @inlinable @inline(__always)
    var node: _ValueNode<Value> { heldNode.takeUnretainedValue() }

    /// The node's value in the running propagation, read without counting a reference.
    @inlinable @inline(__always)
    var working: Value { heldNode._withUnsafeGuaranteedRef { $0.working } }

    /// Indicates whether the value changed in the running propagation.
    @inlinable @inline(__always)
    var isChanged: Bool { heldNode._withUnsafeGuaranteedRef { $0.isChanged } }

    /// Creates a property from a first value and a publisher of all later ones.
    ///
    /// The initializer subscribes to the publisher; values that it sends inside that call come after the first one.
    /// Its completion ends the property. Its subscription is cancelled when the property is released.
    ///
    /// - Parameters:
    ///   - initial: the value until the publisher sends one.
    ///   - publisher: sends the later values; asked for all it has.
    @inlinable
    public convenience init<P: Publisher>(initial: Value, then publisher: P)
    where P.Output == Value, P.Failure == Never {
        let node = _ValueNode.source(initial)
        node.beginBirth()
        let upstream = publisher._sink(
            receiveCompletion: { _ in node.finish() }, receiveValue: { node.change(to: $0) })
        node.endBirth()
        self.init(_node: node, upstream: upstream)
    }

    /// Creates a property that follows a subject.
    ///
    /// It has the subject's value from the start, changes with it, and ends when the subject completes.
    @inlinable
    public convenience init(_ subject: CurrentValueSubject<Value, Never>) {
        self.init(initial: subject.value, then: subject)
    }

    /// Creates a property of a publisher that has a current value.
    ///
    /// The initializer subscribes to the publisher once, and gets the first value inside that call: the compiler has proven
    /// that there is one. So a publisher that was derived from properties or from `@Published` with publishers' operators
    /// can become a property again, without a fallback.
    ///
    /// ```swift
    /// let numbers = MutableProperty(1)
    /// let sums = Property(numbers.allValues.scan(0, +).removeDuplicates())
    /// numbers.value = 2
    /// print(sums.value)      // 3
    /// ```
    ///
    /// It follows its publisher, and not the graph of the properties that the publisher is made from: it changes after
    /// them, in separate changes. Prefer the operators of properties where they suffice.
    ///
    /// - Parameter publisher: sends the values; asked for all it has.
    @inlinable
    public convenience init<P: CurrentValuePublisher>(_ publisher: P)
    where P.Output == Value, P.Failure == Never {
        let start = Properties.Memory(_ValueNode<Value>?.none)
        let upstream = publisher._sink(
            receiveCompletion: { _ in start.value?.finish() },
            receiveValue: { value in
                if let node = start.value {
                    node.change(to: value)
                } else {
                    let node = _ValueNode.source(value)
                    node.beginBirth()
                    start.value = node
                }
            })
        guard let node = start.value else { _sentNoValueAtOnce(P.self) }
        node.endBirth()
        self.init(_node: node, upstream: upstream)
    }

    /// Creates a property that never changes.
    ///
    /// This initializer is disfavored, so that a `CurrentValueSubject` without failure goes to
    /// ``init(_:)-(CurrentValueSubject<Value,Never>)``.
    @inlinable @_disfavoredOverload
    public convenience init(_ value: Value) { self.init(constant: value) }

    /// Not for use: a publisher without a current value is no property, and a property that has the publisher as its value
    /// is seldom meant.
    ///
    /// It throws so that a call doesn't compile, and is deprecated so that the compiler shows the remedy: an unavailable
    /// initializer would be passed over for ``init(_:)-(Value)``.
    @available(
        *, deprecated,
        message:
            "this publisher may have no current value: use 'Property(initial:then:)' to follow it, or 'Property(constant:)' to have it as the value"
    )
    @_disfavoredOverload
    public convenience init(_ value: Value) throws(_NoValueAtOnce) where Value: Publisher {
        throw _NoValueAtOnce()
    }

    /// Not for use: a publisher without a current value is no property.
    @available(
        *, unavailable,
        message:
            "this publisher may have no current value: use 'Property(initial:then:)' to follow it, or 'Property(constant:)' to have it as the value"
    )
    public convenience init<P: Publisher>(_ publisher: P) where P.Output == Value { fatalError() }

    /// Creates a property that never changes.
    @inlinable
    public convenience init(constant value: Value) {
        let node = _ValueNode(value, _PropertyGraph.shared)
        node.finishAtBirth()
        self.init(_node: node)
    }

    /// The current value. Can be read from any thread, also from inside any call that a property makes.
    ///
    /// - Complexity: constant.
    @inlinable @inline(__always)
    public var value: Value { heldNode._withUnsafeGuaranteedRef { $0.value } }
}

/// The error that `Property(_:)` throws for a publisher without a current value, if a program calls it with `try` all the
/// same.
public struct _NoValueAtOnce: Error, CustomStringConvertible {
    public var description: String {
        "this publisher may have no current value: use 'Property(initial:then:)' to follow it, or 'Property(constant:)' to have it as the value"
    }
}

// Safe to share: a property has only constants, and the node, whose state is guarded as `_GraphNode` describes. Values
// cross threads, hence the condition. Closures of operators and observers run on the thread that makes a change; that is
// part of their contract, as it is for all publishers.
extension Property: @unchecked Sendable where Value: Sendable {}

extension Property: CustomStringConvertible {
    /// The current value, in words: `Property(5)`.
    public var description: String { "Property(\(value))" }
}

/// Reports that a publisher hasn't sent the value that it promises, and stops the program: there is no property without one.
@usableFromInline
func _sentNoValueAtOnce(_ publisher: Any.Type) -> Never {
    let broken = BrokenPromise(
        publisher, "CurrentValuePublisher", "sent no value in the call that subscribed")
    broken.report()
    switch broken.failure(as: Never.self) {}
}
