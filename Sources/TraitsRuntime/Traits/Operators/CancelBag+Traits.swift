extension MaybePublisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure with the outcome, unless the bag is cancelled first; the subscription leaves the bag by itself.
        ///
        /// ```swift
        /// let bag = CancelBag()
        /// AnyMaybePublisher<String, Never>.empty().sinkMaybe(in: bag) { print($0) }      // finished
        /// ```
        public func sinkMaybe(in bag: CancelBag, receive: @escaping (MaybeResult<Output, Failure>) -> Void) {
            _sinkMaybe(in: bag, receive: receive)
        }
    #endif

    func _sinkMaybe(in bag: CancelBag, receive: @escaping (MaybeResult<Output, Failure>) -> Void) {
        let outcome = OutcomeSink<Output, Failure>(
            of: Self.self, "MaybePublisher", .atMostOne, receive: receive)
        _sink(
            in: bag, receiveCompletion: { outcome.receive(completion: $0) },
            receiveValue: { outcome.receive($0) })
    }
}

extension SinglePublisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure with the outcome, unless the bag is cancelled first; the subscription leaves the bag by itself.
        ///
        /// ```swift
        /// let bag = CancelBag()
        /// Just("Alice").sinkSingle(in: bag) { print($0) }      // success("Alice")
        /// ```
        public func sinkSingle(in bag: CancelBag, receive: @escaping (Result<Output, Failure>) -> Void) {
            _sinkSingle(in: bag, receive: receive)
        }
    #endif

    func _sinkSingle(in bag: CancelBag, receive: @escaping (Result<Output, Failure>) -> Void) {
        let outcome = OutcomeSink<Output, Failure>(of: Self.self, "SinglePublisher", .one) { outcome in
            switch outcome {
            case .success(let value): receive(.success(value))
            case .failure(let failure): receive(.failure(failure))
            case .finished: break  // a breach, and told as one
            }
        }
        _sink(
            in: bag, receiveCompletion: { outcome.receive(completion: $0) },
            receiveValue: { outcome.receive($0) })
    }
}

extension CompletablePublisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure at the end, unless the bag is cancelled first; the subscription leaves the bag by itself.
        ///
        /// ```swift
        /// let bag = CancelBag()
        /// AnyCompletablePublisher<Never, Never>.empty().sinkCompletable(in: bag) { print($0) }      // finished
        /// ```
        public func sinkCompletable(
            in bag: CancelBag, receive: @escaping (Subscribers.Completion<Failure>) -> Void
        ) {
            _sinkCompletable(in: bag, receive: receive)
        }
    #endif

    func _sinkCompletable(
        in bag: CancelBag, receive: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        let outcome = OutcomeSink<Output, Failure>(of: Self.self, "CompletablePublisher", .none) { outcome in
            switch outcome {
            case .finished: receive(.finished)
            case .failure(let failure): receive(.failure(failure))
            case .success: break  // a breach, and told as one
            }
        }
        _sink(
            in: bag, receiveCompletion: { outcome.receive(completion: $0) },
            receiveValue: { outcome.receive($0) })
    }
}
