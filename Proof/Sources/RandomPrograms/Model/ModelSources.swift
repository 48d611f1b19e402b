import TraitsRuntime

/// Values that are there from the start, sent as they are asked for; the end comes with the last of them.
final class ModelSequence: ModelSubscription {
    private var downstream: (any ModelSubscriber)?
    private var values: ArraySlice<Int>
    private let fault: Fault?
    private var demand = Demand.none
    private var isSending = false

    /// - Parameter endsUnasked: `true` if a sequence without values ends when it is subscribed to.
    static func model(_ values: [Int], _ fault: Fault? = nil, endsUnasked: Bool = true) -> Model {
        Model { subscriber in
            if values.isEmpty && endsUnasked {
                subscriber.begin(ModelNothing())
                subscriber.end(fault)
            } else {
                subscriber.begin(ModelSequence(subscriber, values, fault))
            }
        }
    }

    private init(_ downstream: any ModelSubscriber, _ values: [Int], _ fault: Fault?) {
        self.downstream = downstream
        self.values = values[...]
        self.fault = fault
    }

    func request(_ more: Demand) {
        demand += more
        if isSending { return }
        isSending = true
        while let subscriber = downstream, demand > .none {
            guard let value = values.popFirst() else { break }
            demand -= 1
            demand += subscriber.value(value)
            if values.isEmpty { finish() }
        }
        if values.isEmpty { finish() }
        isSending = false
    }

    private func finish() {
        let subscriber = downstream
        downstream = nil
        subscriber?.end(fault)
    }

    func cancel() { downstream = nil }
}

extension Model {
    static var never: Model { Model { $0.begin(ModelNothing()) } }

    static func fail(_ fault: Fault) -> Model { ModelSequence.model([], fault) }

    static func just(_ value: Int) -> Model { ModelSequence.model([value]) }
}

/// A subject: a list of subscribers, each with what it has asked for. A value goes to the subscribers that are
/// present when it is sent; one that has asked for nothing misses it.
final class ModelSubject {
    private(set) var current: Int?
    private var count = 0
    fileprivate var ending: Fault??
    fileprivate var conduits: [Conduit] = []
    /// Those of a subject with a current value that have asked for nothing yet.
    private var parked: [Conduit] = []
    /// What happens at a subscription and at a cancellation.
    var note: (String) -> Void = { _ in }
    /// Indicates whether a subscriber has ever asked for anything, and what to call then.
    fileprivate(set) var hasDemand = false
    var onDemand: () -> Void = {}

    init(current: Int? = nil) { self.current = current }

    var model: Model { Model { self.add($0) } }

    func add(_ subscriber: any ModelSubscriber) {
        count += 1
        note("subscribed \(count)")
        let conduit = Conduit(subscriber, self, count)
        if let ending {
            subscriber.begin(conduit)
            return conduit.end(ending)
        }
        conduit.hasSeenCurrent = current == nil
        if current == nil { conduits.append(conduit) } else { parked.append(conduit) }
        subscriber.begin(conduit)
    }

    func send(_ value: Int) {
        if ending != nil { return }
        if current != nil { current = value }
        for conduit in conduits { conduit.offer(value) }
    }

    func end(_ fault: Fault?) {
        if ending != nil { return }
        ending = .some(fault)
        let conduits = conduits + parked
        self.conduits = []
        parked = []
        for conduit in conduits { conduit.end(fault) }
    }

    private func list(_ conduit: Conduit) {
        guard let index = parked.firstIndex(where: { $0 === conduit }) else { return }
        conduits.append(parked.remove(at: index))
    }

    private func remove(_ conduit: Conduit) {
        conduits.removeAll { $0 === conduit }
        parked.removeAll { $0 === conduit }
    }

    fileprivate final class Conduit: ModelSubscription {
        var downstream: (any ModelSubscriber)?
        let subject: ModelSubject
        let number: Int
        var demand = Demand.none
        var hasSeenCurrent = true
        /// How many times the current value is on its way to downstream: the end follows it.
        private var receiving = 0

        init(_ downstream: any ModelSubscriber, _ subject: ModelSubject, _ number: Int) {
            self.downstream = downstream
            self.subject = subject
            self.number = number
        }

        func offer(_ value: Int) {
            guard let downstream else { return }
            if demand == .none {
                hasSeenCurrent = false
                return
            }
            hasSeenCurrent = true
            demand -= 1
            demand += downstream.value(value)
        }

        func request(_ more: Demand) {
            guard let downstream else { return }
            demand += more
            if demand > .none { subject.list(self) }
            if !subject.hasDemand {
                subject.hasDemand = true
                subject.onDemand()
            }
            // Once the subject has ended only the end is left to come.
            if !hasSeenCurrent, subject.ending == nil, let current = subject.current, demand > .none {
                hasSeenCurrent = true
                demand -= 1
                receiving += 1
                demand += downstream.value(current)
                receiving -= 1
                if let ending = subject.ending { end(ending) }
            }
        }

        func end(_ fault: Fault?) {
            if receiving > 0 { return }
            let subscriber = downstream
            downstream = nil
            subscriber?.end(fault)
        }

        func cancel() {
            if downstream == nil { return }
            downstream = nil
            subject.remove(self)
            subject.note("cancelled \(number)")
        }
    }
}
