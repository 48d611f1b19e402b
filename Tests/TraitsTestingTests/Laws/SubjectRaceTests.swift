import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Subjects that work on one thread, and have no lock, or a lock for a part of their work.
@Suite("Subjects under threads", .timeLimit(.minutes(60)))  // as long as a whole run may take
struct SubjectRaceTests {
    private func row(exempt: Set<Law> = []) -> LawRow {
        LawRow(
            "Shop.Board", rules: "- - ->", file: "Shop.traits", line: 7, traits: [], limit: 2,
            bound: LawBound(values: 2), inputs: "", names: [], types: [], images: ["-> | x o> o|"],
            predictions: "0", digits: 1, isTight: false, exempt: exempt)
    }

    private func faults(_ fault: BoardFault, exempt: Set<Law> = []) -> [String] {
        let row = row(exempt: exempt)
        row.sample("Board()") { _ in Board(fault: fault) }
        return row.race(seeds: 1...12)
    }

    @Test func subjectsOfTheLibraryAreNotAccused() {
        let row = row()
        row.sample("PassthroughSubject()") { _ in PassthroughSubject<Int, TestFailure>() }
        row.sample("CurrentValueSubject(0)") { _ in CurrentValueSubject<Int, TestFailure>(0) }
        #expect(row.race(seeds: 1...64) == [])
        for sample in 0...1 {
            let race = SubjectRace(seeds: [1])
            row.samples[sample].accept(race)
            #expect(race.isSubject)
        }
    }

    @Test func aSubjectWithALockIsNotAccused() {
        #expect(faults(.none) == [])
    }

    @Test func publishersThatCannotBeSentToAreNotTried() {
        let row = row()
        row.sample("Just(1)") { _ in Just(1) }
        let race = SubjectRace(seeds: [1])
        row.samples[0].accept(race)
        #expect(!race.isSubject)
    }

    @Test func deliveriesOfTwoThreadsAtATimeAreFound() throws {
        let faults = faults(.deliversUnlocked)
        let fault = try #require(faults.first)
        #expect(fault.contains("a subscriber is called by one thread at a time: "), "\(fault)")
        #expect(fault.contains("while another call was still going on"), "\(fault)")
        #expect(
            fault.contains("\n  publisher: Board()\n  threads: two send, one subscribes, one cancels\n"),
            "\(fault)")
        #expect(
            fault.contains("\n  if it is meant to do this, paste below the row: exempt serial because "),
            "\(fault)")
    }

    /// The row may say that its subscribers are called by several threads, and keep the order of values all the same.
    @Test func aLawThatTheRowNeedNotKeepIsLeftOut() {
        #expect(faults(.deliversUnlocked, exempt: [.serial, .order]) == [])
    }

    @Test func aValueThatIsLostWhileAnotherIsSentIsFound() throws {
        let fault = try #require(faults(.dropsWhileSending).first)
        #expect(fault.contains("threads do what one thread could have done: ["), "\(fault)")
        #expect(fault.contains("99] is none of ["), "\(fault)")
        #expect(fault.contains("paste below the row: exempt order because "), "\(fault)")
    }

    /// One thread subscribes while another cancels: one of the two changes is lost.
    @Test func aSubscriberThatIsLostIsFound() throws {
        let fault = try #require(faults(.losesSubscribers).first)
        let texts = [
            "a subscriber that comes meanwhile misses later values", "a subscriber that has left sees [",
        ]
        #expect(texts.contains { fault.contains($0) }, "\(fault)")
    }
}

private enum BoardFault { case none, deliversUnlocked, dropsWhileSending, losesSubscribers }

/// A subject that passes values on, with a fault that shows on several threads alone.
private final class Board: Subject {
    typealias Output = Int
    typealias Failure = TestFailure

    private final class Seat: Subscription {
        let take: (Int) -> Void
        let leave: (Seat) -> Void
        init(take: @escaping (Int) -> Void, leave: @escaping (Seat) -> Void) {
            (self.take, self.leave) = (take, leave)
        }
        func request(_ demand: Subscribers.Demand) {}
        func cancel() { leave(self) }
    }

    private let fault: BoardFault
    private let lock = Lock()
    // Under `lock`.
    private var seats: [Seat] = []
    private var (changing, haveMet) = (0, false)
    private var isDelivering = false
    private var waiting: [Int] = []

    init(fault: BoardFault) { self.fault = fault }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        let seat = Seat {
            _ = subscriber.receive($0)
        } leave: { [weak self] seat in
            self?.change { $0.removeAll { $0 === seat } }
        }
        change { $0.append(seat) }
        subscriber.receive(subscription: seat)
    }

    /// Changes the list of subscribers, in one step or, as without a lock, in two.
    private func change(_ body: (inout [Seat]) -> Void) {
        guard fault == .losesSubscribers else { return lock.withLock { body(&seats) } }
        var list = lock.withLock {
            changing += 1
            if changing > 1 { haveMet = true }
            return seats
        }
        body(&list)
        // The window between reading and writing: it stays open until another thread has read too, or has had the time to.
        for _ in 0..<300 where !lock.withLock({ haveMet }) { Threads.change() }
        lock.withLock {
            seats = list
            changing -= 1
            if changing == 0 { haveMet = false }
        }
    }

    func send(_ value: Int) {
        if fault == .deliversUnlocked { return deliver(value) }
        let isMine = lock.withLock {
            if isDelivering, fault == .dropsWhileSending { return false }
            waiting.append(value)
            defer { isDelivering = true }
            return !isDelivering
        }
        guard isMine else { return }
        while let next = lock.withLock({ takeNext() }) { deliver(next) }
    }

    private func takeNext() -> Int? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        isDelivering = false
        return nil
    }

    private func deliver(_ value: Int) { for seat in lock.withLock({ seats }) { seat.take(value) } }

    func send(completion: Subscribers.Completion<TestFailure>) {}

    func send(subscription: any Subscription) { subscription.cancel() }
}
