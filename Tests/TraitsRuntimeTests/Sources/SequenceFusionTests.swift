import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Operators of sequences, at assembly")
struct SequenceFusionTests {
    typealias Once<Success> = Result<Success, Never>.Publisher
    typealias Elements<Base: Sequence> = Publishers.Sequence<Base, Never>

    func check<F: Publisher, G: Publisher, Expected: Publisher>(
        _ fused: F, _ general: G, is type: Expected.Type, at location: SourceLocation = #_sourceLocation
    ) where F.Output == G.Output {
        #expect(F.self == Expected.self, sourceLocation: location)
        for demand in [DemandPolicy.unlimited, .atATime(1)] {
            let (one, other) = (fused.record(demand: demand), general.record(demand: demand))
            #expect("\(one.values)" == "\(other.values)", "\(demand)", sourceLocation: location)
            #expect(
                "\(one.completion as Any)" == "\(other.completion as Any)", "\(demand)",
                sourceLocation: location)
        }
    }

    /// Hides what the publisher is, so that its chain is made of operators that run at each subscription.
    func hidden<P: Publisher>(_ publisher: P) -> some Publisher<P.Output, P.Failure> { publisher }

    func oops(_: Int) throws -> Bool { throw TestError() }

    static let inputs: [[Int]] = [[], [2], [1, 1, 2], [3, 2, 2, 1, 3]]

    @Test(arguments: inputs)
    func valueByValue(input: [Int]) {
        let sequence = input.publisher
        let general = hidden(sequence)
        check(sequence.map { "\($0)" }, general.map { "\($0)" }, is: Elements<[String]>.self)
        check(
            sequence.compactMap { $0 > 1 ? $0 : nil }, general.compactMap { $0 > 1 ? $0 : nil },
            is: Elements<[Int]>.self)
        check(sequence.scan(10, -), general.scan(10, -), is: Elements<[Int]>.self)
        check(sequence.filter { $0 > 1 }, general.filter { $0 > 1 }, is: Elements<[Int]>.self)
        check(sequence.removeDuplicates(), general.removeDuplicates(), is: Elements<[Int]>.self)
        check(
            sequence.setFailureType(to: TestError.self), general.setFailureType(to: TestError.self),
            is: Publishers.Sequence<[Int], TestError>.self)
        #expect(sequence.ignoreOutput() == Empty<Int, Never>())
    }

    @Test(arguments: inputs)
    func parts(input: [Int]) {
        let sequence = input.publisher
        let general = hidden(sequence)
        check(sequence.dropFirst(), general.dropFirst(), is: Elements<DropFirstSequence<[Int]>>.self)
        check(sequence.dropFirst(2), general.dropFirst(2), is: Elements<DropFirstSequence<[Int]>>.self)
        check(
            sequence.drop { $0 != 2 }, general.drop { $0 != 2 }, is: Elements<DropWhileSequence<[Int]>>.self)
        check(sequence.prefix(2), general.prefix(2), is: Elements<PrefixSequence<[Int]>>.self)
        check(sequence.prefix(0), general.prefix(0), is: Elements<PrefixSequence<[Int]>>.self)
        check(sequence.prefix { $0 != 2 }, general.prefix { $0 != 2 }, is: Elements<[Int]>.self)
        check(sequence.first(), general.first(), is: Int?.Publisher.self)
        check(sequence.first { $0 > 1 }, general.first { $0 > 1 }, is: Int?.Publisher.self)
        check(sequence.last(), general.last(), is: Int?.Publisher.self)
        check(sequence.last { $0 > 1 }, general.last { $0 > 1 }, is: Int?.Publisher.self)
        check(sequence.output(at: 1), general.output(at: 1), is: Int?.Publisher.self)
        check(sequence.output(in: 1..<2), general.output(in: 1..<2), is: Elements<[Int]>.self)
        check(sequence.output(in: 1..<9), general.output(in: 1..<9), is: Elements<[Int]>.self)
        check(sequence.append(7, 8), general.append(7, 8), is: Elements<[Int]>.self)
        check(sequence.append(7...8), general.append(7...8), is: Elements<[Int]>.self)
        check(sequence.append([7].publisher), general.append([7].publisher), is: Elements<[Int]>.self)
        check(sequence.prepend(7, 8), general.prepend(7, 8), is: Elements<[Int]>.self)
        check(sequence.prepend(7...8), general.prepend(7...8), is: Elements<[Int]>.self)
        check(sequence.prepend([7].publisher), general.prepend([7].publisher), is: Elements<[Int]>.self)
    }

    @Test(arguments: inputs)
    func summaries(input: [Int]) {
        let sequence = input.publisher
        let general = hidden(sequence)
        check(sequence.collect(), general.collect(), is: Once<[Int]>.self)
        check(sequence.count(), general.count(), is: Just<Int>.self)
        check(sequence.allSatisfy { $0 > 1 }, general.allSatisfy { $0 > 1 }, is: Once<Bool>.self)
        check(sequence.contains(2), general.contains(2), is: Once<Bool>.self)
        check(sequence.contains { $0 > 1 }, general.contains { $0 > 1 }, is: Once<Bool>.self)
        check(sequence.reduce(10, -), general.reduce(10, -), is: Once<Int>.self)
        check(sequence.min(), general.min(), is: Int?.Publisher.self)
        check(sequence.max(), general.max(), is: Int?.Publisher.self)
        check(sequence.min { $0 / 2 < $1 / 2 }, general.min { $0 / 2 < $1 / 2 }, is: Int?.Publisher.self)
        check(sequence.max { $0 / 2 < $1 / 2 }, general.max { $0 / 2 < $1 / 2 }, is: Int?.Publisher.self)
        typealias Try<Success> = Result<Success, any Error>.Publisher
        check(sequence.tryAllSatisfy { $0 > 1 }, general.tryAllSatisfy { $0 > 1 }, is: Try<Bool>.self)
        check(sequence.tryAllSatisfy(oops), general.tryAllSatisfy(oops), is: Try<Bool>.self)
        check(sequence.tryContains { $0 > 1 }, general.tryContains { $0 > 1 }, is: Try<Bool>.self)
        check(sequence.tryContains(where: oops), general.tryContains(where: oops), is: Try<Bool>.self)
        check(sequence.tryReduce(10, -), general.tryReduce(10, -), is: Try<Int>.self)
    }

    @Test func aSequenceThatMayFailByItsTypeHasTheSameNumber() {
        let sequence = [1, 2].publisher.setFailureType(to: TestError.self)
        check(sequence.count(), hidden(sequence).count(), is: Result<Int, TestError>.Publisher.self)
        check(
            sequence.first(), hidden(sequence).first(),
            is: Publishers.First<Publishers.Sequence<[Int], TestError>>.self)
    }

    /// The elements stay optional, as in Combine, unless what follows asks for more.
    @Test func replacedNilsStayOptional() {
        let sequence = [1, nil, 3].publisher
        check(
            sequence.replaceNil(with: 2), [1, 2, 3].publisher.map { $0 as Int? }, is: Elements<[Int?]>.self)
        var values: [Int] = []
        let cancellable = sequence.replaceNil(with: 2).sink { (value: Int) in values.append(value) }
        #expect(values == [1, 2, 3])
        withExtendedLifetime(cancellable) {}
    }

    /// `prefix(_:)` and `dropFirst(_:)` draw as they are asked; the others would never return here.
    @Test func partsOfAnEndlessSequence() {
        let naturals = sequence(first: 0) { $0 + 1 }.publisher
        #expect(naturals.dropFirst(2).prefix(3).record().values == [2, 3, 4])
        #expect(naturals.first { $0 > 5 }.record().values == [6])
        #expect(hidden(naturals).map { $0 * 2 }.prefix(2).record().values == [0, 2])
    }

    /// Chains as programs have them: the types are found without help, whichever form is chosen.
    @Test func typicalChains() {
        let erased: AnyPublisher<String, Never> = (1...3).publisher
            .filter { $0 != 2 }.map { "\($0)" }.eraseToAnyPublisher()
        #expect(erased.record().values == ["1", "3"])
        let lazily: Publishers.Map<Just<Int>, Int> = Just(1).map { $0 + 1 }
        #expect(lazily.record().values == [2])
        let failing: AnyPublisher<Int, any Error> = Just("12")
            .tryMap { text in
                guard let number = Int(text) else { throw TestError() }
                return number
            }
            .mapError { $0 as any Error }.eraseToAnyPublisher()
        #expect(failing.record().values == [12])
        let nested = ["a": 1, "b": 2].publisher.map(\.value).collect().map { $0.sorted() }
        #expect(nested.record().values == [[1, 2]])
        let text = "text".publisher.map(String.init).reduce("", +).replaceError(with: "").map(\.count)
        #expect(text.record().values == [4])
        let mixed = Just(1).setFailureType(to: TestError.self).flatMap { Just($0 + 1) }
            .append(Fail(error: TestError())).replaceError(with: 0).last()
        #expect(mixed.record().values == [0])
        let maybe = Int("x").publisher.map { $0 * 2 }.replaceEmpty(with: 7).removeDuplicates().count()
        #expect(maybe.record().values == [1])
    }
}
