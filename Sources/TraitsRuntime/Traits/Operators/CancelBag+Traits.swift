extension MaybePublisher {
    /// Calls a closure with the outcome, unless the bag is cancelled first; the subscription leaves the bag by itself.
    ///
    /// ```swift
    /// let bag = CancelBag()
    /// AnyMaybePublisher<String, Never>.empty().sinkMaybe(in: bag) { print($0) }      // finished
    /// ```
    public func sinkMaybe(in bag: CancelBag, receive: @escaping (MaybeResult<Output, Failure>) -> Void) {
        // Calls to one subscriber never overlap, so the two closures need no lock between them.
        var hasValue = false
        sink(
            in: bag,
            receiveCompletion: { completion in
                switch completion {
                case .finished: if !hasValue { receive(.finished) }
                case .failure(let error): receive(.failure(error))
                }
            },
            receiveValue: { value in
                hasValue = true
                receive(.success(value))
            })
    }
}

extension SinglePublisher {
    /// Calls a closure with the outcome, unless the bag is cancelled first; the subscription leaves the bag by itself.
    ///
    /// ```swift
    /// let bag = CancelBag()
    /// Just("Alice").sinkSingle(in: bag) { print($0) }      // success("Alice")
    /// ```
    public func sinkSingle(in bag: CancelBag, receive: @escaping (Result<Output, Failure>) -> Void) {
        sink(
            in: bag,
            receiveCompletion: { completion in
                if case .failure(let error) = completion { receive(.failure(error)) }
            },
            receiveValue: { receive(.success($0)) })
    }
}

extension CompletablePublisher {
    /// Calls a closure at the end, unless the bag is cancelled first; the subscription leaves the bag by itself.
    ///
    /// ```swift
    /// let bag = CancelBag()
    /// AnyCompletablePublisher<Never, Never>.empty().sinkCompletable(in: bag) { print($0) }      // finished
    /// ```
    public func sinkCompletable(
        in bag: CancelBag, receive: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        sink(in: bag, receiveCompletion: receive, receiveValue: { _ in })
    }
}
