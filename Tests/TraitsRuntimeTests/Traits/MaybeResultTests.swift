import Testing
import TraitsRuntime

@Suite struct MaybeResultTests {
    typealias Sample = MaybeResult<Int, MyError>
    let all: [Sample] = [.success(1), .finished, .failure(MyError())]

    @Test func `map changes the value alone`() {
        #expect(all.map { $0.map { "\($0)" } } == [.success("1"), .finished, .failure(MyError())])
    }

    @Test func `mapError changes the failure alone`() {
        enum Other: Error { case one }
        #expect(all.map { $0.mapError { _ in Other.one } } == [.success(1), .finished, .failure(.one)])
    }

    @Test func `flatMap goes on from the value`() {
        #expect(
            all.map { $0.flatMap { _ in Sample.finished } } == [.finished, .finished, .failure(MyError())])
    }

    @Test func `flatMapError goes on from the failure`() {
        #expect(
            all.map { $0.flatMapError { _ in Sample.success(2) } } == [.success(1), .finished, .success(2)])
    }

    @Test func `transformations rethrow with their type`() {
        #expect(throws: MyError()) { try all[0].map { _ throws(MyError) -> Int in throw MyError() } }
        #expect(throws: MyError()) {
            try all[2].mapError { _ throws(MyError) -> MyError in throw MyError() }
        }
    }

    @Test func `get returns the value, nil, or throws`() throws {
        #expect(try all[0].get() == 1)
        #expect(try all[1].get() == nil)
        #expect(throws: MyError()) { try all[2].get() }
    }

    @Test func `catching is the inverse of get`() {
        for sample in all { #expect(Sample(catching: sample.get) == sample) }
    }

    @Test func `it comes from results and completions`() {
        #expect(Sample(Result.success(1)) == .success(1))
        #expect(Sample(Result.failure(MyError())) == .failure(MyError()))
        #expect(Sample(unwrapping: .success(nil)) == .finished)
        #expect(Sample(unwrapping: .success(1)) == .success(1))
        #expect(Sample(unwrapping: .failure(MyError())) == .failure(MyError()))
        #expect(Sample(Subscribers.Completion.finished) == .finished)
        #expect(Sample(Subscribers.Completion.failure(MyError())) == .failure(MyError()))
    }

    @Test func `it becomes results`() {
        #expect(all.map(\.optionalResult) == [.success(1), .success(nil), .failure(MyError())])
        #expect(
            all.map { $0.result(replacingFinishedWith: 9) } == [
                .success(1), .success(9), .failure(MyError()),
            ])
        #expect(
            all.map { $0.result(orFailWith: MyError()) } == [
                .success(1), .failure(MyError()), .failure(MyError()),
            ])
    }

    @Test func `it is equatable, hashable and sendable where its parts are`() {
        func send<T: Sendable>(_ value: T) -> T { value }
        #expect(Set(all.map(send)).count == 3)
    }
}
