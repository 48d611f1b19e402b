import Testing
import TraitsRuntime
import TraitsTesting

extension ClosureCase: CustomTestStringConvertible {}

/// An object that only an operator's closure owns lives until the stream has ended or was cancelled, and is released then.
@Suite("Ownership of closures")
struct ClosureTests {
    @Test(arguments: ClosureCase.all)
    func aClosureLivesAsLongAsItsStream(entry: ClosureCase) {
        for start in entry.starts {
            for reader in ClosureReader.allCases where reader != .holder || !entry.isKeptBySubscription {
                for script in ClosureScript.allCases {
                    #expect(entry.breaches(start, reader, script) == [], "\(start), \(reader), \(script)")
                }
            }
        }
    }

    /// A loop over the values of a stream keeps its closures, until the loop is over.
    @Test(arguments: [false, true]) func aLoopKeepsTheClosure(fails: Bool) async throws {
        let leaks = LeakTracker()
        nonisolated(unsafe) let inner = PassthroughSubject<Int, TestFailure>()
        let (started, start) = AsyncStream<Void>.makeStream()
        let task = Task {
            for try await value in Self.answer(of: inner, leaks, fails: fails, start).values { return value }
            return 0
        }
        for await _ in started { break }
        #expect(leaks.alive.count == 1)
        inner.send(7)
        #expect(try await task.value == 7)
        #expect(leaks.alive.isEmpty)
    }

    /// Returns a publisher whose closure owns a token and makes an inner publisher.
    private static func answer(
        of inner: PassthroughSubject<Int, TestFailure>, _ leaks: LeakTracker, fails: Bool,
        _ start: AsyncStream<Void>.Continuation
    ) -> AnyPublisher<Int, TestFailure> {
        let token = leaks.token("closure")
        let answer = inner.handleEvents(receiveRequest: { _ in start.yield() })
        return fails
            ? Fail<Int, TestFailure>(error: TestFailure()).catch { _ in uses(token, answer) }
                .eraseToAnyPublisher()
            : Just(1).flatMap { _ in uses(token, answer) }.eraseToAnyPublisher()
    }
}
