import Foundation
import TraitsFoundation
import TraitsTesting

extension TestScheduler {
    /// The notifications of a center of their own, one posted for each value of the marbles.
    func posting(_ marbles: String) -> NotificationCenter.Publisher {
        let center = NotificationCenter()
        let name = Notification.Name("sample")
        var time = 0
        for character in marbles {
            guard character == "o" else {
                time += 1
                continue
            }
            schedule(after: VirtualTime(ticks: time), tolerance: 0, options: nil) {
                center.post(name: name, object: nil)
            }
        }
        return center.publisher(for: name)
    }

    /// The notifications of a center of their own, posted inside of the call that subscribes and asks for values: the
    /// first then, each of the others while one is received.
    func postingAtOnce(_ marbles: String) -> some Publisher<Notification, Never> {
        Deferred {
            let center = NotificationCenter()
            let name = Notification.Name("sample")
            var rest = marbles.count
            func post() {
                guard rest > 0 else { return }
                rest -= 1
                center.post(name: name, object: nil)
            }
            return AfterRequest(
                upstream: center.publisher(for: name).handleEvents(receiveOutput: { _ in post() }),
                action: post)
        }
    }
}

/// Does something right after values are asked for.
private struct AfterRequest<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let action: () -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(
            TrackingSubscriber<Output, Failure>(
                receiveSubscription: {
                    subscriber.receive(subscription: Asking(subscription: $0, action: action))
                },
                receiveValue: { subscriber.receive($0) },
                receiveCompletion: { subscriber.receive(completion: $0) }))
    }

    private struct Asking: Subscription {
        let combineIdentifier = CombineIdentifier()
        let subscription: any Subscription
        let action: () -> Void

        func request(_ demand: Subscribers.Demand) {
            subscription.request(demand)
            action()
        }

        func cancel() { subscription.cancel() }
    }
}
