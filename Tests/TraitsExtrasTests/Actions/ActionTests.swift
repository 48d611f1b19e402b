import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Work that is started by a view model, one execution at a time.
@Suite("Action")
struct ActionTests {
    struct Offline: Error, Equatable {}
    typealias Upload = Action<String, AnySinglePublisher<Int, Offline>>

    private let clock = TestScheduler()
    private let isComplete = MutableProperty(true)

    /// Answers after three ticks.
    private func upload() -> Upload {
        Upload(enabledIf: isComplete.property) { [clock] name in
            name.isEmpty
                ? Fail(error: Offline()).delay(for: 3, scheduler: clock).eraseToAnySinglePublisher()
                : Just(name.count).setFailureType(to: Offline.self).delay(for: 3, scheduler: clock)
                    .eraseToAnySinglePublisher()
        }
    }

    @Test func anExecution() {
        let upload = upload()
        let isExecuting = upload.isExecuting.allValues.record(on: clock)
        let isEnabled = upload.isEnabled.allValues.record(on: clock)
        let values = upload.values.record(on: clock)
        let completed = upload.completed.map { 1 }.record(on: clock)
        upload.execute("Ann")
        #expect((isExecuting.values, isEnabled.values) == ([false, true], [true, false]))
        clock.advance(by: 3)
        #expect((isExecuting.values, isEnabled.values) == ([false, true, false], [true, false, true]))
        #expect(values.values == [3])
        #expect(completed.values == [1])
    }

    @Test func oneAtATime() {
        let upload = upload()
        let refused = upload.disabledErrors.record(on: clock)
        upload.execute("Ann")
        upload.execute("Bob")
        #expect(refused.values == [.executing])
        clock.advance(by: 3)
        upload.execute("Bob")
        #expect(refused.values == [.executing])
        #expect(upload.isExecuting.value)
    }

    @Test func theCondition() {
        let upload = upload()
        let refused = upload.disabledErrors.record(on: clock)
        isComplete.value = false
        #expect(!upload.isEnabled.value)
        upload.execute("Ann")
        #expect(refused.values == [.disabled])
        isComplete.value = true
        upload.execute("Ann")
        isComplete.value = false
        clock.advance(by: 3)
        #expect(refused.values == [.disabled])
        #expect(!upload.isExecuting.value)
    }

    @Test func failures() {
        let upload = upload()
        let errors = upload.errors.record(on: clock)
        var result: Result<Int, ActionError<Offline>>?
        let single: AnySinglePublisher<Int, ActionError<Offline>> = upload.apply("")
        let cancellable = single.sinkSingle { result = $0 }
        clock.advance(by: 3)
        #expect(errors.values == [Offline()])
        #expect(result == .failure(.failed(Offline())))
        #expect(upload.isEnabled.value)
        withExtendedLifetime(cancellable) {}
    }

    @Test func aCancelledExecutionLetsTheNextOneStart() {
        let upload = upload()
        let first: AnySinglePublisher<Int, ActionError<Offline>> = upload.apply("Ann")
        first.sinkSingle { _ in }.cancel()
        #expect(!upload.isExecuting.value)
        let values = upload.values.record(on: clock)
        upload.execute("Robert")
        clock.advance(by: 3)
        #expect(values.values == [6])
    }

    /// A subscriber that is told of the end may start again inside of that.
    @Test func theEndComesWhenTheNextOneMayStart() {
        let upload = upload()
        var results: [Int] = []
        let cancellable = upload.values.merge(with: upload.completed.map { -1 }).sink { value in
            results.append(value)
            if value == -1 && results.count < 5 { upload.execute("Bo") }
        }
        upload.execute("Ann")
        for _ in 0..<4 { clock.advance(by: 3) }
        #expect(results == [3, -1, 2, -1, 2, -1])
        withExtendedLifetime(cancellable) {}
    }

    @Test func workOfManyValues() {
        let count = Action<Int, AnyPublisher<Int, Never>> { count in
            (0..<count).publisher.eraseToAnyPublisher()
        }
        let recorder = count.apply(3).record(on: clock)
        #expect(recorder.values == [0, 1, 2])
        #expect(!count.isExecuting.value)
    }

    @Test func workThatNeedsAState() {
        let factor = MutableProperty(2)
        let times = Action(state: factor.property, enabledIf: { $0 > 0 }) { (factor, number: Int) in
            Just(factor * number)
        }
        let values = times.values.record(on: clock)
        times.execute(5)
        factor.value = 3
        times.execute(5)
        factor.value = 0
        times.execute(5)
        #expect(values.values == [10, 15])
    }

    @Test func aBindingExecutes() {
        let taps = PassthroughSubject<Void, Never>()
        let tapped = Action { (_: Void) in Just(1) }
        let values = tapped.values.record(on: clock)
        let binding = tapped.bind(to: taps)
        taps.send()
        tapped.execute()
        binding.cancel()
        taps.send()
        #expect(values.values == [1, 1])
    }

    @Test func itsPublishersEndWithIt() {
        var action: Action? = Action { (_: Void) in Just(1) }
        let values = action?.values.record(on: clock)
        weak var released = action
        action = nil
        #expect(released == nil)
        #expect(values?.completion == .finished)
    }

    /// The state changes between the check and the work: by an observer here, by another thread elsewhere.
    @Test func theWorkGetsTheStateThatWasChecked() {
        let name = MutableProperty<String?>("Ann")
        var got: [String?] = []
        let greet = Action<Void, Just<Int>>(state: name.property, enabledIf: { $0 != nil }) { name, _ in
            got.append(name)
            return Just(1)
        }
        let observer = greet.isExecuting.subsequentValues.sink { if $0 { name.value = nil } }
        greet.execute()
        greet.execute()
        #expect(got == ["Ann"])
        observer.cancel()
    }

    /// What has happened can't be undone; the property that shows it can.
    @Test func executionsEndAndStartAlsoInATransactionThatIsUndone() {
        struct Stop: Error {}
        let work = PassthroughSubject<Int, Never>()
        let action = Action<Void, PassthroughSubject<Int, Never>> { work }
        action.execute()
        try? Properties.transaction {
            work.send(completion: .finished)
            throw Stop()
        }
        #expect(action.isExecuting.value, "until the next execution")
        let others = PassthroughSubject<Int, Never>()
        let other = Action<Void, PassthroughSubject<Int, Never>> { others }
        let refused = other.disabledErrors.record(on: clock)
        try? Properties.transaction {
            other.execute()
            throw Stop()
        }
        other.execute()
        #expect(refused.values.count == 1, "the first one runs")
        let refusedAgain = action.disabledErrors.record(on: clock)
        action.execute()
        #expect(refusedAgain.values.isEmpty, "the first one has ended")
        #expect(!action.isExecuting.value)
    }

    /// Of executions that several threads start, one goes on.
    @Test func oneOfTwoThreadsIsRefused() async {
        final class Shared: @unchecked Sendable {
            // Unchecked: an action may be used from every thread.
            let work = PassthroughSubject<Int, Never>()
            lazy var action = Action<Int, AnyPublisher<Int, Never>> { [work] _ in work.eraseToAnyPublisher() }
        }
        for _ in 0..<100 {
            let shared = Shared()
            let refused = shared.action.disabledErrors.record(on: clock)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 { group.addTask { shared.action.execute(number) } }
            }
            #expect(refused.values.count == 2)
            #expect(shared.action.isExecuting.value)
            shared.work.send(completion: .finished)
            #expect(!shared.action.isExecuting.value)
        }
    }
}
