import Testing
import TraitsRuntime
import TraitsTesting

/// Hides what a source is: a sequence itself would run the closure where the chain is written.
private func hidden<P: Publisher>(_ publisher: P) -> some Publisher<P.Output, P.Failure> { publisher }

/// A closure between a source and a sink may cancel the sink: the value that it was given goes no further.
@Suite("Cancelling on the way to a sink")
struct CancelOnTheWayTests {
    /// - Parameter build: puts an operator behind a subject, whose closure runs the one it is given.
    private func check<P: Publisher>(
        _ build: (PassthroughSubject<Int, Never>, @escaping () -> Void) -> P,
        at location: SourceLocation = #_sourceLocation
    ) where P.Failure == Never {
        let subject = PassthroughSubject<Int, Never>()
        var cancellable: AnyCancellable?
        var cancels = false
        var received = 0
        cancellable = build(subject) { if cancels { cancellable?.cancel() } }.sink { _ in received += 1 }
        subject.send(1)
        #expect(received == 1, sourceLocation: location)
        cancels = true
        subject.send(2)
        subject.send(3)
        #expect(received == 1, sourceLocation: location)
    }

    @Test func valueByValue() {
        check { subject, cancel in
            subject.map { value in
                cancel()
                return value
            }
        }
        check { subject, cancel in
            subject.filter { _ in
                cancel()
                return true
            }
        }
        check { subject, cancel in
            subject.compactMap { value -> Int? in
                cancel()
                return value
            }
        }
        check { subject, cancel in
            subject.scan(0) { _, value in
                cancel()
                return value
            }
        }
        check { subject, cancel in
            subject.flatMap { value in
                cancel()
                return Just(value)
            }
        }
        check { subject, cancel in
            subject.breakpoint(receiveOutput: { _ in
                cancel()
                return false
            })
        }
        check { subject, cancel in subject.handleEvents(receiveOutput: { _ in cancel() }) }
    }

    @Test func rows() {
        check { subject, cancel in
            subject.zip(subject).map { row in
                cancel()
                return row
            }
        }
        check { subject, cancel in
            subject.combineLatest(Just(0)).map { row in
                cancel()
                return row
            }
        }
    }

    @Test func currentValue() {
        let subject = CurrentValueSubject<Int, Never>(0)
        var cancellable: AnyCancellable?
        var received: [Int] = []
        cancellable = subject.map { value in
            if value == 1 { cancellable?.cancel() }
            return value
        }.sink { received.append($0) }
        subject.send(1)
        #expect(received == [0])
    }

    /// The handle of a sink is not there yet while a sequence runs; what is behind it can still cancel.
    @Test func sequences() {
        var received: [Int] = []
        var seen = 0
        let sink = Subscribers.Sink<Int, Never>(
            receiveCompletion: { _ in }, receiveValue: { received.append($0) })
        hidden((1...9).publisher).map { value in
            seen += 1
            if value == 3 { sink.cancel() }
            return value
        }.flatMap { Just($0) }.subscribe(sink)
        #expect(received == [1, 2])
        #expect(seen == 3)
    }
}
