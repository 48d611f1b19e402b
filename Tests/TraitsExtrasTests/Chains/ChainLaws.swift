import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Chains have no row of their own; these are the laws that a row would bring, under closures that act.
@Suite("Laws of chains", .serialized)
struct ChainLaws {
    private let bound = LawBound(values: 2, plans: .short)

    // MARK: - Values

    @Test func mappingKeepsEachPromise() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.mapToVoid().map { 0 } }
        try Laws.check(promise: .single, inputs: [.single], bound: bound) { $0.mapTo(7) }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) {
            $0.map { $0 > 0 ? $0 : nil }.filterNil()
        }
        try Laws.check(promise: .single, inputs: [.single], bound: bound) { $0.map { $0 > 0 }.toggle() }
        try Laws.check(promise: .single, inputs: [.single], bound: bound) {
            $0.withPrevious(0).map(\.previous)
        }
    }

    @Test func eventsAsValues() throws {
        // The end is a value, too, and waits until it is asked for.
        try Laws.check(promise: .anything, inputs: 1, bound: bound, ignoring: [.completion]) {
            $0.materialize().values()
        }
        try Laws.check(promise: .maybe, inputs: 1, bound: bound, ignoring: [.completion]) {
            $0.materialize().failures().map { _ in 0 }
        }
    }

    @Test func neighbours() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.chunked(by: { $1 > $0 }) }
    }

    @Test func separators() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.interspersed(with: 9) }
    }

    // MARK: - Parts

    @Test func lastValues() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.takeLast(2) }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) { $0.takeLast(2) }
    }

    @Test func oneValue() throws {
        try Laws.check(promise: .maybe, inputs: 1, bound: bound) { $0.element(at: 0) }
        try Laws.check(promise: .maybe, inputs: 1, bound: bound) { $0.element(at: 1) }
    }

    @Test func valuesForSomeTime() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) {
            $0.prefix(for: 1, scheduler: $0.scheduler)
        }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) {
            $0.prefix(for: 2, scheduler: $0.scheduler)
        }
    }

    @Test func parts() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.partition { $0 > 0 }.matches }
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.partition { $0 > 0 }.nonMatches }
    }

    // MARK: - Hooks

    @Test func hooksKeepEachPromise() throws {
        try Laws.check(promise: .single, inputs: [.single], bound: bound) { $0.onSuccess { _ in } }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) { $0.onFailure { _ in } }
        try Laws.check(promise: .immediate, inputs: [.immediate], bound: bound) { $0.onCompletion {} }
        try Laws.check(promise: .single, inputs: [.single], bound: bound) { $0.doFinally {} }
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.doFinally {} }
    }

    @Test func failuresAreIgnored() throws {
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) { $0.ignoreFailure() }
        try Laws.check(promise: .anything, inputs: 1, bound: bound) {
            $0.ignoreFailure(completeImmediately: false)
        }
    }

    // MARK: - Again

    @Test func retries() throws {
        try Laws.check(promise: .single, inputs: [.single], bound: bound) {
            $0.retry(1, backoff: .constant(0.001), scheduler: $0.scheduler, random: { 0 })
        }
        try Laws.check(promise: .anything, inputs: 1, bound: bound) {
            $0.retry(2, backoff: .none, scheduler: $0.scheduler, when: { _ in true }, random: { 0 })
        }
    }

    @Test func repetitions() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound) { $0.repeat(2) }
        try Laws.check(promise: .anything, inputs: 1, bound: bound) {
            $0.repeat(2, backoff: .constant(0.001), scheduler: $0.scheduler, random: { 0 })
        }
    }

    @Test func fallbacks() throws {
        let other = Just(9).setFailureType(to: TestFailure.self)
        // What comes at the tick of the time-out is before it or after it. Values go through the scheduler.
        try Laws.check(promise: .anything, inputs: 1, bound: bound, ignoring: [.order, .patience]) {
            $0.timeout(1, scheduler: $0.scheduler, fallback: other.append(8))
        }
        try Laws.check(promise: .single, inputs: [.single], bound: bound, ignoring: [.order]) {
            $0.uncheckedSingle().timeout(1, scheduler: $0.scheduler, fallback: other)
        }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound, ignoring: [.order]) {
            $0.uncheckedMaybe().timeout(1, scheduler: $0.scheduler, fallback: Empty<Int, TestFailure>())
        }
    }

    // MARK: - Several publishers

    @Test func collections() throws {
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 1, laterTicks: 1, plans: .short)
        ) {
            [$0, $1].merge()
        }
        try Laws.check(
            promise: .single, inputs: [.single, .single],
            bound: LawBound(values: 1, laterTicks: 1, plans: .short)
        ) { [$0, $1].zip() }
        try Laws.check(
            promise: .single, inputs: [.single, .single],
            bound: LawBound(values: 1, laterTicks: 1, plans: .short)
        ) { [$0, $1].combineLatest() }
    }

    @Test func anyCollections() throws {
        // An input that isn't asked for more can't come to its end.
        let waiting: Set<Law> = [.patience, .place]
        try Laws.check(promise: .anything, inputs: 1, bound: bound, ignoring: waiting) { [$0, $0, $0].zip() }
        try Laws.check(promise: .anything, inputs: 1, bound: bound, ignoring: waiting) {
            [$0, $0, $0].combineLatest()
        }
    }

    @Test func severalOthers() throws {
        let one = Just(1).setFailureType(to: TestFailure.self)
        try Laws.check(promise: .anything, inputs: 1, bound: bound) {
            $0.withLatestFrom(one, one).map { $0 + $1 }
        }
        try Laws.check(promise: .anything, inputs: 1, bound: bound) {
            one.append(2).withLatestFrom(one, $0, one, one).map { $0.1 }
        }
    }

    // MARK: - Closures that send

    @Test func created() throws {
        try Laws.check(promise: .anything, inputs: 1, bound: bound, ignoring: [.patience]) { upstream in
            AnyPublisher<Int, TestFailure>.create(onRequest: { _, _ in }) { subject in
                let sink = Subscribers.Sink<Int, TestFailure>(
                    receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
                upstream.subscribe(sink)
                return AnyCancellable(sink)
            }
        }
    }
}
