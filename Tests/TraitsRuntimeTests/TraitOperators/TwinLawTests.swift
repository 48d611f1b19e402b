import Testing
import TraitsRuntime
import TraitsTesting

/// Every small history of every input is driven through each operator, with every way to ask and to cancel.
@Suite("Laws of the trait operators")
struct TwinLawTests {
    private let bound = LawBound(values: 2, plans: .short)

    // MARK: Twins

    @Test func shareReplay() throws {
        let report = try Laws.check(promise: .single, inputs: [.single], bound: bound) {
            $0.uncheckedSingle().shareReplay()
        }
        #expect(report.histories > 100)
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) { $0.uncheckedMaybe().shareReplay() }
        try Laws.check(promise: .completable, inputs: [.completable], bound: bound) {
            $0.uncheckedCompletable().shareReplay()
        }
        // Every subscriber, whenever it comes, sees the outcome of the one subscription.
        try Laws.check(promise: .sameShapeButLater, inputs: [.maybe], bound: bound) {
            $0.uncheckedMaybe().shareReplay()
        }
    }

    @Test func plainShareLosesTheSingle() {
        #expect(throws: LawViolation.self) {
            try Laws.check(promise: .single, inputs: [.single], bound: bound) { $0.share() }
        }
    }

    @Test(arguments: [0, 1, 2, 3, 9])
    func timeout(_ ticks: Int) throws {
        let interval = VirtualTime.Stride(integerLiteral: ticks)
        try Laws.check(promise: .single, inputs: [.single], bound: bound) {
            $0.uncheckedSingle().timeout(interval, scheduler: $0.scheduler, error: "l")
        }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) {
            $0.uncheckedMaybe().timeout(interval, scheduler: $0.scheduler, error: "l")
        }
        try Laws.check(promise: .completable, inputs: [.completable], bound: bound) {
            $0.uncheckedCompletable().timeout(interval, scheduler: $0.scheduler, error: "l")
        }
    }

    @Test func plainTimeoutLosesTheSingle() {
        #expect(throws: LawViolation.self) {
            try Laws.check(promise: .single, inputs: [.single], bound: bound) {
                $0.timeout(1, scheduler: $0.scheduler)
            }
        }
    }

    @Test func orError() throws {
        try Laws.check(promise: .single, inputs: 1, bound: bound) { $0.first(orError: "e") }
        try Laws.check(promise: .single, inputs: [.maybe], bound: bound) { $0.replaceEmpty(withError: "e") }
        try Laws.check(promise: .completable, inputs: [.completable], bound: bound) {
            $0.replaceEmpty(withError: "e")
        }
        try Laws.check(promise: .atLeastOneOrError, inputs: 1, bound: bound) {
            $0.replaceEmpty(withError: "e")
        }
    }

    @Test func ifEmpty() throws {
        try Laws.check(promise: .single, inputs: [.maybe], bound: bound) { $0.ifEmpty(default: 7) }
        try Laws.check(promise: .atLeastOneOrError, inputs: 1, bound: bound) { $0.ifEmpty(default: 7) }
        try Laws.check(promise: .single, inputs: [.maybe, .single], bound: bound) { upstream, other in
            upstream.ifEmpty(switchTo: other)
        }
        try Laws.check(promise: .maybe, inputs: [.maybe, .maybe], bound: bound) { upstream, other in
            upstream.ifEmpty(switchTo: other)
        }
        try Laws.check(promise: .completable, inputs: [.completable, .completable], bound: bound) {
            upstream, other in
            upstream.ifEmpty(switchTo: other)
        }
    }

    @Test func retryWhen() throws {
        // Each failure is followed by another attempt a tick later, three times.
        try Laws.check(promise: .single, inputs: [.single], bound: bound) { upstream in
            upstream.retry { failures in
                failures.delay(for: 1, scheduler: upstream.scheduler).prefix(3)
                    .setFailureType(to: TestFailure.self)
            }
        }
        // The trigger is a second publisher of any kind.
        try Laws.check(promise: .maybe, inputs: [.maybe, .anything], bound: LawBound(values: 1)) {
            upstream, trigger in
            upstream.retry { _ in trigger.prefix(2) }
        }
    }

    @Test func delaySubscription() throws {
        try Laws.check(promise: .sameShapeButLater, inputs: 1, bound: bound) {
            $0.delaySubscription(for: 1, scheduler: $0.scheduler)
        }
        try Laws.check(promise: .single, inputs: [.single], bound: bound) {
            $0.delaySubscription(for: 0, scheduler: $0.scheduler)
        }
    }

    // MARK: Several publishers

    @Test func zip() throws {
        try Laws.check(promise: .single, inputs: [.single, .single], bound: bound) {
            [$0, $1].single.zipSingle()
        }
        try Laws.check(promise: .maybe, inputs: [.maybe, .maybe], bound: bound) { [$0, $1].maybe.zipMaybe() }
        try Laws.check(promise: .completable, inputs: [.completable, .completable], bound: bound) {
            [$0, $1].completable.zipCompletable()
        }
    }

    @Test func zipOfNone() throws {
        try Laws.check(promise: .single) { _ in [Just<Int>]().zipSingle() }
        try Laws.check(promise: .maybe) { _ in [AnyMaybePublisher<Int, Never>]().zipMaybe() }
        try Laws.check(promise: .completable) { _ in [AnyCompletablePublisher<Int, Never>]().zipCompletable()
        }
    }

    @Test func race() throws {
        try Laws.check(promise: .single, inputs: [.single, .single], bound: bound) { $0.race(with: $1) }
        try Laws.check(promise: .maybe, inputs: [.maybe, .maybe], bound: bound) { $0.race(with: $1) }
        try Laws.check(promise: .anything, inputs: 2, bound: LawBound(values: 2)) { $0.race(with: $1) }
        try Laws.check(promise: .single, inputs: [.single, .single], bound: bound) { [$0, $1].race() }
    }

    @Test func andThen() throws {
        try Laws.check(promise: .single, inputs: [.completable, .single], bound: bound) { first, next in
            first.uncheckedCompletable().andThen(next)
        }
        try Laws.check(promise: .maybe, inputs: [.completable, .maybe], bound: bound) { first, next in
            first.uncheckedCompletable().andThen(next)
        }
        try Laws.check(promise: .completable, inputs: [.completable, .completable], bound: bound) {
            first, next in
            first.uncheckedCompletable().andThen { next }
        }
        try Laws.check(promise: .anything, inputs: [.completable, .anything], bound: bound) { first, next in
            first.uncheckedCompletable().andThen(next)
        }
    }

    // MARK: From one kind to another

    @Test func conversions() throws {
        try Laws.check(promise: .completable, inputs: 1, bound: bound) { $0.asCompletable() }
        try Laws.check(promise: .completable, inputs: [.completable], bound: bound) {
            $0.uncheckedCompletable().asMaybe(of: String.self)
        }
        try Laws.check(promise: .maybe, inputs: [.single], bound: bound) { $0.uncheckedSingle().asMaybe() }
    }

    @Test func events() throws {
        try Laws.check(promise: .single, inputs: [.completable], bound: bound) { $0.materialize() }
        try Laws.check(promise: .oneMoreThanInput, inputs: 1, bound: bound) { $0.materialize() }
        // The end is a value in between, which has to be asked for.
        try Laws.check(promise: .sameShape, inputs: 1, bound: bound, ignoring: [.completion]) {
            $0.materialize().dematerialize()
        }
        try Laws.check(promise: .single, inputs: [.single], bound: bound) { $0.mapToResult() }
        try Laws.check(promise: .maybe, inputs: [.maybe], bound: bound) { $0.mapToResult() }
        try Laws.check(promise: .neverFails, inputs: 1, bound: bound) { $0.mapToResult() }
    }

    // MARK: Sources and ends

    @Test func timer() throws {
        try Laws.check(promise: .single) { TraitPublishers.Timer<_, Never>(after: 1, scheduler: $0) }
    }

    @Test func using() throws {
        try Laws.check(promise: .sameShape, inputs: 1, bound: bound) { upstream in
            Using<Int, LawUpstream<TestFailure>> {
                1
            } product: { _ in
                upstream
            } release: { _ in
            }
        }
    }

    @Test func preventCancellation() throws {
        // Upstream goes on after a cancellation: that is what it is for.
        try Laws.check(promise: .sameShape, inputs: 1, bound: bound, ignoring: [.release]) {
            $0.preventCancellation()
        }
        #expect(throws: LawViolation.self) {
            try Laws.check(promise: .sameShape, inputs: 1, bound: bound) { $0.preventCancellation() }
        }
    }
}

extension LawPromise {
    fileprivate static let sameShapeButLater = LawPromise("its input's events, perhaps later") {
        inputs, output in
        inputs.first.map { $0.values == output.values && $0.ending == output.ending } ?? false
    }

    fileprivate static let oneMoreThanInput = LawPromise("one more value if the input ends") {
        inputs, output in
        guard let input = inputs.first else { return false }
        if input.ending == .silent { return output.values == input.values && output.ending == .silent }
        return output.values == input.values + 1 && output.ending == .finished
    }

    fileprivate static let atLeastOneOrError = LawPromise("at least one value, or an error") { _, output in
        output.ending != .finished || output.values > 0
    }

    fileprivate static let neverFails = LawPromise("never fails") { _, output in output.ending != .failed }
}

extension Array where Element: Publisher {
    fileprivate var single: [TraitPublishers.UncheckedSingle<Element>] { map { $0.uncheckedSingle() } }
    fileprivate var maybe: [TraitPublishers.UncheckedMaybe<Element>] { map { $0.uncheckedMaybe() } }
    fileprivate var completable: [TraitPublishers.UncheckedCompletable<Element>] {
        map { $0.uncheckedCompletable() }
    }
}
