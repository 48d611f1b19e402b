extension CompletablePublisher where Failure == Never {
    /// Runs this completable to its end. It can't be cancelled, and its end isn't reported.
    ///
    /// No value and no failure can be lost by mistake, since none comes. For a completable that may fail there is
    /// ``CompletablePublisher/fireAndForgetIgnoringFailure()``.
    ///
    /// ```swift
    /// AnyCompletablePublisher<Never, Never>.empty().fireAndForget()
    /// ```
    public func fireAndForget() { _run() }
}

extension CompletablePublisher {
    /// Runs this completable to its end. It can't be cancelled, and a failure is lost.
    ///
    /// ```swift
    /// AnyCompletablePublisher<Never, any Error>.empty().fireAndForgetIgnoringFailure()
    /// ```
    public func fireAndForgetIgnoringFailure() { _run() }
}

extension MaybePublisher where Output == Never, Failure == Never {
    /// Runs this publisher to its end. It can't be cancelled, and its end isn't reported.
    ///
    /// It is there for maybes that can't have a value. To drop the value of another maybe, use
    /// ``Publisher/asCompletable()``.
    ///
    /// ```swift
    /// AnyMaybePublisher<Never, Never>.empty().fireAndForget()
    /// ```
    @_disfavoredOverload
    public func fireAndForget() { _run() }
}

extension MaybePublisher where Output == Never {
    /// Runs this publisher to its end. It can't be cancelled, and a failure is lost.
    ///
    /// ```swift
    /// AnyMaybePublisher<Never, any Error>.empty().fireAndForgetIgnoringFailure()
    /// ```
    @_disfavoredOverload
    public func fireAndForgetIgnoringFailure() { _run() }
}

extension Publisher {
    /// Subscribes without passing on the outcome. The subscriber lives as long as upstream keeps it.
    fileprivate func _run() {
        let input = _OutcomeInput<Output, Failure>("FireAndForget") { _, _ in }
        input.ask()
        subscribe(input)
    }
}
