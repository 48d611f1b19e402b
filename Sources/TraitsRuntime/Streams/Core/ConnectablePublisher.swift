/// A publisher that starts when it is told to, so that several subscribers can be attached first.
///
/// Attach the subscribers, then call ``connect()``; or use ``autoconnect()``, which connects for the first
/// subscriber.
///
/// ```swift
/// let numbers = [1, 2].publisher.makeConnectable()
/// let first = numbers.sink { print("a", $0) }
/// let second = numbers.sink { print("b", $0) }
/// let connection = numbers.connect()      // a 1, b 1, a 2, b 2
/// ```
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts the publisher.
    ///
    /// - Returns: the connection; the publisher stops when it is cancelled.
    func connect() -> any Cancellable
}
