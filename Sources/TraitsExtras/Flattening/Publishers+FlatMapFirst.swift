import Synchronization
import TraitsRuntime

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Turns a value into a publisher, sends its values, and leaves out the values that arrive before it has ended.
        ///
        /// ```
        ///                    --a-----b-----c-->
        ///                      1--2--3|
        ///                                  4--5|
        /// flatMapFirst(_:)   --1--2--3-----4--5-->
        /// ```
        ///
        /// Use it for work that has to finish before it may begin again, such as a download that a button starts. A single of
        /// singles stays a single. The name and the meaning are those of RxSwift and CombineExt; other libraries say
        /// `exhaustMap`.
        ///
        /// - Demand: this publisher is asked for everything. The inner publisher gets the subscriber's demand.
        /// - Failure: a failure of this publisher or of the inner publisher ends the stream.
        /// - Completion: when this publisher and the inner publisher have finished.
        /// - Threads: the closure runs wherever this publisher sends, values are sent wherever the inner publisher sends.
        /// - Cancellation: cancels this publisher and the inner publisher.
        ///
        /// ```swift
        /// let taps = PassthroughSubject<Int, Never>(), answer = PassthroughSubject<String, Never>()
        /// let cancellable = taps.flatMapFirst { tap in answer.first().map { "\(tap): \($0)" } }.sink { print($0) }
        /// taps.send(1)
        /// taps.send(2)
        /// answer.send("yes")     // Prints: 1: yes
        /// ```
        ///
        /// - Parameter transform: makes a publisher of a value.
        @_disfavoredOverload
        public func flatMapFirst<P: Publisher>(
            _ transform: @escaping (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<P>, Publishers.RemoveDuplicates<Self>>>
        where P.Failure == Failure {
            exhausting(transform)
        }
    #endif

    func exhausting<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<P>, Publishers.RemoveDuplicates<Self>>>
    where P.Failure == Failure {
        deferred {
            let gate = Gate()
            // `RemoveDuplicates` always passes the first value on, so a single stays a single.
            let passed = Publishers.RemoveDuplicates(upstream: self) { _, _ in gate.isClosed }
            return Publishers.FlatMap(upstream: passed, maxPublishers: .unlimited) { value in
                gate.close()
                return Publishers.HandleEvents(
                    upstream: transform(value), receiveCompletion: { _ in gate.open() }, receiveRequest: nil)
            }
        }
    }
}

/// A flag that is set while an inner publisher runs.
private final class Gate: Sendable {
    private let isTaken = Atomic<Bool>(false)

    var isClosed: Bool { isTaken.load(ordering: .acquiring) }

    func close() { isTaken.store(true, ordering: .releasing) }

    func open() { isTaken.store(false, ordering: .releasing) }
}
