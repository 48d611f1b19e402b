import TraitsRuntime

/// What an operator such as `map` or `filter` does with one value.
enum ModelStep {
    case pass(Int)
    case drop
    /// The last value, and the finish.
    case last(Int)
    case finish
    case fail(Fault)
}

/// Operators that look at one value after the other. A value that is dropped is asked for again.
final class ModelStage: ModelNode {
    private let step: (Int) throws -> ModelStep
    /// Indicates whether what downstream returns is requested of upstream instead of being returned to it.
    private let requestsReturned: Bool
    /// The last value is being received. What comes inside of that is ignored.
    private var isEnding = false

    init(
        _ downstream: any ModelSubscriber, requestsReturned: Bool = false,
        _ step: @escaping (Int) throws -> ModelStep
    ) {
        self.step = step
        self.requestsReturned = requestsReturned
        super.init(downstream)
    }

    override func value(_ value: Int) -> Demand {
        if isOver || isEnding { return .none }
        let step: ModelStep
        do { step = try self.step(value) } catch { step = .fail(error as? Fault ?? Fault(-1)) }
        switch step {
        case .pass(let value):
            let more = downstream.value(value)
            guard requestsReturned, more > .none else { return more }
            upstream?.request(more)
        case .drop: return .max(1)
        case .last(let value):
            isEnding = true
            _ = downstream.value(value)
            endEarly(nil)
        case .finish: endEarly(nil)
        case .fail(let fault): endEarly(fault)
        }
        return .none
    }

    override func end(_ fault: Fault?) {
        if isEnding { upstream = nil } else { super.end(fault) }
    }
}

/// Operators that put a value in the place of an end. The value has to be asked for, like any other.
final class ModelTail: ModelNode {
    enum Tail {
        case end(Fault?)
        case value(Int)
    }

    private let tail: (_ fault: Fault?, _ isEmpty: Bool) -> Tail
    private var demand = Demand.none
    private var isEmpty = true
    private var waiting: Int?

    init(_ downstream: any ModelSubscriber, _ tail: @escaping (Fault?, Bool) -> Tail) {
        self.tail = tail
        super.init(downstream)
    }

    override func request(_ more: Demand) {
        if isOver { return }
        demand += more
        if waiting == nil { upstream?.request(more) } else { sendWaiting() }
    }

    override func value(_ value: Int) -> Demand {
        if isOver { return .none }
        isEmpty = false
        demand -= 1
        let more = downstream.value(value)
        demand += more
        return more
    }

    override func end(_ fault: Fault?) {
        if isOver || waiting != nil { return }
        switch tail(fault, isEmpty) {
        case .end(let fault): super.end(fault)
        case .value(let value):
            upstream = nil
            waiting = value
            sendWaiting()
        }
    }

    private func sendWaiting() {
        guard demand > .none, let value = waiting else { return }
        waiting = nil
        _ = downstream.value(value)
        super.end(nil)
    }

    override func cancel() {
        waiting = nil
        super.cancel()
    }
}

/// `replaceEmpty`, which asks for everything, and keeps what it wasn't asked for itself.
final class ModelReplaceEmpty: ModelNode {
    private let replacement: Int
    private var demand = Demand.none
    private var waiting: [Int] = []
    private var isEmpty = true
    /// What upstream has ended with.
    private var ending: Fault??
    /// How many values are being received.
    private var depth = 0

    init(_ downstream: any ModelSubscriber, _ replacement: Int) {
        self.replacement = replacement
        super.init(downstream)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        upstream?.request(.unlimited)
    }

    override func request(_ more: Demand) {
        if isOver { return }
        demand += more
        upstream?.request(more)
        drain()
    }

    override func value(_ value: Int) -> Demand {
        if isOver { return .none }
        isEmpty = false
        guard demand > .none, waiting.isEmpty else {
            waiting.append(value)
            return .none
        }
        let more = send(value)
        drain()
        return more
    }

    override func end(_ fault: Fault?) {
        if isOver || ending != nil { return }
        upstream = nil
        if isEmpty && fault == nil { waiting.append(replacement) }
        ending = .some(fault)
        drain()
    }

    private func send(_ value: Int) -> Demand {
        demand -= 1
        depth += 1
        let more = downstream.value(value)
        demand += more
        depth -= 1
        return more
    }

    private func drain() {
        while !isOver, !waiting.isEmpty, demand > .none, depth == 0 { _ = send(waiting.removeFirst()) }
        if !isOver, waiting.isEmpty, let ending { super.end(ending) }
    }
}

/// Operators that make one value of many. They ask for all there is, and send the result when it is asked for.
final class ModelReduce: ModelNode {
    /// Takes a value; `true` if the result is known.
    private let take: (Int) throws -> Bool
    private let result: () -> Int?
    private var isAsked = false
    private var isComplete = false
    private var isSent = false

    init(
        _ downstream: any ModelSubscriber, take: @escaping (Int) throws -> Bool, result: @escaping () -> Int?
    ) {
        self.take = take
        self.result = result
        super.init(downstream)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        upstream?.request(.unlimited)
    }

    override func request(_ demand: Demand) {
        isAsked = true
        send()
    }

    override func value(_ value: Int) -> Demand {
        if isOver || isComplete { return .none }
        do {
            guard try take(value) else { return .none }
        } catch {
            endEarly(error as? Fault ?? Fault(-1))
            return .none
        }
        isComplete = true
        cancelUpstream()
        send()
        return .none
    }

    override func end(_ fault: Fault?) {
        if isComplete { return }
        guard fault == nil else { return super.end(fault) }
        isComplete = true
        upstream = nil
        send()
    }

    /// The finish needs a request, also where there is no result.
    private func send() {
        if isOver || !isComplete || isSent || !isAsked { return }
        let value = result()
        isSent = true
        if let value { _ = downstream.value(value) }
        super.end(nil)
    }
}
