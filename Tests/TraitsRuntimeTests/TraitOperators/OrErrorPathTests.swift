import Testing
import TraitsRuntime
import TraitsTesting

/// The operators that make a single of something that may be empty, by every path that a program takes to them.
@Suite("A missing value is an error on every path")
struct OrErrorPathTests {
    private typealias Outcome = Result<Int, TestError>

    private func outcomes<P: SinglePublisher<Int, TestError>>(_ single: P) async -> [Outcome] {
        var seen: [Outcome] = []
        let plain = TrackingSubscriber<Int, TestError>(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: {
                seen.append(.success($0))
                return .none
            },
            receiveCompletion: { if case .failure(let error) = $0 { seen.append(.failure(error)) } })
        single.subscribe(plain)
        var kept: [AnyCancellable] = []
        kept.append(single.sinkSingle { seen.append($0) })
        kept.append(single.eraseToAnySinglePublisher().sinkSingle { seen.append($0) })
        kept.append(single.eraseToAnyPublisher().uncheckedSingle().sinkSingle { seen.append($0) })
        kept.append(
            single.sink(receiveCompletion: {
                if case .failure(let error) = $0 { seen.append(.failure(error)) }
            }) {
                seen.append(.success($0))
            })
        do { seen.append(.success(try await single.value)) } catch {
            seen.append(.failure(error as! TestError))
        }
        withExtendedLifetime(kept) {}
        return seen
    }

    @Test func anEmptyMaybeFails() async {
        let error = TestError()
        let maybe = AnyMaybePublisher<Int, TestError>.empty()
        let expected = Array(repeating: Outcome.failure(error), count: 6)
        #expect(await outcomes(maybe.replaceEmpty(withError: error)) == expected)
        #expect(await outcomes(Empty<Int, TestError>().first(orError: error)) == expected)
        #expect(
            await outcomes(
                Future<Int, TestError> { $0(.success(1)) }.filter { _ in false }.first(orError: error))
                == expected)
        #expect(
            await outcomes(
                [1, 2].publisher.setFailureType(to: TestError.self).dropFirst(2).first(orError: error))
                == expected)
        #expect(await outcomes(Fail<Int, TestError>(error: error).first(orError: TestError())) == expected)
    }

    @Test func aValueArrives() async {
        let expected = Array(repeating: Outcome.success(1), count: 6)
        #expect(
            await outcomes(AnyMaybePublisher<Int, TestError>.just(1).replaceEmpty(withError: TestError()))
                == expected)
        #expect(
            await outcomes(Future<Int, TestError> { $0(.success(1)) }.first(orError: TestError())) == expected
        )
    }

    /// A stage that lets a value pass and then fails tells both.
    @Test func theEndOfAStageIsAskedAfterAValue() {
        var log: [String] = []
        let cancellable = Just(1).setFailureType(to: TestError.self).replaceEmpty(withError: TestError())
            .sink(receiveCompletion: { log.append("\($0)") }) { log.append("\($0)") }
        #expect(log == ["1", "finished"])
        cancellable.cancel()
    }
}
