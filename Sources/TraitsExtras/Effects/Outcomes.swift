import Synchronization
public import TraitsRuntime

extension MaybePublisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure with the value, if there is one, before it is sent.
        ///
        /// A single stays a single, a maybe a maybe. RxSwift says `do(onSuccess:)`.
        ///
        /// - Demand, failure, threads and cancellation: those of `handleEvents(receiveOutput:)`.
        ///
        /// ```swift
        /// let cancellable = Just(1).onSuccess { print("got", $0) }.sink { print($0) }
        /// // Prints: got 1
        /// // Prints: 1
        /// ```
        ///
        /// - Parameter action: called with the value, separately for each subscriber.
        @_disfavoredOverload
        @inlinable
        public func onSuccess(_ action: @escaping (Output) -> Void) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(upstream: self, receiveOutput: action, receiveRequest: nil)
        }
    #endif
}

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure with the failure before it is sent.
        ///
        /// Every promise is preserved. RxSwift says `do(onError:)`.
        ///
        /// - Demand, failure, threads and cancellation: those of `handleEvents(receiveCompletion:)`.
        ///
        /// ```swift
        /// struct Busy: Error {}
        /// let cancellable = Fail<Int, Busy>(error: Busy()).onFailure { print($0) }.sink { _ in } receiveValue: { _ in }
        /// // Prints: Busy()
        /// ```
        ///
        /// - Parameter action: called with the failure, separately for each subscriber.
        @_disfavoredOverload
        @inlinable
        public func onFailure(_ action: @escaping (Failure) -> Void) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .failure(let error) = $0 { action(error) } },
                receiveRequest: nil)
        }

        /// Calls a closure before the publisher finishes.
        ///
        /// Every promise is preserved. RxSwift says `do(onCompleted:)`.
        ///
        /// - Demand, failure, threads and cancellation: those of `handleEvents(receiveCompletion:)`.
        ///
        /// ```swift
        /// let cancellable = Just(1).onCompletion { print("done") }.sink { print($0) }
        /// // Prints: 1
        /// // Prints: done
        /// ```
        ///
        /// - Parameter action: called when upstream has finished, separately for each subscriber.
        @_disfavoredOverload
        @inlinable
        public func onCompletion(_ action: @escaping () -> Void) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .finished = $0 { action() } },
                receiveRequest: nil)
        }
    #endif

    #if !StrictIsolation  // strict: sending
        /// Calls a closure once when the stream is over: finished, failed or cancelled.
        ///
        /// Every promise is preserved. The name is that of RxJava and Reactor. There, the closure runs after the subscriber has
        /// received the end; here, it runs before.
        ///
        /// - Demand and failure: pass through.
        /// - Threads: the closure runs on the thread of the end or of the cancellation.
        /// - Cancellation: calls the closure, then cancels upstream.
        ///
        /// ```swift
        /// let cancellable = Just(1).doFinally { print("over") }.sink { print($0) }
        /// // Prints: 1
        /// // Prints: over
        /// ```
        ///
        /// - Parameter action: called once for each subscription.
        @_disfavoredOverload
        @inlinable
        public func doFinally(_ action: @escaping () -> Void) -> Deferred<Publishers.HandleEvents<Self>> {
            finally(action, cancelled: action)
        }
    #endif

    /// Calls one of two closures, once: the first at the end, or the second at a cancellation.
    @inlinable
    func finally(
        _ ended: @escaping () -> Void, cancelled: @escaping () -> Void
    ) -> Deferred<Publishers.HandleEvents<Self>> {
        deferred {
            let once = Once()
            return Publishers.HandleEvents(
                upstream: self, receiveCompletion: { _ in if once.isFirst() { ended() } },
                receiveCancel: { if once.isFirst() { cancelled() } }, receiveRequest: nil)
        }
    }

    /// Ignores the failure, and finishes in its place.
    ///
    /// ```
    ///                  --1--2--x
    /// ignoreFailure()  --1--2--|
    /// ```
    ///
    /// The name and the parameter are those of CombineExt.
    ///
    /// - Demand: passes through.
    /// - Failure: never.
    /// - Threads: those of upstream.
    /// - Cancellation: cancels upstream.
    ///
    /// ```swift
    /// struct Busy: Error {}
    /// let cancellable = Fail<Int, Busy>(error: Busy()).ignoreFailure().sink { print($0) } receiveValue: { _ in }
    /// // Prints: finished
    /// ```
    ///
    /// - Parameter completeImmediately: whether the stream finishes where it would fail. Otherwise it stays open.
    @_disfavoredOverload
    @inlinable
    public func ignoreFailure(
        completeImmediately: Bool = true
    ) -> Publishers.Catch<Self, Empty<Output, Never>> {
        Publishers.Catch(upstream: self) { _ in Empty(completeImmediately: completeImmediately) }
    }
}

/// A flag that tells the first call from later calls, on any thread.
@usableFromInline
final class Once: Sendable {
    private let isDone = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    @usableFromInline
    func isFirst() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}
