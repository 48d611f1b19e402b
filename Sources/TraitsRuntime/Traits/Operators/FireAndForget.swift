extension CompletablePublisher where Failure == Never {
    /// Runs this completable to its end; nobody can cancel it, and nobody is told.
    ///
    /// There is nothing to forget by mistake: no value comes, and no failure. For a completable that may fail there is
    /// ``CompletablePublisher/fireAndForgetIgnoringFailure()``.
    ///
    /// ```swift
    /// AnyCompletablePublisher<Never, Never>.empty().fireAndForget()
    /// ```
    public func fireAndForget() { _run() }
}

extension CompletablePublisher {
    /// Runs this completable to its end; nobody can cancel it, and a failure is lost, as its name says.
    ///
    /// ```swift
    /// AnyCompletablePublisher<Never, any Error>.empty().fireAndForgetIgnoringFailure()
    /// ```
    public func fireAndForgetIgnoringFailure() { _run() }
}

extension MaybePublisher where Output == Never, Failure == Never {
    /// Runs this publisher to its end; nobody can cancel it, and nobody is told.
    ///
    /// It is there for maybes that can't have a value. To forget the value of another one, say so with
    /// ``Publisher/asCompletable()``.
    ///
    /// ```swift
    /// AnyMaybePublisher<Never, Never>.empty().fireAndForget()
    /// ```
    @_disfavoredOverload
    public func fireAndForget() { _run() }
}

extension MaybePublisher where Output == Never {
    /// Runs this publisher to its end; nobody can cancel it, and a failure is lost, as its name says.
    ///
    /// ```swift
    /// AnyMaybePublisher<Never, any Error>.empty().fireAndForgetIgnoringFailure()
    /// ```
    @_disfavoredOverload
    public func fireAndForgetIgnoringFailure() { _run() }
}

extension Publisher {
    /// Subscribes with nobody to listen. The subscriber lives as long as upstream keeps it.
    fileprivate func _run() {
        let taker = _OutcomeTaker<Output, Failure>("FireAndForget") { _, _ in }
        taker.ask()
        subscribe(taker)
    }
}
