import Dispatch
import Synchronization
import TraitsRuntime

/// A million records: read, grouped by a thousand, and written to a store that takes four groups at a time and fails now
/// and then.
let importOfRecords = Program(
    name: "import", operations: "batches", count: Lines.good / batchSize,
    latency: "from a full batch until it is known to be stored",
    stream: { probe in
        let store = FakeStore()
        let stored = Stored(probe)
        // Lazy, since a sequence's own `compactMap` makes an array of all records.
        let cancellable = Lines().lazy.compactMap { Record($0) }.publisher
            .collect(batchSize)
            .setFailureType(to: StoreError.self)
            .flatMap(maxPublishers: .max(batchesAtATime)) { batch in
                receipts(of: store.insertion(of: batch)).retry(insertionAttempts - 1)
            }
            .sink(
                receiveCompletion: { _ in stored.finish() },
                receiveValue: { stored.add($0) })
        defer { cancellable.cancel() }
        return stored.total()
    },
    byHand: { probe in
        let store = FakeStore()
        let stored = Stored(probe)
        ImportByHand(store, stored).run()
        return stored.total()
    })

private let batchSize = 1000
private let batchesAtATime = 4
private let insertionAttempts = 4

private func receipts(of insertion: Insertion) -> DeferredFutureSingle<Receipt, StoreError> {
    DeferredFutureSingle { promise in
        insertion.run { promise($0) }
        return AnyCancellable {}
    }
}

/// The same with a loop, a semaphore and a group. The reader waits while four batches are under way.
private final class ImportByHand: @unchecked Sendable {
    private let store: FakeStore
    private let stored: Stored
    private let slots = DispatchSemaphore(value: batchesAtATime)
    private let running = DispatchGroup()
    private let adding = Mutex(())

    init(_ store: FakeStore, _ stored: Stored) { (self.store, self.stored) = (store, stored) }

    func run() {
        var batch = newBatch()
        for line in Lines() {
            guard let record = Record(line) else { continue }
            batch.append(record)
            if batch.count == batchSize {
                insert(batch)
                batch = newBatch()
            }
        }
        if !batch.isEmpty { insert(batch) }
        running.wait()
        stored.finish()
    }

    private func newBatch() -> [Record] {
        var batch: [Record] = []
        batch.reserveCapacity(batchSize)
        return batch
    }

    private func insert(_ batch: [Record]) {
        slots.wait()
        running.enter()
        attempt(store.insertion(of: batch), left: insertionAttempts - 1)
    }

    private func attempt(_ insertion: Insertion, left: Int) {
        insertion.run { [self] result in
            if case .failure = result, left > 0 { return attempt(insertion, left: left - 1) }
            if case .success(let receipt) = result { adding.withLock { _ in stored.add(receipt) } }
            slots.signal()
            running.leave()
        }
    }
}

/// What has been stored; told so one batch at a time.
private final class Stored: @unchecked Sendable {
    private let probe: Probe
    private var sum = 0
    private let done = DispatchSemaphore(value: 0)

    init(_ probe: Probe) { self.probe = probe }

    func add(_ receipt: Receipt) {
        sum &+= receipt.sum &* receipt.attempts
        probe.record(since: receipt.start)
    }

    func finish() { done.signal() }

    func total() -> Int {
        done.wait()
        return sum
    }
}
