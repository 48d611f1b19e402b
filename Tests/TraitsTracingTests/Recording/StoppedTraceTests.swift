import Foundation
import Testing
import TraitsRuntime
import TraitsTesting

@testable import TraitsTracing

/// A trace that was stopped is over, whatever is still subscribed.
@Suite("Stopped traces")
struct StoppedTraceTests {
    @Test func `nothing of a session lives`() {
        final class Keeper: TraceWriter {
            func write(_ events: [TraceEvent]) {}
            func close() {}
        }
        let numbers = PassthroughSubject<Int, Never>()
        var cancellables: [AnyCancellable] = []
        weak var writer: Keeper?
        weak var intake: TraceIntake?
        let session = {
            let keeper = Keeper()
            let session = Tracing.start(keeper, names: "kept by a subscription")
            (writer, intake) = (keeper, session.intake)
            return session
        }()
        cancellables.append(numbers.trace("kept by a subscription").sink { _ in })
        numbers.send(1)
        #expect(writer != nil && intake != nil)
        session.stop()
        // Somebody still has the session and the subscription.
        #expect(writer == nil && intake == nil)
        withExtendedLifetime((session, cancellables)) {}
    }

    @Test func `no value is described any more`() {
        var described = 0
        let numbers = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(receiveSubscription: { $0.request(.unlimited) })
        let session = Tracing.start(TraceLog(), names: "described")
        numbers.trace("described") { number in
            described += 1
            return "\(number)"
        }.subscribe(subscriber)
        numbers.send(1)
        session.stop()
        numbers.send(2)
        #expect(described == 1)
        // The stream goes on.
        #expect(subscriber.values == [1, 2])
        numbers.send(completion: .finished)
    }

    @Test func `a second session doesn't keep the first`() {
        let numbers = PassthroughSubject<Int, Never>()
        let (first, second) = (TraceLog(), TraceLog())
        let sessions = [first, second].map { Tracing.start($0, names: "two sessions") }
        let cancellable = numbers.trace("two sessions").sink { _ in }
        weak let intake = sessions[0].intake
        sessions[0].stop()
        #expect(intake == nil)
        numbers.send(1)
        sessions[1].stop()
        cancellable.cancel()
        #expect(!first.lines.contains("two sessions sends 1, all left"))
        #expect(second.lines.last == "two sessions sends 1, all left")
    }

    @Test func `no descriptor and no memory is left`() async {
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let numbers = PassthroughSubject<Int, Never>()
            var cancellables: [AnyCancellable] = []
            let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
            defer { try? FileManager.default.removeItem(atPath: path) }
            func run() throws {
                let server = try Tracing.serve(port: 0)
                let file = try Tracing.start(to: path)
                cancellables.append(numbers.trace("open").sink { _ in })
                numbers.send(1)
                server.stop()
                file.stop()
            }
            try run()
            let before = try descriptors()
            for _ in 0..<20 { try run() }
            #expect(try descriptors() == before)
            withExtendedLifetime(cancellables) {}
        }
    }

    @Test func `a writer can stop its own session`() {
        final class Impatient: TraceWriter {
            let session = Locked(TraceSession?.none)
            let isClosed = DispatchSemaphore(value: 0)
            func write(_ events: [TraceEvent]) {
                if events.contains(where: { $0.span != nil }) { session.withLock { $0 }?.stop() }
            }
            func close() { isClosed.signal() }
        }
        let writer = Impatient()
        let session = Tracing.start(writer, names: "impatient")
        writer.session.withLock { $0 = session }
        _ = Just(1).trace("impatient").sink { _ in }
        writer.isClosed.waitInTime()
        writer.session.withLock { $0 = nil }
        #expect(session.intake == nil)
    }

    #if canImport(Glibc)
        @Test func `without a thread nothing is traced, and the program goes on`() async {
            await #expect(processExitsWith: .success) {
                var attributes = pthread_attr_t()
                pthread_attr_init(&attributes)
                pthread_attr_setstacksize(&attributes, 1 << 46)
                #expect(pthread_setattr_default_np(&attributes) == 0)
                let serving = #expect(throws: TracingError.self) { try Tracing.serve(port: 0) }
                #expect(serving?.description.contains("too many threads") == true)
                let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
                #expect(throws: TracingError.self) { try Tracing.start(to: path) }
                let log = TraceLog()
                let session = Tracing.start(log)
                #expect(log.isClosed && !Tracing.isOn)
                session.stop()
            }
        }
    #endif
}

#if canImport(Glibc)
    // Declared for programs of GNU alone.
    @_silgen_name("pthread_setattr_default_np")
    private func pthread_setattr_default_np(_ attributes: UnsafePointer<pthread_attr_t>) -> Int32
#endif
