import TraitsRuntime

/// `share(replay:)`: one subscription to upstream for all subscribers. Each reads the values one after the other, as
/// far as it has asked; only the newest are kept for subscribers that come late or haven't asked. One that has asked for
/// nothing joins the others when it asks.
final class ModelReplayed {
    private let upstream: Model
    private let kept: Int
    private var line: Line?

    init(_ upstream: Model, kept: Int) {
        self.upstream = upstream
        self.kept = kept
    }

    var model: Model { Model { self.add($0) } }

    private func add(_ subscriber: any ModelSubscriber) {
        let line = self.line.flatMap { $0.isAbandoned ? nil : $0 } ?? Line(kept: kept)
        self.line = line
        line.readers += 1
        let reader = Reader(subscriber, line)
        subscriber.begin(reader)
        if reader.isOver { return }
        reader.joinWhenItAsks()
        if line.isConnecting || line.isAbandoned { return }
        line.isConnecting = true
        upstream.subscribe(line)
    }

    /// All values of one subscription to upstream.
    private final class Line: ModelSubscriber {
        let kept: Int
        var values: [Int] = []
        var ending: Fault??
        var readers = 0
        var joined: [Reader] = []
        /// Those that have asked for nothing.
        var parked: [Reader] = []
        var isConnecting = false
        var isAbandoned = false
        private var hasEnded = false
        private var subscription: (any ModelSubscription)?
        private var depth = 0
        /// What upstream has sent from inside a delivery: it follows that.
        private var postponed: [() -> Void] = []

        init(kept: Int) { self.kept = kept }

        var oldest: Int { max(0, values.count - kept) }

        func begin(_ subscription: any ModelSubscription) {
            if isAbandoned { return subscription.cancel() }
            self.subscription = subscription
            subscription.request(.unlimited)
        }

        func value(_ value: Int) -> Demand {
            if !isAbandoned && !hasEnded { send { self.values.append(value) } }
            return .none
        }

        func end(_ fault: Fault?) {
            if isAbandoned || hasEnded { return }
            hasEnded = true
            subscription = nil
            send {
                self.ending = .some(fault)
                if self.values.isEmpty { self.joined += self.takeParked() }
            }
        }

        private func takeParked() -> [Reader] {
            defer { parked = [] }
            return parked
        }

        private func send(_ event: @escaping () -> Void) {
            let delivery = { [self] in
                event()
                for reader in joined { reader.read() }
            }
            if depth > 0 { postponed.append(delivery) } else { deliver(delivery) }
        }

        func deliver(_ work: () -> Void) {
            depth += 1
            work()
            while depth == 1, !postponed.isEmpty { postponed.removeFirst()() }
            depth -= 1
        }

        func left() {
            readers -= 1
            guard readers == 0, !hasEnded else { return }
            isAbandoned = true
            postponed = []
            subscription?.cancel()
            subscription = nil
        }
    }

    private final class Reader: ModelSubscription {
        private let downstream: any ModelSubscriber
        private let line: Line
        private var demand = Demand.none
        private var isReading = false
        var next = 0
        private var isParked = false
        private var hasJoined = false
        private(set) var isOver = false

        init(_ downstream: any ModelSubscriber, _ line: Line) {
            self.downstream = downstream
            self.line = line
        }

        func joinWhenItAsks() {
            isParked = demand == .none && !(line.ending != nil && line.values.isEmpty)
            if isParked { line.parked.append(self) } else { join() }
        }

        private func join() {
            line.deliver {
                isParked = false
                hasJoined = true
                line.joined.append(self)
                read()
            }
        }

        /// Reads what it has asked for, and then the end.
        func read() {
            if isReading { return }
            isReading = true
            next = max(next, line.oldest)
            while !isOver, demand > .none, next < line.values.count {
                demand -= 1
                next += 1
                demand += downstream.value(line.values[next - 1])
            }
            if !isOver, next == line.values.count, let fault = line.ending {
                isOver = true
                downstream.end(fault)
            }
            isReading = false
        }

        func request(_ more: Demand) {
            if isOver { return }
            demand += more
            if isParked {
                line.parked.removeAll { $0 === self }
                join()
            } else if hasJoined {
                line.deliver { read() }
            }
        }

        func cancel() {
            if isOver { return }
            isOver = true
            line.parked.removeAll { $0 === self }
            line.left()
        }
    }
}
