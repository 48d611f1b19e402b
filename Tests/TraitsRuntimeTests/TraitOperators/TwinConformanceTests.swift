import Testing
import TraitsRuntime
import TraitsTesting

/// Which promise each operator keeps, reasoned by hand and compared with what is derived from the table.
@Suite("Promises of the trait operators")
struct TwinConformanceTests {
    private typealias Single = AnySinglePublisher<Int, TestFailure>
    private typealias Maybe = AnyMaybePublisher<Int, TestFailure>
    private typealias Completable = AnyCompletablePublisher<Int, TestFailure>
    private typealias Anything = AnyPublisher<Int, TestFailure>

    private let single = Single.just(1)
    private let maybe = Maybe.empty()
    private let completable = Completable.empty()
    private let anything = Anything(Single.just(1))
    private let scheduler = TestScheduler()

    /// `s` for a single, `m` for a maybe that is nothing more, `c` for a completable, `-` for none.
    private func promise<P: Publisher>(_ publisher: P) -> Character {
        if publisher is any SinglePublisher { return "s" }
        if publisher is any CompletablePublisher { return "c" }
        return publisher is any MaybePublisher ? "m" : "-"
    }

    @Test func twins() {
        #expect(promise(single.shareReplay()) == "s")
        #expect(promise(maybe.shareReplay()) == "m")
        #expect(promise(completable.shareReplay()) == "c")
        #expect(promise(single.share()) == "m")
        #expect(promise(single.timeout(1, scheduler: scheduler, error: "l")) == "s")
        #expect(promise(maybe.timeout(1, scheduler: scheduler, error: "l")) == "m")
        #expect(promise(completable.timeout(1, scheduler: scheduler, error: "l")) == "c")
        #expect(promise(anything.first(orError: "e")) == "s")
        #expect(promise(anything.replaceEmpty(withError: "e")) == "-")
        #expect(promise(maybe.replaceEmpty(withError: "e")) == "s")
        #expect(promise(maybe.ifEmpty(default: 1)) == "s")
        #expect(promise(maybe.ifEmpty(switchTo: maybe)) == "m")
        #expect(promise(maybe.ifEmpty(switchTo: single)) == "s")
        #expect(promise(completable.ifEmpty(switchTo: completable)) == "c")
        #expect(promise(anything.ifEmpty(switchTo: single)) == "-")
        #expect(promise(single.retry { _ in anything }) == "s")
        #expect(promise(anything.retry { _ in single }) == "-")
        #expect(promise(maybe.delaySubscription(for: 1, scheduler: scheduler)) == "m")
    }

    @Test func severalPublishers() {
        #expect(promise([single].zipSingle()) == "s")
        #expect(promise([maybe].zipMaybe()) == "m")
        #expect(promise([completable].zipCompletable()) == "c")
        #expect(promise(single.race(with: single)) == "s")
        #expect(promise(single.race(with: maybe)) == "m")
        #expect(promise(single.race(with: anything)) == "-")
        #expect(promise([completable].race()) == "c")
        #expect(promise(completable.andThen(single)) == "s")
        #expect(promise(completable.andThen(maybe)) == "m")
        #expect(promise(completable.andThen(completable)) == "c")
        #expect(promise(completable.andThen(anything)) == "-")
        #expect(promise(completable.merge(with: completable)) == "c")
    }

    @Test func conversions() {
        #expect(promise(anything.asCompletable()) == "c")
        #expect(promise(completable.asMaybe(of: String.self)) == "c")
        #expect(promise(single.asMaybe()) == "m")
        #expect(promise(completable.materialize()) == "s")
        #expect(promise(single.materialize()) == "-")
        #expect(promise(single.mapToResult()) == "s")
        #expect(promise(maybe.mapToResult()) == "m")
        #expect(promise(single.preventCancellation()) == "s")
        #expect(promise(DeferredTaskSingle<Int, Never> { 1 }) == "s")
        #expect(promise(DeferredTaskMaybe<Int, Never> { 1 }) == "m")
        #expect(promise(DeferredTaskCompletable<Never> {}) == "c")
        #expect(promise(AsyncStream<Int> { $0.finish() }.publisher) == "-")
    }
}
