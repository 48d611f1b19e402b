/// The recorder of traces, which `TraitsTracing` installs while a trace is running.
///
/// Nothing is recorded without that module: publishers with a name then look at one word for each subscription.
// Safe to share: subclasses guard their mutable state.
open class _TraceRecorder: @unchecked Sendable {
    public init() {}

    /// Returns a Boolean value that indicates whether a trace wants a name.
    open func wants(_ name: UnsafeBufferPointer<UInt8>) -> Bool { false }

    /// Begins to record a subscription.
    ///
    /// - Returns: the record that takes the subscription's events, or `nil` if no trace wants the name any more.
    open func begin(_ subscription: _TraceStart) -> _TraceRecord? { nil }

    /// Records something that has happened in the innermost subscription of the running thread.
    open func note(_ event: _TraceEvent) {}

    /// Returns the promise of a publisher about the number of its values, if it makes one.
    open func promise<P: Publisher>(of publisher: P) -> _TracePromise? { nil }

    /// Returns the name of a publisher in a build that traces all subscriptions.
    open func name(of publisher: Any.Type) -> String { "\(publisher)" }
}

/// The record of one traced subscription.
// Safe to share: subclasses guard their mutable state.
open class _TraceRecord: @unchecked Sendable {
    public init() {}

    /// Runs the call that subscribes.
    open func subscribe(_ body: () -> Void) { body() }

    /// Returns a value as text, or `nil` if no trace is left that would show it.
    ///
    /// - Parameter text: the text that the program makes of a value, if it does.
    open func text<Value>(of value: Value, _ text: ((Value) -> String)?) -> String? { nil }

    /// Runs the delivery of a value.
    open func deliver(_ text: String, _ body: () -> Void) { body() }

    /// Records something else that has happened.
    open func note(_ event: _TraceEvent) {}
}

/// An event of a traced subscription.
public enum _TraceEvent {
    /// The subscriber asks for values.
    case requested(Subscribers.Demand)
    /// Values were left out for lack of demand.
    case dropped(Int)
    /// The number of values that wait.
    case buffered(Int)
    case finished
    case failed(any Error)
    case cancelled
}

/// The beginning of a traced subscription.
public struct _TraceStart {
    public let name: String
    public let values: TraceValues?
    public let place: _TracePlace?
    public let publisher: Any.Type
    /// The address of a publisher that is an object.
    public let object: UInt?
    /// The number of values that a subject sent before this subscription, while nobody was subscribed.
    public let missed: Int
    public let subscriber: Any.Type
    public let promise: _TracePromise?

    package init(
        name: String, values: TraceValues?, place: _TracePlace?, publisher: Any.Type, object: UInt?,
        missed: Int, subscriber: Any.Type, promise: _TracePromise?
    ) {
        self.name = name
        self.values = values
        self.place = place
        self.publisher = publisher
        self.object = object
        self.missed = missed
        self.subscriber = subscriber
        self.promise = promise
    }
}

/// The number of values that a promise allows, by which a trace notices that it is broken.
public struct _TracePromise: Sendable {
    /// The trait's name, without "Publisher".
    public var name: String
    public var mostValues: Int
    public var allowsEmptyFinish: Bool

    package init(name: String, mostValues: Int = 1, allowsEmptyFinish: Bool = true) {
        self.name = name
        self.mostValues = mostValues
        self.allowsEmptyFinish = allowsEmptyFinish
    }
}

/// Returns the operator that a type of the engine belongs to, by the type's qualified name; `nil` for other types.
public func _operator(of type: String) -> String? {
    _OperatorNames.isOwn(type) ? _OperatorNames.operator(of: type) : nil
}
