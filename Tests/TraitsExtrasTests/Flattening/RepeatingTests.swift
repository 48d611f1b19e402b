import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("repeat(_:) and interspersed(with:)")
struct RepeatingTests {
    @Test(arguments: [(0, []), (1, [1, 2]), (3, [1, 2, 1, 2, 1, 2])])
    func repeats(times: Int, expected: [Int]) {
        let recorder = [1, 2].publisher.repeat(times).record()
        #expect(recorder.values == expected)
        #expect(recorder.completion == .finished)
    }

    @Test func aLaterTimeMeetsWhatIsLeftOfTheDemand() {
        #expect([1, 2].publisher.repeat(3).record(demand: .atOnce(3)).values == [1, 2, 1])
    }

    @Test func repeatsWithoutGrowingTheStack() {
        var count = 0
        _ = Just(1).repeat(100_000).sink { count += $0 }
        #expect(count == 100_000)
    }

    @Test func aFailureEndsTheRepetition() {
        var starts = 0
        let source = Deferred { () -> Fail<Int, TestFailure> in
            starts += 1
            return Fail(error: TestFailure())
        }
        #expect(source.repeat(3).record().completion == .failure(TestFailure()))
        #expect(starts == 1)
    }

    @Test func interspersedSendsSeparatorsBetweenValues() {
        #expect([1, 2, 3].publisher.interspersed(with: 0).record().values == [1, 0, 2, 0, 3])
        #expect(Just(1).interspersed(with: 0).record().recording == "(1|)")
        #expect([1, 2, 3].publisher.interspersed(with: 0).record(demand: .atOnce(2)).values == [1, 0])
    }
}
