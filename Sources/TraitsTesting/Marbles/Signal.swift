import TraitsRuntime

/// An event in a subscription.
public enum Signal<Output, Failure: Error> {
    /// The publisher sent a value.
    case value(Output)
    /// The publisher finished or failed.
    case completion(Subscribers.Completion<Failure>)
    /// The subscriber cancelled.
    case cancelled
}

extension Signal: Equatable where Output: Equatable, Failure: Equatable {}
extension Signal: Hashable where Output: Hashable, Failure: Hashable {}
extension Signal: Sendable where Output: Sendable, Failure: Sendable {}

extension Signal: CustomStringConvertible {
    /// The value, `finished`, the failure or `cancelled`.
    public var description: String {
        switch self {
        case .value(let value): quoted(value)
        case .completion(.finished): "finished"
        case .completion(.failure(let error)): "failed with \(quoted(error))"
        case .cancelled: "cancelled"
        }
    }
}

/// A signal with the time at which it happened.
public struct TimedSignal<Output, Failure: Error> {
    /// The time of the signal.
    public var time: VirtualTime
    /// The event at that time.
    public var signal: Signal<Output, Failure>

    /// Creates a signal with its time.
    public init(_ time: VirtualTime, _ signal: Signal<Output, Failure>) {
        self.time = time
        self.signal = signal
    }
}

extension TimedSignal: Equatable where Output: Equatable, Failure: Equatable {}
extension TimedSignal: Hashable where Output: Hashable, Failure: Hashable {}
extension TimedSignal: Sendable where Output: Sendable, Failure: Sendable {}

extension TimedSignal: CustomStringConvertible {
    /// The time and the signal.
    public var description: String { "\(time): \(signal)" }
}

/// Returns a value as messages show it: text in quotes, all else as its description.
func quoted(_ value: Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    return String(describing: value)
}
