import Dispatch
import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

/// A delivery through locks that are reserved for the thread has the same history as any other.
@Suite("Deliveries, whatever the locks' past")
struct ReservedDeliveryTests {
    typealias Subject = PassthroughSubject<Int, Never>

    /// Sends until the locks are reserved, and lets another thread come along if that is wanted.
    private func live(_ past: LockPast, _ subjects: [Subject]) {
        // Once in any case, as `combineLatest` remembers it.
        for subject in subjects { subject.send(-1) }
        if past == .none { return }
        awaitProcessBarrier()
        for _ in 0..<2000 { for subject in subjects { subject.send(-1) } }
        if past == .reserved { return }
        let visit: @Sendable (Int) -> Void = { _ in
            for subject in subjects { subject.sink { _ in }.cancel() }
        }
        if past == .shared {
            onThreads(4, visit)
            onThreads(1) { _ in
                visit(0)
                for subject in subjects { subject.send(-1) }
            }
        } else {
            // The subjects hear of it while they deliver.
            let cancellable = subjects[0].sink { _ in
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    visit(0)
                    done.signal()
                }
                done.wait()
            }
            subjects[0].send(-1)
            cancellable.cancel()
            subjects[1].send(-1)
        }
    }

    /// Everything that can be done from inside a delivery, through a subject, `zip` and `combineLatest`.
    private func history(_ past: LockPast) -> [String] {
        var log: [String] = []
        var isOn = false
        func note(_ text: String) { if isOn { log.append(text) } }

        let subjects = [Subject(), Subject()]
        var kept: [AnyCancellable] = []
        subjects[0].zip(subjects[1])
            .sink(receiveCompletion: { note("zip \($0)") }, receiveValue: { note("zip \($0)") })
            .store(in: &kept)
        var depth = 0
        subjects[0].combineLatest(subjects[1])
            .sink(
                receiveCompletion: { note("latest \($0)") },
                receiveValue: { pair in
                    note("latest \(pair)")
                    guard isOn, depth < 3 else { return }
                    depth += 1
                    subjects[depth % 2].send(pair.0 * 10 + depth)  // from inside, to both sides
                    note("latest \(pair) done")
                }
            )
            .store(in: &kept)
        live(past, subjects)
        isOn = true

        var late: AnyCancellable?
        subjects[0]
            .sink { value in
                note("first \(value)")
                guard value == 2 else { return }
                late = subjects[0].sink { note("late \($0)") }
                kept[1].cancel()
            }
            .store(in: &kept)
        for value in 1...3 {
            note("send \(value)")
            subjects[0].send(value)
            subjects[1].send(-value)
        }
        late?.cancel()
        subjects[0].send(completion: .finished)
        subjects[1].send(4)
        subjects[1].send(completion: .finished)
        return log
    }

    @Test(arguments: LockPast.allCases)
    func sameHistory(past: LockPast) {
        let expected = history(.none)
        #expect(expected.count > 20)
        #expect(history(past) == expected)
    }

    /// A lock is reserved for a thread; that thread's end leaves it to others.
    @Test func threadsComeAndGo() {
        awaitProcessBarrier()
        let subject = Subject()
        var sum = 0
        let cancellable = subject.sink { sum += $0 }
        for _ in 0..<8 {
            let done = DispatchSemaphore(value: 0)
            let thread = Thread {
                for _ in 0..<1500 { subject.send(1) }
                done.signal()
            }
            thread.start()
            done.wait()
        }
        subject.send(1)
        #expect(sum == 12001)
        cancellable.cancel()
    }
}
