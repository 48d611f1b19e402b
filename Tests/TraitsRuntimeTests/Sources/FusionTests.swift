import Testing
import TraitsRuntime
import TraitsTesting

/// Hides what a source is, so that its chain is made of operators that run at each subscription.
private func hidden<P: Publisher>(_ publisher: P) -> some Publisher<P.Output, P.Failure> { publisher }

/// What sources answer where the chain is written is what the operators would have said at a subscription.
@Suite("Operators of sources, at assembly")
struct FusionTests {
    typealias Once<Success, Failure: Error> = Result<Success, Failure>.Publisher

    /// - Parameters:
    ///   - fused: the answer of the source; the type given for it is part of the test.
    ///   - general: the operator over the hidden source.
    func check<F: Publisher, G: Publisher, Expected: Publisher>(
        _ fused: F, _ general: G, is type: Expected.Type, at location: SourceLocation = #_sourceLocation
    ) where F.Output == G.Output {
        #expect(F.self == Expected.self, sourceLocation: location)
        for demand in [DemandPolicy.unlimited, .atATime(1), .none] {
            let expected = general.record(demand: demand)
            let recorder = fused.record(demand: demand)
            let isHeld = demand == .none && !recorder.events.isEmpty && expected.events.isEmpty
            // The general form of an operator may wait for a request that an empty source needs none of.
            if !isHeld {
                #expect(
                    "\(recorder.values)" == "\(expected.values)", "\(demand)", sourceLocation: location)
                #expect(
                    "\(recorder.completion as Any)".contains("TestError")
                        == "\(expected.completion as Any)".contains("TestError"), sourceLocation: location)
                #expect(
                    (recorder.completion == nil) == (expected.completion == nil), "\(demand)",
                    sourceLocation: location)
            }
        }
    }

    func oops(_: Int) throws -> Bool { throw TestError() }
    func oops(_: Int, _: Int) throws -> Int { throw TestError() }

    // MARK: Just

    @Test func justOneValueToOneValue() {
        let just = Just(2)
        let general = hidden(just)
        check(just.map { "\($0)" }, general.map { "\($0)" }, is: Just<String>.self)
        check(just.tryMap { $0 + 1 }, general.tryMap { $0 + 1 }, is: Once<Int, any Error>.self)
        check(just.tryMap(oops), general.tryMap(oops), is: Once<Bool, any Error>.self)
        check(just.scan(3, +), general.scan(3, +), is: Once<Int, Never>.self)
        check(just.tryScan(3, +), general.tryScan(3, +), is: Once<Int, any Error>.self)
        check(just.tryScan(3, oops), general.tryScan(3, oops), is: Once<Int, any Error>.self)
        check(
            just.setFailureType(to: TestError.self), general.setFailureType(to: TestError.self),
            is: Once<Int, TestError>.self)
        check(
            just.mapError(impossible), general.mapError(impossible),
            is: Once<Int, TestError>.self)
        check(
            just.map(\.description), general.map(\.description),
            is: Publishers.MapKeyPath<Just<Int>, String>.self)
    }

    @Test(arguments: [0, 2])
    func justTheValueOrNothing(value: Int) {
        let just = Just(value)
        let general = hidden(just)
        check(just.filter { $0 > 1 }, general.filter { $0 > 1 }, is: Int?.Publisher.self)
        check(
            just.compactMap { $0 > 1 ? "\($0)" : nil }, general.compactMap { $0 > 1 ? "\($0)" : nil },
            is: String?.Publisher.self)
        check(just.drop { $0 > 1 }, general.drop { $0 > 1 }, is: Int?.Publisher.self)
        check(just.prefix { $0 > 1 }, general.prefix { $0 > 1 }, is: Int?.Publisher.self)
        check(just.first { $0 > 1 }, general.first { $0 > 1 }, is: Int?.Publisher.self)
        check(just.last { $0 > 1 }, general.last { $0 > 1 }, is: Int?.Publisher.self)
        check(just.dropFirst(value), general.dropFirst(value), is: Int?.Publisher.self)
        check(just.dropFirst(), general.dropFirst(), is: Int?.Publisher.self)
        check(just.output(at: value), general.output(at: value), is: Int?.Publisher.self)
        check(just.output(in: value...), general.output(in: value...), is: Int?.Publisher.self)
        check(just.output(in: 0..<3), general.output(in: 0..<3), is: Int?.Publisher.self)
        // Only the beginning of the range counts, a flaw of Combine's that was reported in its first year and stayed.
        #expect(just.output(in: 0..<0) == just.prefix(1))
        #expect(just.output(in: 1..<1) == just.prefix(0))
        check(just.prefix(2), general.prefix(2), is: Int?.Publisher.self)
        check(just.prefix(0), general.prefix(0), is: Int?.Publisher.self)
        #expect(just.ignoreOutput() == Empty<Int, Never>())
    }

    @Test(arguments: [0, 2])
    func justSummaries(value: Int) {
        let just = Just(value)
        let general = hidden(just)
        check(just.collect(), general.collect(), is: Just<[Int]>.self)
        check(just.count(), general.count(), is: Just<Int>.self)
        check(just.allSatisfy { $0 > 1 }, general.allSatisfy { $0 > 1 }, is: Just<Bool>.self)
        check(just.tryAllSatisfy { $0 > 1 }, general.tryAllSatisfy { $0 > 1 }, is: Once<Bool, any Error>.self)
        check(just.tryAllSatisfy(oops), general.tryAllSatisfy(oops), is: Once<Bool, any Error>.self)
        check(just.contains(2), general.contains(2), is: Just<Bool>.self)
        check(just.contains { $0 > 1 }, general.contains { $0 > 1 }, is: Just<Bool>.self)
        check(just.tryContains { $0 > 1 }, general.tryContains { $0 > 1 }, is: Once<Bool, any Error>.self)
        check(just.tryContains(where: oops), general.tryContains(where: oops), is: Once<Bool, any Error>.self)
        check(just.reduce(3, +), general.reduce(3, +), is: Once<Int, Never>.self)
        check(just.tryReduce(3, +), general.tryReduce(3, +), is: Once<Int, any Error>.self)
        check(just.tryReduce(3, oops), general.tryReduce(3, oops), is: Once<Int, any Error>.self)
    }

    @Test func justWhatOneValueNeedsNoneOf() {
        let just = Just(2)
        let general = hidden(just)
        check(just.first(), general.first(), is: Just<Int>.self)
        check(just.last(), general.last(), is: Just<Int>.self)
        check(just.min(), general.min(), is: Just<Int>.self)
        check(just.max(), general.max(), is: Just<Int>.self)
        check(just.min(by: >), general.min(by: >), is: Just<Int>.self)
        check(just.max(by: >), general.max(by: >), is: Just<Int>.self)
        check(just.removeDuplicates(), general.removeDuplicates(), is: Just<Int>.self)
        check(just.removeDuplicates(by: ==), general.removeDuplicates(by: ==), is: Just<Int>.self)
        check(
            just.tryRemoveDuplicates(by: ==), general.tryRemoveDuplicates(by: ==),
            is: Once<Int, any Error>.self)
        check(just.replaceError(with: 5), general.replaceError(with: 5), is: Just<Int>.self)
        check(just.replaceEmpty(with: 5), general.replaceEmpty(with: 5), is: Just<Int>.self)
        check(just.retry(3), general.retry(3), is: Just<Int>.self)
        check(just.append(3, 4), general.append(3, 4), is: Publishers.Sequence<[Int], Never>.self)
        check(just.append(3...4), general.append(3...4), is: Publishers.Sequence<[Int], Never>.self)
        check(just.prepend(3, 4), general.prepend(3, 4), is: Publishers.Sequence<[Int], Never>.self)
        check(just.prepend(3...4), general.prepend(3...4), is: Publishers.Sequence<[Int], Never>.self)
    }

    /// Combine asks these closures about the only value there is.
    @Test func closuresThatMayThrowAreCalledOnce() {
        var calls = 0
        func same(_ a: Int, _ b: Int) throws -> Bool {
            calls += 1
            throw TestError()
        }
        let once = Result<Int, TestError>.success(2).publisher
        let outcomes = [
            Just(2).tryRemoveDuplicates(by: same), once.tryRemoveDuplicates(by: same),
            once.tryMin(by: same), once.tryMax(by: same),
        ]
        #expect(calls == 4)
        for outcome in outcomes {
            #expect(throws: TestError()) { try outcome.result.get() }
        }
    }

    @Test func closuresRunWhereTheChainIsWritten() {
        var calls = 0
        let publisher = Just(1).map { value in
            calls += 1
            return value + 1
        }
        #expect(calls == 1)
        #expect(publisher.record().values + publisher.record().values == [2, 2])
        #expect(calls == 1)
        let deferred = Deferred {
            Just(1).map { value in
                calls += 1
                return value + 1
            }
        }
        #expect(calls == 1)
        #expect(deferred.record().values + deferred.record().values == [2, 2])
        #expect(calls == 3)
    }

    // MARK: Optional

    @Test(arguments: [nil, 0, 2])
    func optional(value: Int?) {
        let maybe = value.publisher
        let general = hidden(maybe)
        check(maybe.map { "\($0)" }, general.map { "\($0)" }, is: String?.Publisher.self)
        check(
            maybe.compactMap { $0 > 1 ? $0 : nil }, general.compactMap { $0 > 1 ? $0 : nil },
            is: Int?.Publisher.self)
        check(maybe.filter { $0 > 1 }, general.filter { $0 > 1 }, is: Int?.Publisher.self)
        check(maybe.drop { $0 > 1 }, general.drop { $0 > 1 }, is: Int?.Publisher.self)
        check(maybe.prefix { $0 > 1 }, general.prefix { $0 > 1 }, is: Int?.Publisher.self)
        check(maybe.first { $0 > 1 }, general.first { $0 > 1 }, is: Int?.Publisher.self)
        check(maybe.last { $0 > 1 }, general.last { $0 > 1 }, is: Int?.Publisher.self)
        check(maybe.dropFirst(), general.dropFirst(), is: Int?.Publisher.self)
        check(maybe.dropFirst(0), general.dropFirst(0), is: Int?.Publisher.self)
        check(maybe.output(at: 0), general.output(at: 0), is: Int?.Publisher.self)
        check(maybe.output(in: 1..<4), general.output(in: 1..<4), is: Int?.Publisher.self)
        check(maybe.prefix(1), general.prefix(1), is: Int?.Publisher.self)
        check(maybe.scan(3, +), general.scan(3, +), is: Int?.Publisher.self)
        check(maybe.collect(), general.collect(), is: [Int]?.Publisher.self)
        check(maybe.first(), general.first(), is: Int?.Publisher.self)
        check(maybe.last(), general.last(), is: Int?.Publisher.self)
        check(maybe.min(), general.min(), is: Int?.Publisher.self)
        check(maybe.max(), general.max(), is: Int?.Publisher.self)
        check(maybe.min(by: <), general.min(by: <), is: Int?.Publisher.self)
        check(maybe.max(by: <), general.max(by: <), is: Int?.Publisher.self)
        check(maybe.removeDuplicates(), general.removeDuplicates(), is: Int?.Publisher.self)
        check(maybe.removeDuplicates(by: ==), general.removeDuplicates(by: ==), is: Int?.Publisher.self)
        check(maybe.replaceError(with: 5), general.replaceError(with: 5), is: Int?.Publisher.self)
        check(maybe.replaceEmpty(with: 5), general.replaceEmpty(with: 5), is: Just<Int>.self)
        check(maybe.retry(2), general.retry(2), is: Int?.Publisher.self)
        #expect(maybe.ignoreOutput() == Empty<Int, Never>())
    }

    /// Combine's answers of nothing: not those of the general operators.
    @Test func optionalSummaries() {
        func values<P: Publisher>(_ publisher: P) -> [P.Output] where P.Failure == Never {
            publisher.record().values
        }
        for (value, isThere) in [(nil, false), (2, true)] as [(Int?, Bool)] {
            let maybe = value.publisher
            #expect(values(maybe.count()) == (isThere ? [1] : []))
            #expect(values(maybe.reduce(3, +)) == (isThere ? [5] : []))
            #expect(values(maybe.contains(2)) == (isThere ? [true] : []))
            #expect(values(maybe.contains { $0 > 1 }) == (isThere ? [true] : []))
            #expect(values(maybe.allSatisfy { $0 < 1 }) == (isThere ? [false] : []))
        }
    }

    // MARK: Result

    @Test(arguments: [.success(0), .success(2), .failure(TestError())] as [Result<Int, TestError>])
    func result(value: Result<Int, TestError>) {
        let once = value.publisher
        let general = hidden(once)
        check(once.map { "\($0)" }, general.map { "\($0)" }, is: Once<String, TestError>.self)
        check(once.tryMap { $0 + 1 }, general.tryMap { $0 + 1 }, is: Once<Int, any Error>.self)
        check(once.tryMap(oops), general.tryMap(oops), is: Once<Bool, any Error>.self)
        check(once.scan(3, +), general.scan(3, +), is: Once<Int, TestError>.self)
        check(once.tryScan(3, oops), general.tryScan(3, oops), is: Once<Int, any Error>.self)
        check(once.collect(), general.collect(), is: Once<[Int], TestError>.self)
        check(once.count(), general.count(), is: Once<Int, TestError>.self)
        check(once.allSatisfy { $0 > 1 }, general.allSatisfy { $0 > 1 }, is: Once<Bool, TestError>.self)
        check(once.tryAllSatisfy(oops), general.tryAllSatisfy(oops), is: Once<Bool, any Error>.self)
        check(once.contains(2), general.contains(2), is: Once<Bool, TestError>.self)
        check(once.contains { $0 > 1 }, general.contains { $0 > 1 }, is: Once<Bool, TestError>.self)
        check(once.tryContains(where: oops), general.tryContains(where: oops), is: Once<Bool, any Error>.self)
        check(once.reduce(3, +), general.reduce(3, +), is: Once<Int, TestError>.self)
        check(once.tryReduce(3, +), general.tryReduce(3, +), is: Once<Int, any Error>.self)
        check(once.first(), general.first(), is: Once<Int, TestError>.self)
        check(once.last(), general.last(), is: Once<Int, TestError>.self)
        check(once.min(), general.min(), is: Once<Int, TestError>.self)
        check(once.max(), general.max(), is: Once<Int, TestError>.self)
        check(once.min(by: <), general.min(by: <), is: Once<Int, TestError>.self)
        check(once.max(by: <), general.max(by: <), is: Once<Int, TestError>.self)
        check(once.tryMin(by: <), general.tryMin(by: <), is: Once<Int, any Error>.self)
        check(once.tryMax(by: <), general.tryMax(by: <), is: Once<Int, any Error>.self)
        check(once.removeDuplicates(), general.removeDuplicates(), is: Once<Int, TestError>.self)
        check(once.removeDuplicates(by: ==), general.removeDuplicates(by: ==), is: Once<Int, TestError>.self)
        check(
            once.tryRemoveDuplicates(by: ==), general.tryRemoveDuplicates(by: ==),
            is: Once<Int, any Error>.self)
        check(once.replaceEmpty(with: 5), general.replaceEmpty(with: 5), is: Once<Int, TestError>.self)
        check(once.replaceError(with: 5), general.replaceError(with: 5), is: Once<Int, Never>.self)
        check(once.retry(2), general.retry(2), is: Once<Int, TestError>.self)
        check(once.mapError(Wrapped.init), general.mapError(Wrapped.init), is: Once<Int, Wrapped>.self)
        #expect(once.ignoreOutput() == Empty<Int, TestError>())
        let sure = Result<Int, Never>.success(2).publisher
        check(
            sure.setFailureType(to: TestError.self), hidden(sure).setFailureType(to: TestError.self),
            is: Once<Int, TestError>.self)
    }

    struct Wrapped: Error {
        let error: TestError
    }
}

/// What `mapError` is given where nothing can fail.
private func impossible(_: Never) -> TestError {}
