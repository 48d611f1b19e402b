/// A publisher that starts when ``connect()`` is called, so that several subscribers can be attached first.
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
    /// - Returns: the connection. The publisher stops when the connection is cancelled.
    func connect() -> any Cancellable
}
