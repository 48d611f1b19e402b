import Dispatch
import Testing
import TraitsRuntime
import TraitsTesting

// Programs extend publishers under the names of their generic parameters, and look at their properties: these
// names are a part of the interface. That this file compiles is most of the test.

extension Publishers.Map where Output == Int {
    fileprivate var parts: (Upstream, (Upstream.Output) -> Output) { (upstream, transform) }
}
extension Publishers.FlatMap where NewPublisher.Output == Int, Upstream.Output == String {
    fileprivate var limit: Subscribers.Demand { maxPublishers }
}
extension Publishers.SwitchToLatest where P.Output == Int {
    fileprivate var outer: Upstream { upstream }
}
extension Publishers.Zip where A.Output == Int, B.Output == Int {
    fileprivate func summed() -> Publishers.Map<Self, Int> { map { $0 + $1 } }
    fileprivate typealias Ending = Subscribers.Completion<Publishers.Zip<A, B>.Failure>
}
extension Publishers.CombineLatest3 where A.Output == Int, B.Output == Int, C.Output == Int {
    fileprivate func summed() -> Publishers.Map<Self, Int> { map { $0 + $1 + $2 } }
}
extension Publishers.Merge8 where A.Output == Int {
    fileprivate var all: (A, B, C, D, E, F, G, H) { (a, b, c, d, e, f, g, h) }
}
extension Publishers.MergeMany where Upstream == Just<Int> {
    fileprivate var count: Int { publishers.count }
}
extension Publishers.Concatenate where Prefix.Output == Int {
    fileprivate var halves: (Prefix, Suffix) { (prefix, suffix) }
}
extension Publishers.Sequence where Elements == [Int] {
    fileprivate var sum: Int { sequence.reduce(0, +) }
}
extension Publishers.Catch where NewPublisher == Just<Int> {
    fileprivate func replacement(for error: Upstream.Failure) -> Int { handler(error).output }
}
extension Publishers.Multicast where SubjectType == PassthroughSubject<Int, Never> {
    fileprivate func make() -> SubjectType { createSubject() }
}
extension Publishers.Debounce where Context == DispatchQueue {
    fileprivate var nanoseconds: Int { dueTime.magnitude }
}
extension Publishers.CollectByTime where Context == DispatchQueue {
    fileprivate var size: Int? { if case .byTimeOrCount(_, _, let count) = strategy { count } else { nil } }
}
extension Publishers.Decode where Coder.Input == Int {
    fileprivate typealias Decoded = Output
}
extension Publishers.Encode where Coder.Output == Int {
    fileprivate var values: Upstream { upstream }
}
extension Publishers.MapKeyPath2 where Output0 == Int, Output1 == Bool {
    fileprivate var paths: (KeyPath<Upstream.Output, Int>, KeyPath<Upstream.Output, Bool>) {
        (keyPath0, keyPath1)
    }
}
extension Publishers.PrefixUntilOutput where Other.Output == Void {
    fileprivate var stop: Other { other }
}
extension Publishers.Output where Upstream == Just<Int> {
    fileprivate var positions: CountableRange<Int> { range }
}
extension Publishers.Buffer where Upstream == Just<Int> {
    fileprivate var isFullAtOnce: Bool { size == 0 && prefetch == .byRequest }
}
extension Publishers.AssertNoFailure {
    fileprivate var place: (String, UInt) { (prefix, line) }
}
extension Result.Publisher where Success == Int {
    fileprivate var outcome: Result<Success, Failure> { result }
}
extension Optional.Publisher where Wrapped == Int {
    fileprivate var content: Wrapped? { output }
}
extension Publisher {
    fileprivate func compacted<T>() -> Publishers.CompactMap<Self, T> where Output == T? { compactMap { $0 } }

    fileprivate func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
        map(Result.success).catch { Just(.failure($0)) }.eraseToAnyPublisher()
    }

    fileprivate func withLatest<Other: Publisher>(
        from other: Other
    )
        -> Publishers.SwitchToLatest<
            Publishers.Map<Other, (Output, Other.Output)>,
            Publishers.Map<Self, Publishers.Map<Other, (Output, Other.Output)>>
        >
    where Other.Failure == Failure {
        map { value in other.map { (value, $0) } }.switchToLatest()
    }
}

@Suite("Programs written for Combine")
struct SourceCompatibilityTests {
    private struct Point: Equatable {
        var x = 1
        var isVisible = true
    }

    @Test func propertiesOfPublishers() {
        #expect(Just("a").eraseToAnyPublisher().map(\.count).upstream.description == "AnyPublisher")
        #expect([1].publisher.eraseToAnyPublisher().map { $0 + 1 }.parts.1(1) == 2)
        #expect(["a"].publisher.flatMap(maxPublishers: .max(2)) { _ in Just(1) }.limit == .max(2))
        #expect(Publishers.SwitchToLatest(upstream: Just(Just(1))).outer == Just(Just(1)))
        #expect(
            Publishers.Merge8(Just(1), Just(2), Just(3), Just(4), Just(5), Just(6), Just(7), Just(8)).all.7
                == Just(8))
        #expect(Publishers.MergeMany(Just(1), Just(2)).count == 2)
        #expect(Publishers.Concatenate(prefix: Just(1), suffix: Just(2)).halves == (Just(1), Just(2)))
        #expect(Publishers.Sequence<[Int], Never>(sequence: [1, 2]).sum == 3)
        #expect(
            Fail<Int, TestError>(error: TestError()).catch { _ in Just(3) }.replacement(for: TestError()) == 3
        )
        #expect(
            Just(1).multicast { PassthroughSubject<Int, Never>() }.make() !== PassthroughSubject<Int, Never>()
        )
        #expect(
            Just(1).debounce(for: .seconds(1), scheduler: DispatchQueue.main).nanoseconds == 1_000_000_000)
        #expect(Just(1).collect(.byTimeOrCount(DispatchQueue.main, 1, 7)).size == 7)
        #expect(Just(Point()).map(\.x, \.isVisible).paths.0 == \Point.x)
        #expect(type(of: Just(1).prefix(untilOutputFrom: Just(())).stop) == Just<Void>.self)
        #expect(Publishers.Output(upstream: Just(1), range: 2..<3).positions == 2..<3)
        #expect(Just(1).buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest).isFullAtOnce)
        #expect(Just(1).assertNoFailure("here").place.0 == "here")
        #expect(Result<Int, TestError>.Publisher(1).outcome == .success(1))
        #expect(Optional<Int>.Publisher(nil).content == nil)
    }

    @Test func operatorsOfAProgram() {
        #expect([1, nil, 2].publisher.compacted().record().values == [1, 2])
        #expect(
            Fail<Int, TestError>(error: TestError()).asResult().record().values == [.failure(TestError())])
        #expect(Just(1).withLatest(from: Just("a")).record().values.map(\.1) == ["a"])
        #expect(Publishers.Zip(Just(1), Just(2)).summed().record().values == [3])
        #expect(Publishers.CombineLatest3(Just(1), Just(2), Just(3)).summed().record().values == [6])
    }

    /// Either way of writing it, with a trailing closure too.
    @Test func errorsAreMappedByAnInitializer() {
        let upstream = Fail<Int, TestError>(error: TestError())
        let mapped = [
            Publishers.MapError(upstream: upstream) { _ in Thrown() },
            Publishers.MapError(upstream: upstream, { _ in Thrown() }),
            Publishers.MapError(upstream: upstream, transform: { _ in Thrown() }),
        ]
        for publisher in mapped {
            let subscriber = TrackingSubscriber<Int, Thrown>()
            publisher.subscribe(subscriber)
            #expect(subscriber.completions.count == 1)
        }
    }
}
