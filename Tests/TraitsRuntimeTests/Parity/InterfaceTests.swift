import Testing
import TraitsRuntime
import TraitsTesting

/// What programs written for Combine, or for the traits on top of it, call by name.
@Suite("Names that programs know")
struct InterfaceTests {
    /// A length of time need not be a number by itself: ``Scheduler`` asks that of a stride.
    private struct Beats: SchedulerTimeIntervalConvertible, Equatable {
        var count: Int
        static func seconds(_ s: Int) -> Beats { Beats(count: s * 2) }
        static func seconds(_ s: Double) -> Beats { Beats(count: Int(s * 2)) }
        static func milliseconds(_ ms: Int) -> Beats { Beats(count: ms / 500) }
        static func microseconds(_ us: Int) -> Beats { Beats(count: us / 500_000) }
        static func nanoseconds(_ ns: Int) -> Beats { Beats(count: ns / 500_000_000) }
    }

    @Test func aTimeIntervalNeedsFiveFunctions() {
        #expect(Beats.seconds(3) == Beats(count: 6))
        #expect(Beats.milliseconds(1500) == .seconds(1.5))
    }

    @Test func justHasNoValueInARangeThatBeginsBeforeIt() {
        #expect(Just(1).output(in: -10..<10).record().values == [])
        #expect(Just(1).output(in: (-1)...).record().values == [])
        #expect(Just(1).output(in: 0..<10).record().values == [1])
    }

    @Test func factoriesThatAreToldTheirTypes() {
        let single = AnySinglePublisher.just(1, failureType: TestError.self)
        #expect(single.record().recording == "1|")
        let failing = AnySinglePublisher.fail(TestError(), outputType: Int.self)
        #expect(failing.record().completion == .failure(TestError()))
        let empty = AnyMaybePublisher.empty(outputType: Int.self, failureType: TestError.self)
        #expect(empty.record().recording == "|")
        let silent = AnyMaybePublisher.never(outputType: Int.self, failureType: TestError.self)
        #expect(silent.record().recording == "-")
        let immediate = AnyImmediatePublisher.just(1, failureType: TestError.self)
        #expect(immediate.record().values == [1])
    }

    @Test func publishersOfAClosureUnderTheirShortNames() {
        let single = TraitPublishers.Single<Int, TestError> { promise in
            promise(.success(1))
            return AnyCancellable {}
        }
        #expect(single.record().recording == "1|")
        let maybe = TraitPublishers.Maybe<Int, TestError> { promise in
            promise(.finished)
            return AnyCancellable {}
        }
        #expect(maybe.record().recording == "|")
    }
}
