import Testing
import TraitsRuntime

/// A publisher that holds no closure and nothing of a scheduler's is safe to share if what it holds is.
@Suite struct SendableTests {
    @Test func whatHoldsNoClosureMayBeShared() {
        let upstream = Just(1).setFailureType(to: TestError.self)
        let shared: [any Sendable] = [
            upstream, upstream.count(), upstream.collect(), upstream.collect(2), upstream.first(),
            upstream.last(),
            upstream.ignoreOutput(), upstream.contains(1), upstream.replaceEmpty(with: 2),
            upstream.replaceError(with: 2), upstream.dropFirst(), upstream.output(at: 1), upstream.retry(1),
            upstream.assertNoFailure(), upstream.append(upstream), upstream.prefix(untilOutputFrom: upstream),
            upstream.zip(upstream), upstream.combineLatest(upstream), upstream.merge(with: upstream),
        ]
        #expect(shared.count { $0 is any Publisher } == shared.count)
    }
}
