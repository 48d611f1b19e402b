import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("zip and combineLatest of five to eight publishers")
struct ManyInputTests {
    private func subjects(_ count: Int) -> [PassthroughSubject<Int, TestFailure>] {
        (0..<count).map { _ in PassthroughSubject() }
    }

    @Test func zipPairsAllValues() {
        let s = subjects(8)
        let five = s[0].zip(s[1], s[2], s[3], s[4]).map { [$0.0, $0.1, $0.2, $0.3, $0.4] }.record()
        let six = s[0].zip(s[1], s[2], s[3], s[4], s[5]) { [$0, $1, $2, $3, $4, $5] }.record()
        let seven = s[0].zip(s[1], s[2], s[3], s[4], s[5], s[6]) { [$0, $1, $2, $3, $4, $5, $6] }.record()
        let eight = s[0].zip(s[1], s[2], s[3], s[4], s[5], s[6], s[7])
            .map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7] }.record()
        for round in 0..<2 {
            for (number, subject) in s.enumerated() { subject.send(round * 10 + number) }
        }
        s[0].send(99)
        #expect(five.values == [[0, 1, 2, 3, 4], [10, 11, 12, 13, 14]])
        #expect(six.values == [Array(0...5), Array(10...15)])
        #expect(seven.values == [Array(0...6), Array(10...16)])
        #expect(eight.values == [Array(0...7), Array(10...17)])
        s[3].send(completion: .finished)
        for recorder in [five, six, seven, eight] { #expect(recorder.completion == .finished) }
    }

    @Test func combineLatestSendsTheNewestValues() {
        let s = subjects(8)
        let five = s[0].combineLatest(s[1], s[2], s[3], s[4]) { [$0, $1, $2, $3, $4] }.record()
        let six = s[0].combineLatest(s[1], s[2], s[3], s[4], s[5]) { [$0, $1, $2, $3, $4, $5] }.record()
        let seven = s[0].combineLatest(s[1], s[2], s[3], s[4], s[5], s[6])
            .map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6] }.record()
        let eight = s[0].combineLatest(s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
            [$0, $1, $2, $3, $4, $5, $6, $7]
        }.record()
        for (number, subject) in s.enumerated() { subject.send(number) }
        s[4].send(40)
        #expect(five.values == [[0, 1, 2, 3, 4], [0, 1, 2, 3, 40]])
        #expect(six.values == [Array(0...5), [0, 1, 2, 3, 40, 5]])
        #expect(seven.values == [Array(0...6), [0, 1, 2, 3, 40, 5, 6]])
        #expect(eight.values == [Array(0...7), [0, 1, 2, 3, 40, 5, 6, 7]])
        s[4].send(completion: .failure(TestFailure()))
        for recorder in [five, six, seven, eight] { #expect(recorder.completion == .failure(TestFailure())) }
    }

    @Test func singlesStaySingles() {
        let j = Just(1)
        let five: some SinglePublisher<(Int, Int, Int, Int, Int), Never> = j.zip(j, j, j, j)
        let six: some SinglePublisher<(Int, Int, Int, Int, Int, Int), Never> = j.combineLatest(j, j, j, j, j)
        let eight: some SinglePublisher<Int, Never> = j.zip(j, j, j, j, j, j, j).map { $0.7 }
        let immediate: some ImmediatePublisher<Int, Never> = j.combineLatest(j, j, j, j, j, j).map { $0.6 }
        #expect(five.record().values.count == 1)
        #expect(six.record().values.count == 1)
        #expect(eight.record().values == [1])
        #expect(immediate.record().values == [1])
    }

    /// Two inputs at places of their own, and constants at the others.
    @Test func zipKeepsTheLaws() throws {
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 1, laterTicks: 1, plans: .short)
        ) { a, b in
            let one = Just(1).setFailureType(to: TestFailure.self)
            return one.zip(one, a, one, one, b, one, one).map { $0.2 * 10 + $0.5 }
        }
    }

    @Test func combineLatestKeepsTheLaws() throws {
        try Laws.check(
            promise: .anything, inputs: 2, bound: LawBound(values: 1, laterTicks: 1, plans: .short)
        ) { a, b in
            let one = Just(1).setFailureType(to: TestFailure.self)
            return one.combineLatest(a, one, one, one, one, b).map { $0.1 * 10 + $0.6 }
        }
    }

    @Test func propertiesStayProperties() {
        let first = MutableProperty(1), last = MutableProperty(6)
        let p = Property(0)
        let all = first.property.combineLatest(p, p, p, p, last.property).map { $0.0 + $0.5 }
        let zipped = first.property.zip(p, p, p, p, p, p, last.property).map { $0.0 + $0.7 }
        #expect(all.value == 7)
        #expect(zipped.value == 7)
        last.value = 60
        #expect(all.value == 61)
        #expect(zipped.value == 7)
    }
}
