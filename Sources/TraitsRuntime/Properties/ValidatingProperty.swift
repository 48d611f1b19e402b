/// A mutable property that accepts only valid values, and publishes the outcome of the last proposal.
///
/// ```
/// value = 5, value = -1, value = 500      --5--(-1)---500----
/// ValidatingProperty(0) { … }.property    0-5---------100----
/// .outcome                                v-v---i-----c------     valid, invalid, coerced
/// ```
///
/// A proposal that is invalid changes the ``outcome`` and leaves the value. Value and outcome change at the same
/// instant.
///
/// ```swift
/// enum AgeError: Error { case negative }
/// let age = ValidatingProperty(0) { (age: Int) -> Validation<Int, AgeError> in
///     if age < 0 { return .invalid(.negative) }
///     return age > 150 ? .coerced(150) : .valid
/// }
/// age.value = -3
/// print(age.value)                  // 0
/// print(age.outcome.value.error!)   // negative
/// ```
///
/// - Threads: as ``MutableProperty``. The closure runs as closures of operators do.
/// - Completion: the property ends when this object is released, and a property that its rule depends on has ended.
@propertyWrapper
public final class ValidatingProperty<Value, Failure: Error> {
    /// The outcome of a proposal.
    public enum Outcome {
        /// The proposed value was accepted.
        case valid(Value)
        /// Another value was accepted instead, with a reason if there is one worth telling.
        case coerced(Value, proposed: Value, reason: Failure?)
        /// The proposed value was refused.
        case invalid(proposed: Value, reason: Failure)
    }

    @usableFromInline let proposal: MutableProperty<Value>
    /// The accepted value.
    public let property: Property<Value>
    /// The outcome of the last proposal; the first value counts as a proposal.
    public let outcome: Property<Outcome>

    #if !StrictIsolation  // strict: sending
        /// Creates a property that asks a closure about each proposal.
        ///
        /// - Parameters:
        ///   - value: the first value. It is kept even if the closure refuses it, unless the closure coerces it; see
        ///     ``outcome``.
        ///   - validate: decides about a proposal.
        public convenience init(_ value: Value, _ validate: @escaping (Value) -> Validation<Value, Failure>) {
            self.init(value, with: Property<Void>(constant: ())) { proposed, _ in validate(proposed) }
        }

        /// Creates a property whose rule depends on another property: when the other property changes, the last proposal is
        /// judged again.
        ///
        /// ```swift
        /// enum Mismatch: Error { case differs }
        /// let password = MutableProperty("secret")
        /// let repeated = ValidatingProperty("", with: password.property) { (text, password) in
        ///     text == password ? .valid : Validation<String, Mismatch>.invalid(.differs)
        /// }
        /// repeated.value = "secret"
        /// print(repeated.value)      // secret
        /// ```
        ///
        /// - Parameters:
        ///   - value: the first value.
        ///   - other: the property that the rule depends on.
        ///   - validate: decides about a proposal, given the other property's value.
        public convenience init<Other>(
            _ value: Value, with other: Property<Other>,
            _ validate: @escaping (Value, Other) -> Validation<Value, Failure>
        ) {
            self.init(judging: value, with: other, validate)
        }

        /// Creates a property with a first value, for `@ValidatingProperty({ … }) var name = value`.
        public convenience init(
            wrappedValue: Value, _ validate: @escaping (Value) -> Validation<Value, Failure>
        ) {
            self.init(wrappedValue, validate)
        }
    #endif

    /// The common part of all initializers.
    init<Other>(
        judging value: Value, with other: Property<Other>,
        _ validate: @escaping (Value, Other) -> Validation<Value, Failure>
    ) {
        proposal = MutableProperty(value)
        outcome = Properties.CombineLatest(proposal.property, other) { proposed, other in
            switch validate(proposed, other) {
            case .valid: .valid(proposed)
            case .coerced(let value, let reason): .coerced(value, proposed: proposed, reason: reason)
            case .invalid(let reason): .invalid(proposed: proposed, reason: reason)
            }
        }.property()
        property = Properties.CompactMap(outcome, \.accepted)._property(initial: { value })
    }

    /// The accepted value. Setting it makes a proposal.
    public var value: Value {
        get { property.value }
        set { proposal.value = newValue }
    }

    /// The accepted value, for the property wrapper.
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }

    /// This object, for the property wrapper: `$name.property`, `$name.outcome`.
    public var projectedValue: ValidatingProperty { self }

    /// Makes a proposal from the accepted value, with no change of another thread in between. In a transaction that has made a
    /// proposal already, it continues from that.
    ///
    /// If the closure throws, nothing is proposed; see ``MutableProperty/modify(_:)``.
    ///
    /// - Returns: the closure's result.
    @discardableResult
    public func modify<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        try proposal.modify { (proposed: inout Value) throws(E) -> R in
            // This thread has the writer lock, so nothing can have changed since.
            var value = proposal.property.node.intention == nil ? property.working : proposed
            let result = try body(&value)
            proposed = value
            return result
        }
    }

    /// Proposes each value of a publisher; see ``MutableProperty/bind(to:)-(P)``.
    public func bind<P: Publisher>(to publisher: P) -> AnyCancellable
    where P.Output == Value, P.Failure == Never {
        proposal.bind(to: publisher)
    }
}

/// The verdict on a proposed value; see ``ValidatingProperty``.
public enum Validation<Value, Failure: Error> {
    /// Accept the value.
    case valid
    /// Accept another value instead, with a reason if there is one worth telling.
    case coerced(Value, Failure? = nil)
    /// Refuse the value, with the reason.
    case invalid(Failure)
}

extension ValidatingProperty.Outcome {
    /// The value that was accepted; `nil` if none was.
    public var accepted: Value? {
        switch self {
        case .valid(let value), .coerced(let value, _, _): value
        case .invalid: nil
        }
    }

    /// The reason for which the proposal was refused or coerced, if there is one.
    public var error: Failure? {
        switch self {
        case .valid: nil
        case .coerced(_, _, let reason): reason
        case .invalid(_, let reason): reason
        }
    }

    /// A Boolean value that indicates whether the proposal was refused.
    public var isInvalid: Bool { if case .invalid = self { true } else { false } }
}

extension Validation: Sendable where Value: Sendable {}
extension Validation: Equatable where Value: Equatable, Failure: Equatable {}
extension ValidatingProperty.Outcome: Sendable where Value: Sendable {}
extension ValidatingProperty.Outcome: Equatable where Value: Equatable, Failure: Equatable {}

// Safe to share: its three constants are.
extension ValidatingProperty: @unchecked Sendable where Value: Sendable {}
