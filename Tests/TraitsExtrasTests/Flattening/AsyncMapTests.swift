import Synchronization
import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("asyncMap(maxTasks:_:)")
struct AsyncMapTests {
    @Test func oneTaskKeepsTheOrder() async throws {
        let numbers = try await (0..<50).publisher
            .asyncMap { number in
                if number.isMultiple(of: 3) { await Task.yield() }
                return number * 2
            }
            .collect().value
        #expect(numbers == (0..<50).map { $0 * 2 })
    }

    @Test func noMoreTasksRunThanAllowed() async throws {
        let running = Mutex(0), most = Mutex(0)
        let numbers = try await (0..<60).publisher
            .asyncMap(maxTasks: 3) { number in
                let now = running.withLock {
                    $0 += 1; return $0
                }
                most.withLock { $0 = max($0, now) }
                for _ in 0..<5 { await Task.yield() }
                running.withLock { $0 -= 1 }
                return number
            }
            .collect().value
        #expect(numbers.sorted() == Array(0..<60))
        #expect(most.withLock { $0 } <= 3)
    }

    @Test func aSubjectLosesNothing() async throws {
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.asyncMap { $0 }.record()
        for number in 1...100 { source.send(number) }
        source.send(completion: .finished)
        _ = await recorder.waitForCompletion()
        #expect(recorder.values == Array(1...100))
    }

    @Test func whatTheClosureThrowsEndsAll() async throws {
        let failing = (0..<9).publisher.setFailureType(to: TestFailure.self)
            .asyncMap { number async throws(TestFailure) in
                if number == 2 { throw TestFailure() }
                return number
            }
        await #expect(throws: TestFailure.self) { try await failing.collect().value }
    }

    @Test func aSingleStaysASingle() async throws {
        let single: some SinglePublisher<Int, Never> = Just(1).asyncMap { $0 + 1 }
        #expect(try await single.value == 2)
    }
}
