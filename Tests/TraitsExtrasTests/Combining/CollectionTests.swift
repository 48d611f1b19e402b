import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("Collections of publishers")
struct CollectionTests {
    private let subjects = (0..<5).map { _ in PassthroughSubject<Int, TestFailure>() }

    @Test func mergeSendsAll() {
        let recorder = subjects.merge().record()
        for (number, subject) in subjects.enumerated() { subject.send(number) }
        for subject in subjects { subject.send(completion: .finished) }
        #expect(recorder.values == [0, 1, 2, 3, 4])
        #expect(recorder.completion == .finished)
    }

    @Test func zipPairsFirstWithFirst() {
        let recorder = subjects.zip().record()
        for subject in subjects { for value in 1...2 { subject.send(value) } }
        #expect(recorder.values == [[1, 1, 1, 1, 1], [2, 2, 2, 2, 2]])
        subjects[3].send(completion: .finished)
        #expect(recorder.completion == .finished)
    }

    @Test func combineLatestSendsTheNewest() {
        let recorder = subjects.combineLatest().record()
        for (number, subject) in subjects.enumerated() { subject.send(number) }
        subjects[1].send(9)
        #expect(recorder.values == [[0, 1, 2, 3, 4], [0, 9, 2, 3, 4]])
        subjects[4].send(completion: .failure(TestFailure()))
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func ofNoneAndOfOne() {
        let none: [AnyPublisher<Int, Never>] = []
        #expect(none.merge().record().recording == "|")
        #expect(none.zip().record().values == [[]])
        #expect(none.combineLatest().record().values == [[]])
        #expect([[1, 2].publisher].zip().record().values == [[1], [2]])
        #expect([[1, 2].publisher].combineLatest().record().values == [[1], [2]])
    }

    @Test func singlesStayASingle() {
        let zipped: some SinglePublisher<[Int], Never> = [Just(1), Just(2)].zip()
        let combined: some SinglePublisher<[Int], Never> = [Just(1), Just(2)].combineLatest()
        #expect(zipped.record().values == [[1, 2]])
        #expect(combined.record().values == [[1, 2]])
    }

    @Test func aThousandPublishers() {
        let all = (0..<1000).map { Just($0).eraseToAnyPublisher() }
        #expect(all.zip().record().values == [Array(0..<1000)])
        #expect(all.combineLatest().record().values == [Array(0..<1000)])
    }

    /// As for `zip` and `combineLatest`: an input that isn't asked for more can't come to its end.
    @Test func laws() throws {
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 2, plans: .short), ignoring: [.patience]
        ) { first, second in
            [first, second].zip()
        }
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 2, plans: .short), ignoring: [.patience]
        ) { first, second in
            [first, second].combineLatest()
        }
    }
}
