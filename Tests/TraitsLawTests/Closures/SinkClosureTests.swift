import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// An object that only the closures of a sink own lives until the stream has ended or was cancelled, and is released then.
@Suite("Closures of sinks")
struct SinkClosureTests {
    typealias Source = PassthroughSubject<Int, Never>

    struct Sink: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let attach: @Sendable (Source, LeakToken) -> AnyCancellable
    }

    private static let sinks = [
        Sink(testDescription: "sink(receiveValue:)") { source, token in
            source.sink { _ in uses(token, ()) }
        },
        Sink(testDescription: "sink(receiveCompletion:receiveValue:)") { source, token in
            source.sink(receiveCompletion: { _ in uses(token, ()) }, receiveValue: { _ in })
        },
        Sink(testDescription: "sinkSingle") { source, token in
            source.last().uncheckedSingle().sinkSingle { _ in uses(token, ()) }
        },
        Sink(testDescription: "sinkMaybe") { source, token in
            source.last().sinkMaybe { _ in uses(token, ()) }
        },
        Sink(testDescription: "sinkCompletable") { source, token in
            source.ignoreOutput().uncheckedCompletable().sinkCompletable { _ in uses(token, ()) }
        },
        Sink(testDescription: "sink(with:)") { source, token in
            source.sink(with: source) { _, _ in uses(token, ()) }
        },
        Sink(testDescription: "assign(to:on:)") { source, token in
            source.assign(to: \.number, on: Box(token))
        },
    ]

    private final class Box {
        var number = 0
        let token: LeakToken

        init(_ token: LeakToken) { self.token = token }
    }

    @Test(arguments: sinks, [false, true])
    func aSinkKeepsItsClosures(sink: Sink, cancels: Bool) {
        let source = Source(), leaks = LeakTracker()
        let handle = attach(sink, source, leaks)
        #expect(leaks.alive.count == 1)
        source.send(1)
        #expect(leaks.alive.count == 1)
        if cancels { handle.cancel() } else { source.send(completion: .finished) }
        #expect(leaks.alive.isEmpty)
        withExtendedLifetime(handle) {}
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private func attach(_ sink: Sink, _ source: Source, _ leaks: LeakTracker) -> AnyCancellable {
        sink.attach(source, leaks.token("closure"))
    }
}
