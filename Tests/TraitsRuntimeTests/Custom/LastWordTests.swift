import Testing
import TraitsRuntime
import TraitsTesting

/// What `ReductionOperator` promises about the failure of upstream.
@Suite("A custom reduction that changes the failure")
struct LastWordTests {
    @Test func convertsTheFailureOfUpstream() {
        let source = ManualPublisher<Int, MyError>()
        let recorder = LastWord(upstream: source).record()
        source.send(1)
        source.send(completion: .failure(MyError()))
        #expect(recorder.values.isEmpty)
        #expect(recorder.completion == .failure(.upstream(MyError())))
    }

    @Test func failsByItself() {
        let source = ManualPublisher<Int, MyError>()
        let recorder = LastWord(upstream: source).record()
        source.send(-1)
        #expect(recorder.completion == .failure(.negative))
        #expect(source.uses.last == .cancelled)
    }

    @Test func everyPathHasTheSameHistory() {
        #expect(
            LastWord(upstream: [1, 2].publisher.setFailureType(to: MyError.self)).record().recording == "2|")
        #expect(LastWord(upstream: Just(1).setFailureType(to: MyError.self)).record().recording == "1|")
        let failing = LastWord(upstream: Fail<Int, MyError>(error: MyError())).record()
        #expect(failing.completion == .failure(.upstream(MyError())))
    }
}

/// The last of several numbers, of which none may be negative.
private struct LastWord<Upstream: Publisher>: ReductionOperator
where Upstream.Output == Int, Upstream.Failure: Equatable {
    enum Failure: Error, Equatable {
        case negative
        case upstream(Upstream.Failure)
    }

    struct Reduction: OperatorReduction {
        var last: Int?

        static var name: String { "LastWord" }

        mutating func receive(_ input: Int) -> ReductionStep<LastWord.Failure> {
            if input < 0 { return .fail(.negative) }
            last = input
            return .more
        }

        func result() -> Int? { last }

        func failure(_ error: Upstream.Failure) -> LastWord.Failure { .upstream(error) }
    }

    typealias Output = Int

    let upstream: Upstream

    func makeReduction() -> Reduction { Reduction() }
}
