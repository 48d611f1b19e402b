import TraitsRuntime

// Inlinable, so that calls to the publisher are compiled where its type is known, see `LawClient`.
extension LawRow {
    /// Adds a sample without inputs.
    @inlinable
    public func sample<P: Publisher>(_ text: String, _ build: @escaping (TestScheduler) -> P) {
        add(text, LawClient<P>(), failure: TestFailure?.none) { scheduler, _ in build(scheduler) }
    }

    /// Adds a sample with one input.
    @inlinable
    public func sample<P: Publisher>(
        _ text: String, _ build: @escaping (TestScheduler, LawUpstream<TestFailure>) -> P
    ) {
        add(text, LawClient<P>(), failure: TestFailure()) { build($0, $1[0]) }
    }

    /// Adds a sample with two inputs.
    @inlinable
    public func sample<P: Publisher>(
        _ text: String,
        _ build: @escaping (TestScheduler, LawUpstream<TestFailure>, LawUpstream<TestFailure>) -> P
    ) {
        add(text, LawClient<P>(), failure: TestFailure()) { build($0, $1[0], $1[1]) }
    }

    /// Adds a sample with three inputs.
    @inlinable
    public func sample<P: Publisher>(
        _ text: String,
        _ build:
            @escaping (
                TestScheduler, LawUpstream<TestFailure>, LawUpstream<TestFailure>, LawUpstream<TestFailure>
            ) -> P
    ) {
        add(text, LawClient<P>(), failure: TestFailure()) { build($0, $1[0], $1[1], $1[2]) }
    }

    /// Adds a sample with four inputs.
    @inlinable
    public func sample<P: Publisher>(
        _ text: String,
        _ build:
            @escaping (
                TestScheduler, LawUpstream<TestFailure>, LawUpstream<TestFailure>, LawUpstream<TestFailure>,
                LawUpstream<TestFailure>
            ) -> P
    ) {
        add(text, LawClient<P>(), failure: TestFailure()) { build($0, $1[0], $1[1], $1[2], $1[3]) }
    }

    /// Adds a sample with an input that never fails.
    @inlinable
    public func infallibleSample<P: Publisher>(
        _ text: String, _ build: @escaping (TestScheduler, LawUpstream<Never>) -> P
    ) {
        add(text, LawClient<P>(), failure: Never?.none, names: ["infallible"]) { build($0, $1[0]) }
    }
}
