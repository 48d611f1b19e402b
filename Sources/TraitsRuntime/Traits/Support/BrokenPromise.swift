/// A promise that a publisher has broken at run time: the content of the fatal error, as a value.
///
/// The compiler proves promises, and a proof rests on code that it can't check: an `unchecked` publisher, a conformance
/// that was written by hand, an operator with a fault. So each function that calls a closure for an outcome, or waits for
/// one, checks the events. `sinkSingle` and its siblings, and `value`, stop the program if a publisher breaks its promise,
/// in debug and release builds: they never call a closure twice, nor leave a caller waiting for a stream that has ended.
///
/// A server may go on instead: set ``handler``.
public struct BrokenPromise: Error, Sendable, CustomStringConvertible {
    /// The type of the publisher that made the promise.
    public let publisher: String
    /// The trait, such as `SinglePublisher`.
    public let promise: String
    /// The observed history, such as "finished without a value".
    public let history: String

    public var description: String { "\(publisher) has broken the promise of \(promise): it \(history)" }

    /// A closure that is called for each broken promise, instead of stopping the program.
    ///
    /// When the handler has returned, `sinkSingle` and its siblings drop the publisher's later events; a closure that
    /// hasn't been called by then is never called. `value` throws the report, if the type of its error can hold the report,
    /// as `any Error` can. Otherwise it has nothing to return or to throw, and the program stops after all.
    ///
    /// - Threads: may be set and read on any thread, and is called on the thread that the publisher sends from.
    ///
    /// ```swift
    /// BrokenPromise.handler = { report in print(report) }
    /// ```
    public static var handler: (@Sendable (BrokenPromise) -> Void)? {
        get { _handler.withHandler { $0 } }
        set {
            // The old handler is released without the lock.
            var old = newValue
            _handler.withHandler { swap(&$0, &old) }
        }
    }

    /// Safe to share: a lock guards the closure in it.
    private static let _handler = BrokenPromiseHandler()

    init(_ publisher: Any.Type, _ promise: StaticString, _ history: String) {
        self.publisher = "\(publisher)"
        self.promise = "\(promise)"
        self.history = history
    }

    /// Calls the handler, or stops the program if there is none.
    func report() {
        guard let handler = Self.handler else { stop() }
        handler(self)
    }

    /// The report as a failure of some type; stops the program if the type can't hold it.
    func failure<Failure: Error>(as type: Failure.Type) -> Failure {
        if let failure = self as? Failure { return failure }
        stop()
    }

    private func stop() -> Never { fatalError(description) }
}

/// The handler of ``BrokenPromise`` under its lock.
private final class BrokenPromiseHandler: @unchecked Sendable {
    // Unchecked: all state is touched under `lock` only.
    private let lock = TraitLock()
    private var handler: (@Sendable (BrokenPromise) -> Void)?

    func withHandler<R>(_ body: (inout (@Sendable (BrokenPromise) -> Void)?) -> R) -> R {
        lock.lock()
        defer { lock.unlock() }
        return body(&handler)
    }
}
