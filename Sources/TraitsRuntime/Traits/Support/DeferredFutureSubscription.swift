/// The subscription behind `DeferredFutureSingle` and its siblings: the job is the user's closure, the cleanup the
/// cancellable that the closure returns.
public final class DeferredFutureSubscription<Downstream: Subscriber>: TraitSubscription<
    Downstream, DeferredFutureJob<Downstream.Input, Downstream.Failure>
>
{
    /// The cancellable that the job returned. ``TraitSubscription`` calls the three methods below one after the other,
    /// ordered by its lock, so nothing else guards it.
    private var cleanup: AnyCancellable?

    public override var description: String { "DeferredFuture" }

    public override func start(with job: DeferredFutureJob<Downstream.Input, Downstream.Failure>) {
        cleanup = job.attempt(_promise)
    }

    public override func didCancel(with job: DeferredFutureJob<Downstream.Input, Downstream.Failure>) {
        cleanUp()
    }

    public override func didComplete(with job: DeferredFutureJob<Downstream.Input, Downstream.Failure>) {
        cleanUp()
    }

    private func cleanUp() {
        let cleanup = cleanup
        self.cleanup = nil
        cleanup?.cancel()
    }
}

/// The closure that a deferred future was made from, in the form that all traits share.
public struct DeferredFutureJob<Output, Failure: Error> {
    let attempt: (@escaping @Sendable (MaybeResult<Output, Failure>) -> Void) -> AnyCancellable

    /// Wraps a closure that begins the work and returns the cancellable that cleans up after it.
    public init(
        _ attempt: @escaping (@escaping @Sendable (MaybeResult<Output, Failure>) -> Void) -> AnyCancellable
    ) {
        self.attempt = attempt
    }
}
