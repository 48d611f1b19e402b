import Synchronization
public import TraitsRuntime

extension Publisher {
    #if StrictIsolation
        /// Like `flatMapFirst` of any closure, for one that the stream may run anywhere.
        @_disfavoredOverload
        public func flatMapFirst<P: Publisher>(
            _ transform: sending @escaping (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<P>, Publishers.RemoveDuplicates<Self>>>
        where P.Failure == Failure {
            exhausting(transform)
        }
    #else
        /// Sends the values of a publisher that is made of a value, and leaves out the values that come before it
        /// has ended.
        ///
        /// ```
        ///                    --a-----b-----c-->
        ///                      1--2--3|
        ///                                  4--5|
        /// flatMapFirst(_:)   --1--2--3-----4--5-->
        /// ```
        ///
        /// Use it where work that runs is to be finished before it is begun again, such as a download that a
        /// button starts.
        /// A single of singles stays a single. The name and the meaning are those of RxSwift and CombineExt;
        /// other libraries say
        /// `exhaustMap`.
        ///
        /// - Demand: this publisher is asked for everything. The inner publisher is asked for what the subscriber
        ///   asks for.
        /// - Failure: a failure of this publisher or of the inner one ends all.
        /// - Completion: when this publisher and the inner one have finished.
        /// - Threads: the closure runs wherever this publisher sends, values are sent wherever the inner one
        ///   sends.
        /// - Cancellation: cancels both.
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
            // The first value always passes, as the type says: that is why a single stays one.
            let passed = Publishers.RemoveDuplicates(upstream: self) { _, _ in gate.isClosed }
            return Publishers.FlatMap(upstream: passed, maxPublishers: .unlimited) { value in
                gate.close()
                return Publishers.HandleEvents(
                    upstream: transform(value), receiveCompletion: { _ in gate.open() }, receiveRequest: nil)
            }
        }
    }
}

/// Whether an inner publisher runs.
private final class Gate: Sendable {
    private let isTaken = Atomic<Bool>(false)

    var isClosed: Bool { isTaken.load(ordering: .acquiring) }

    func close() { isTaken.store(true, ordering: .releasing) }

    func open() { isTaken.store(false, ordering: .releasing) }
}
