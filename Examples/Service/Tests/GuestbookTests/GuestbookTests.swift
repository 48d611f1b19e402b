import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@testable import Guestbook

/// What the service answers, in virtual time: no test waits.
@Suite struct GuestbookTests {
    private let clock = TestScheduler()
    private let status = Status()

    private func guestbook(_ store: any Store, backoff: Backoff) -> Guestbook<TestScheduler> {
        Guestbook(store: store, status: status, clock: clock, backoff: backoff)
    }

    @Test func `a busy store is asked again, ever more rarely`() throws {
        let store = FakeStore(failures: 3, .busy)
        let recorder = guestbook(store, backoff: .exponential(initial: 0.002))
            .answer(Request("POST", "/entries", body: "Ann was here")).record(on: clock)
        try clock.run()
        #expect(recorder.values == [Response(201, "1\n")])
        // The waits take 2, 4 and 8 milliseconds.
        #expect(clock.now.ticks == 14)
        #expect(status.line.value == "serving, 0 waiting, 0 answered, store busy 3 times")
    }

    @Test func `a store that stays busy gives up`() throws {
        let recorder = guestbook(FakeStore(failures: .max, .busy), backoff: .constant(0.001))
            .answer(Request("POST", "/entries", body: "Bob")).record(on: clock)
        try clock.run()
        #expect(recorder.values.map(\.status) == [503])
        #expect(clock.now.ticks == 30)
    }

    @Test func `a broken store is not asked again`() throws {
        let recorder = guestbook(FakeStore(failures: 1, .broken(code: 11)), backoff: .constant(0.001))
            .answer(Request("GET", "/entries")).record(on: clock)
        try clock.run()
        #expect(recorder.values.map(\.status) == [503])
        #expect(clock.now.ticks == 0)
    }

    @Test func `a client that leaves stops the attempts`() throws {
        let store = FakeStore(failures: .max, .busy)
        let recorder = guestbook(store, backoff: .constant(0.001))
            .answer(Request("POST", "/entries", body: "Eve")).record(on: clock)
        clock.advance(by: 5)
        recorder.cancel()
        try clock.run()
        #expect(store.attempts == 6)
    }

    @Test func `requests are read in pieces`() throws {
        let bytes = Array("POST /entries HTTP/1.1\r\nContent-Length: 3\r\n\r\nAnn".utf8)
        for count in bytes.indices { #expect(try Request(Array(bytes[..<count])) == nil) }
        #expect(try Request(bytes) == Request("POST", "/entries", body: "Ann"))
        #expect(throws: BadRequest.self) { try Request(Array("hello\r\n\r\n".utf8)) }
        #expect(throws: BadRequest.self) { try Request([UInt8](repeating: 65, count: 9000)) }
    }

    @Test func `the status fits together at each change`() {
        var lines: [String] = []
        let cancellable = status.line.allValues.sink { lines.append($0) }
        status.accepted()
        status.answered()
        status.stop()
        #expect(
            lines == [
                "serving, 0 waiting, 0 answered, store busy 0 times",
                "serving, 1 waiting, 0 answered, store busy 0 times",
                "serving, 0 waiting, 1 answered, store busy 0 times",
                "stopping, 0 waiting, 1 answered, store busy 0 times",
            ])
        withExtendedLifetime(cancellable) {}
    }
}

/// Fails some times, then works.
private final class FakeStore: Store {
    private let failures: Int
    private let error: StoreError
    private let calls = MutableProperty(0)
    private let memory = MemoryStore()

    var attempts: Int { calls.value }

    init(failures: Int, _ error: StoreError) {
        self.failures = failures
        self.error = error
    }

    func add(_ text: String) -> AnySinglePublisher<Int, StoreError> { attempt { $0.add(text) } }
    func entries() -> AnySinglePublisher<[String], StoreError> { attempt { $0.entries() } }

    private func attempt<T>(
        _ work: @escaping (MemoryStore) -> AnySinglePublisher<T, StoreError>
    ) -> AnySinglePublisher<T, StoreError> {
        Deferred { [self] in
            calls.modify { $0 += 1 }
            return calls.value > failures ? work(memory) : .fail(error)
        }.eraseToAnySinglePublisher()
    }
}
