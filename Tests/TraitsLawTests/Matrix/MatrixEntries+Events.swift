import Foundation
import TraitsFoundation
import TraitsRuntime
import TraitsTesting

// Publishers that no sample shows, or not with events that a test drives.

extension MatrixEntry {
    static let driven: [MatrixEntry] =
        [
            MatrixEntry("AnyPublisher") { harness in harness.input().eraseToAnyPublisher() },
            MatrixEntry("AnySendablePublisher") { harness in
                OfOneThread(base: harness.input()).eraseToAnySendablePublisher()
            },
            MatrixEntry("PassthroughSubject") { harness in
                let subject = PassthroughSubject<Int, TestFailure>()
                harness.events = sending(to: subject)
                return subject
            },
            MatrixEntry("CurrentValueSubject") { harness in
                let subject = CurrentValueSubject<Int, TestFailure>(0)
                harness.events = sending(to: subject)
                return subject
            },
            MatrixEntry("Future") { harness in
                Future<Int, TestFailure> { promise in
                    harness.events = [{ promise(.success(1)) }, { promise(.success(2)) }]
                }
            },
            MatrixEntry("ObservableObjectPublisher") { harness in
                let publisher = ObservableObjectPublisher()
                harness.events = [publisher.send, publisher.send]
                return publisher
            },
            MatrixEntry("NotificationCenter.Publisher") { harness in
                let center = NotificationCenter()
                let name = Notification.Name("matrix")
                harness.events = (1...3).map { number in
                    { center.post(name: name, object: nil, userInfo: ["number": number]) }
                }
                return center.publisher(for: name).map(
                    harness.keeping { $0.userInfo?["number"] as? Int ?? 0 })
            },
            MatrixEntry("TraitPublishers.AsOperation") { harness in
                // Its threads run only while the test waits for them.
                let queue = OperationQueue()
                queue.isSuspended = true
                harness.events = [
                    {
                        queue.isSuspended = false
                        queue.waitUntilAllOperationsAreFinished()
                        queue.isSuspended = true
                    }
                ]
                return Just(1).map(harness.keeping { $0 }).eraseToAnyPublisher().first().asOperation(
                    in: queue)
            },
        ] + ofManyInputs + connecting

    /// Without samples, because their code is that of four.
    private static let ofManyInputs: [MatrixEntry] = [
        MatrixEntry("Publishers.Merge5") { harness in
            harness.input().merge(with: harness.input(), harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge6") { harness in
            harness.input().merge(
                with: harness.input(), harness.input(), harness.input(), harness.input(), harness.input())
        },
        MatrixEntry("Publishers.Merge7") { harness in
            harness.input().merge(
                with: harness.input(), harness.input(), harness.input(), harness.input(), harness.input(),
                harness.input())
        },
        MatrixEntry("Publishers.Merge8") { harness in
            harness.input().merge(
                with: harness.input(), harness.input(), harness.input(), harness.input(), harness.input(),
                harness.input(), harness.input())
        },
    ]

    private static let connecting: [MatrixEntry] = [
        MatrixEntry("Publishers.Multicast") { harness in
            let upstream = harness.input().multicast(
                harness.keeping { PassthroughSubject<Int, TestFailure>() })
            harness.connection = { upstream.connect() }
            return upstream
        },
        MatrixEntry("Publishers.Autoconnect") { harness in
            harness.input().multicast(harness.keeping { PassthroughSubject<Int, TestFailure>() })
                .autoconnect()
        },
        MatrixEntry("Publishers.MakeConnectable") { harness in
            let upstream = harness.input().catch(harness.keeping { _ in Empty<Int, Never>() })
                .makeConnectable()
            harness.connection = { upstream.connect() }
            return upstream
        },
    ]

    private static func sending(to subject: some Subject<Int, TestFailure>) -> [() -> Void] {
        [{ subject.send(1) }, { subject.send(2) }, { subject.send(completion: .finished) }]
    }
}

/// A publisher that one thread alone uses, where one that may be shared is asked for.
private struct OfOneThread<Base: Publisher>: Publisher, @unchecked Sendable {
    typealias Output = Base.Output
    typealias Failure = Base.Failure

    // Unchecked: the harness stays on its thread.
    let base: Base

    func receive<S: Subscriber>(subscriber: S) where S.Input == Base.Output, S.Failure == Base.Failure {
        base.subscribe(subscriber)
    }
}
