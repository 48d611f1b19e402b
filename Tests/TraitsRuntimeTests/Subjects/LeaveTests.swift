#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import Testing
import TraitsRuntime

/// Many subscribers that leave inside of one delivery.
@Suite("Subscribers that leave together", .limited)
struct LeaveTests {
    /// The nanoseconds of processor time that the running thread spends.
    private func cost(_ body: () -> Void) -> Int {
        func now() -> Int {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }
        let start = now()
        body()
        return now() - start
    }

    /// How much more it takes for 32 times as many subscribers: 32 times, but for chance, where each takes constant time; where
    /// each looks through all it would be a thousand times.
    private func expectLinear(
        _ sourceLocation: SourceLocation = #_sourceLocation,
        leave: (_ count: Int) -> (make: () -> Any, go: () -> Void)
    ) {
        func best(_ count: Int) -> Int {
            (0..<3).map { _ in
                let (make, go) = leave(count)
                let subscriptions = make()
                return withExtendedLifetime(subscriptions) { cost(go) }
            }.min()!
        }
        let (few, many) = (best(1_000), best(32_000))
        #expect(many < few * 200, "\(few) ns, then \(many) ns", sourceLocation: sourceLocation)
    }

    @Test func first() {
        expectLinear { count in
            let source = PassthroughSubject<Int, Never>()
            return ({ (0..<count).map { _ in source.first().sink { _ in } } }, { source.send(1) })
        }
    }

    @Test func firstOfACurrentValue() {
        expectLinear { count in
            let source = CurrentValueSubject<Int, Never>(0)
            return (
                { (0..<count).map { _ in source.dropFirst().prefix(1).sink { _ in } } }, { source.send(1) }
            )
        }
    }

    @Test func atASignal() {
        expectLinear { count in
            let (never, stop) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
            return (
                { (0..<count).map { _ in never.prefix(untilOutputFrom: stop).sink { _ in } } },
                { stop.send(()) }
            )
        }
    }

    @Test func firstOfASharedStream() {
        expectLinear { count in
            let source = PassthroughSubject<Int, Never>()
            let shared = source.share(replay: 1)
            return ({ (0..<count).map { _ in shared.first().sink { _ in } } }, { source.send(1) })
        }
        expectLinear { count in
            let source = PassthroughSubject<Int, Never>()
            let shared = source.share()
            return ({ (0..<count).map { _ in shared.first().sink { _ in } } }, { source.send(1) })
        }
    }

    @Test func firstOfAProperty() {
        expectLinear { count in
            let source = MutableProperty(0)
            return (
                { (0..<count).map { _ in source.subsequentValues.first().sink { _ in } } },
                { source.value = 1 }
            )
        }
    }

    /// Each subscribes again inside of its last value.
    @Test func andComeBack() {
        expectLinear { count in
            let source = PassthroughSubject<Int, Never>()
            final class Again { var cancellables: [AnyCancellable] = [] }
            let again = Again()
            again.cancellables.reserveCapacity(count)
            return (
                {
                    (0..<count).map { _ in
                        source.first().sink { _ in again.cancellables.append(source.sink { _ in }) }
                    }
                }, { source.send(1) }
            )
        }
    }

    /// One of them cancels all others.
    @Test func oneCancelsTheOthers() {
        expectLinear { count in
            let source = PassthroughSubject<Int, Never>()
            final class All { var cancellables: [AnyCancellable] = [] }
            let all = All()
            return (
                {
                    all.cancellables = [
                        source.sink { _ in all.cancellables.shuffled().forEach { $0.cancel() } }
                    ]
                    all.cancellables += (0..<count).map { _ in source.sink { _ in } }
                    return all
                }, { source.send(1) }
            )
        }
    }
}
