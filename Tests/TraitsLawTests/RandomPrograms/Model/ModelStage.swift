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
    /// The last value is being received. One that comes inside of that is the end already.
    private var isEnding = false

    init(_ downstream: any ModelSubscriber, _ step: @escaping (Int) throws -> ModelStep) {
        self.step = step
        super.init(downstream)
    }

    override func value(_ value: Int) -> Demand {
        if isOver { return .none }
        if isEnding {
            endEarly(nil)
            return .none
        }
        let step: ModelStep
        do { step = try self.step(value) } catch { step = .fail(error as? Fault ?? Fault(-1)) }
        switch step {
        case .pass(let value): return downstream.value(value)
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

    /// Where there is no result, the finish needs no request. Combine waits for one.
    private func send() {
        if isOver || !isComplete || isSent { return }
        let value = result()
        if value != nil && !isAsked { return }
        isSent = true
        if let value { _ = downstream.value(value) }
        super.end(nil)
    }
}
