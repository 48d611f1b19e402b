import Foundation
import TraitsRuntime
import TraitsTesting

/// An operator that passes everything on, but for one fault.
struct BrokenOperator<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    enum Fault {
        case none
        case dropsThirdValue
        case emitsAfterCompletion
        case completesTwice
        case subscribesTwice
        case emitsBeforeSubscription
        case ignoresDemand
        case emitsAfterCancel
        case emitsAfterCancelInside
        case cheatsSink
        case keepsUpstreamAfterCancel
        case keepsUpstreamAfterItsOwnEnd
        case leaksItsSubscriber
        case leaksItsSubscription
        case halvesDemand
        case schedulesForEver
        case holdsItsEndBack
    }

    let upstream: Upstream
    let fault: Fault
    var scheduler: TestScheduler?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(Inner(downstream: subscriber, fault: fault, scheduler: scheduler))
    }

    private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let downstream: Downstream
        let fault: Fault
        let scheduler: TestScheduler?
        var last: Output?
        var count = 0
        var cycle: AnyObject?
        // Touched in runs on one thread alone.
        var asked = Subscribers.Demand.none
        var heldBack: Subscribers.Completion<Failure>?
        // What a cancellation touches is guarded: where threads race, the fault is all that there is to be found.
        private let lock = NSLock()
        private var state: (subscription: (any Subscription)?, isCancelled: Bool, isOver: Bool) = (
            nil, false, false
        )

        private final class Box {
            let subscription: any Subscription
            var cycle: Box?

            init(_ subscription: any Subscription) { self.subscription = subscription }
        }

        init(downstream: Downstream, fault: Fault, scheduler: TestScheduler?) {
            self.downstream = downstream
            self.fault = fault
            self.scheduler = scheduler
            if fault == .leaksItsSubscriber { cycle = self }
        }

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            if fault == .leaksItsSubscription {
                let box = Box(subscription)
                box.cycle = box
            }
            if fault == .schedulesForEver {
                _ = scheduler?.schedule(after: 1, interval: 1, tolerance: 0, options: nil) {}
            }
            if fault == .emitsBeforeSubscription { subscription.request(.max(1)) }
            isSubscribed = true
            downstream.receive(subscription: self)
            if fault == .subscribesTwice { downstream.receive(subscription: self) }
            if fault == .ignoresDemand { subscription.request(.unlimited) }
        }

        var isSubscribed = false

        var subscription: (any Subscription)? {
            get { lock.withLock { state.subscription } }
            set {
                let old = lock.withLock {
                    let old = state.subscription
                    state.subscription = newValue
                    return old
                }
                withExtendedLifetime(old) {}
            }
        }
        var isCancelled: Bool {
            get { lock.withLock { state.isCancelled } }
            set { lock.withLock { state.isCancelled = newValue } }
        }
        var isOver: Bool {
            get { lock.withLock { state.isOver } }
            set { lock.withLock { state.isOver = newValue } }
        }

        func receive(_ input: Output) -> Subscribers.Demand {
            count += 1
            last = input
            if isOver { return .none }
            if fault == .dropsThirdValue, count == 3 { return .max(1) }
            if fault == .cheatsSink, "\(downstream)" == "Sink" { return .max(1) }
            if fault == .keepsUpstreamAfterItsOwnEnd {
                isOver = true
                _ = downstream.receive(input)
                downstream.receive(completion: .finished)
                return .none
            }
            let more = downstream.receive(input)
            if fault == .emitsAfterCancelInside, isCancelled { _ = downstream.receive(input) }
            if fault == .holdsItsEndBack { asked += more }
            return fault == .halvesDemand && count > 1 ? .none : more
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            if isOver { return }
            subscription = nil
            if fault == .holdsItsEndBack, asked <= .max(count) { return heldBack = completion }
            downstream.receive(completion: completion)
            if fault == .completesTwice { downstream.receive(completion: completion) }
            if fault == .emitsAfterCompletion, let last { _ = downstream.receive(last) }
        }

        func request(_ demand: Subscribers.Demand) {
            if fault == .holdsItsEndBack {
                asked += demand
                if let heldBack { downstream.receive(completion: heldBack) }
            }
            subscription?.request(demand)
        }

        func cancel() {
            isCancelled = true
            switch fault {
            case .emitsAfterCancel: return
            case .keepsUpstreamAfterCancel: isOver = true
            default:
                subscription?.cancel()
                subscription = nil
            }
        }
    }
}

extension Publisher {
    func broken(_ fault: BrokenOperator<Self>.Fault, on scheduler: TestScheduler? = nil) -> BrokenOperator<
        Self
    > {
        BrokenOperator(upstream: self, fault: fault, scheduler: scheduler)
    }
}

/// Sends everything one tick later, although it need not.
struct Postponed<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let scheduler: TestScheduler

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subject = PassthroughSubject<Output, Failure>()
        subject.subscribe(subscriber)
        let later = { [scheduler] (action: @escaping () -> Void) in
            scheduler.schedule(after: scheduler.now.advanced(by: 1), tolerance: 0, options: nil, action)
        }
        upstream.subscribe(
            TrackingSubscriber(
                receiveSubscription: { $0.request(.unlimited) },
                receiveValue: { value in
                    later { subject.send(value) }
                    return .none
                },
                receiveCompletion: { completion in later { subject.send(completion: completion) } }))
    }
}

/// Shares one subscription to upstream, and forgets to tell late subscribers of the end.
final class ForgetfulShare<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let subject = PassthroughSubject<Output, Failure>()
    private var isConnected = false
    private var isOver = false

    init(_ upstream: Upstream) { self.upstream = upstream }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if isOver { return subscriber.receive(subscription: Subscriptions.empty) }
        subject.subscribe(subscriber)
        if isConnected { return }
        isConnected = true
        upstream.subscribe(
            TrackingSubscriber(
                receiveSubscription: { $0.request(.unlimited) },
                receiveValue: { [weak self] value in
                    self?.subject.send(value)
                    return .none
                },
                receiveCompletion: { [weak self] completion in
                    self?.isOver = true
                    self?.subject.send(completion: completion)
                }))
    }
}

/// Keeps what nobody has asked for, and sends the newest of it first.
struct NewestFirst<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(Inner(downstream: subscriber))
    }

    /// For one thread.
    private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
    where Downstream.Input == Output, Downstream.Failure == Failure {
        private var downstream: Downstream?
        private var upstream: (any Subscription)?
        private var values: [Output] = []
        private var demand = Subscribers.Demand.none
        private var completion: Subscribers.Completion<Failure>?
        private var isSending = false

        init(downstream: Downstream) { self.downstream = downstream }

        func receive(subscription: any Subscription) {
            upstream = subscription
            downstream?.receive(subscription: self)
            upstream?.request(.unlimited)
        }

        func receive(_ input: Output) -> Subscribers.Demand {
            values.append(input)
            send()
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            self.completion = completion
            upstream = nil
            send()
        }

        func request(_ demand: Subscribers.Demand) {
            self.demand += demand
            send()
        }

        func cancel() {
            let old = upstream
            (upstream, downstream, values) = (nil, nil, [])
            old?.cancel()
        }

        private func send() {
            guard !isSending else { return }
            isSending = true
            while demand > .none, let downstream, let value = values.popLast() {
                demand -= 1
                demand += downstream.receive(value)
            }
            isSending = false
            if values.isEmpty, let completion, let downstream {
                self.downstream = nil
                downstream.receive(completion: completion)
            }
        }
    }
}
