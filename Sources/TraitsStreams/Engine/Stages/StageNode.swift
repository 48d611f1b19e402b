/// The subscriber and subscription of a value-by-value operator.
///
/// Demand passes through, unless ``OperatorStage/_counting`` says otherwise. When the stage finishes or fails, upstream
/// is cancelled first, and downstream is completed after. If a stage can end the stream, the end follows the values that
/// are on their way, even if upstream has ended it.
@usableFromInline
final class _StageNode<Stage: OperatorStage, Downstream: Subscriber>: _UpstreamNode, _AskingNode,
    _DemandPassing, _DemandNode
where Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.UpstreamFailure

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var stage: Stage
    /// The values on their way, if the stage can end the stream.
    @usableFromInline @exclusivity(unchecked) var onTheWay = _OnTheWay<Stage.Failure>()
    /// The values that wait until downstream asks for them, and the end that follows them, once there were any. Under `lock`.
    @usableFromInline @exclusivity(unchecked) var kept: _KeptEvents<Stage.Output, Stage.Failure>?

    @inlinable
    init(_ downstream: Downstream, _ stage: Stage) {
        self.downstream = downstream
        self.stage = stage
        super.init(_handled(by: _StageNode<Stage, Downstream>.self))
        if Stage._counting == .leavesOutFirst || Stage._counting == .putsTogether {
            addDemand(.max(stage._number))
        }
    }

    @usableFromInline override var description: String { Stage.name }

    @usableFromInline override var customMirror: Mirror {
        let children = stage._children(downstream: downstream, status: status)
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if Stage._earlyEvents == .stopTheProgram && isAwaiting { refuse(.earlyRequest) }
        switch Stage._counting {
        case .passes: requestUpstream(demand)
        case .putsTogether: requestUpstream(demand * together)
        case .leavesOutFirst, .addsLast, .replacesFailure, .asksForAll: count(demand)
        }
    }

    @inlinable
    func cancelled() {
        let hasSubscription = Stage._counting == .leavesOutFirst
        if isAwaiting && Stage._earlyEvents != .stopTheProgram && !hasSubscription { return }
        if cancelUpstream() { stage._drop() }
        if Stage._counting.keepsLast { dropKept() }
        downstream._release()
    }

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        if Stage._counting != .leavesOutFirst { downstream._receive(node: self) }
        requestFirst(node)
    }

    @inlinable
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        if !isConnected { return receiveEarly(input) }
        switch step(input) {
        case .next(let output):
            // The stage's closure may have ended the stream, or cancelled it.
            if !isConnected { return .none }
            return _Fact<Stage._NeverEnds>.holds ? pass(output) : send(output)
        case .last(let output):
            return sendLast(output)
        case .skip:
            return Self.another
        case .finish:
            end(.finished)
            return .none
        case .fail(let error):
            end(.failure(error))
            return .none
        }
    }

    /// The demand for a value in place of one that is skipped.
    @inlinable @inline(__always)
    static var another: Subscribers.Demand { Stage._counting == .passes ? .max(1) : .none }

    /// Sends a value, and then an end that came while downstream was inside the value.
    @inlinable @inline(__always)
    func send(_ output: Stage.Output) -> Subscribers.Demand {
        if Stage._counting == .asksForAll && !Downstream._asksForAll { return sendOrKeep(output) }
        onTheWay.begin()
        let more = downstream.receive(output)
        if onTheWay.finish() { sendEnd() }
        return more
    }

    /// Sends the last value. Upstream's further events are ignored, and it is cancelled after the value.
    @inlinable @inline(never)
    func sendLast(_ output: Stage.Output) -> Subscribers.Demand {
        guard endUpstream() else { return .none }
        onTheWay.begin()
        let more = downstream.receive(output)
        cancelEnded()
        onTheWay.keep(.finished)
        if onTheWay.finish() { sendEnd() }
        return more
    }

    /// Ends the stream and cancels upstream.
    @inlinable @inline(never)
    func end(_ completion: Subscribers.Completion<Stage.Failure>) {
        if onTheWay.isEmpty {
            guard cancelUpstream() else { return }
            stage._drop()
            downstream.receive(completion: completion)
        } else if endUpstream() {
            onTheWay.keep(completion)
            cancelEnded()
        }
    }

    /// Sends the end that was kept, unless downstream has cancelled.
    @inlinable @inline(never)
    func sendEnd() {
        guard let ending = onTheWay.take() else { return }
        let isWanted = closeEnded()
        stage._drop()
        if isWanted { downstream.receive(completion: ending) }
    }

    /// Handles a value that comes before the subscription, or after the end.
    @inlinable @inline(never)
    func receiveEarly(_ input: Stage.Input) -> Subscribers.Demand {
        if !isAwaiting || Stage._earlyEvents == .areIgnored || Stage._earlyEvents == .completionPasses {
            return .none
        }
        if Stage._earlyEvents == .stopTheProgram { refuse(.earlyValue) }
        switch step(input) {
        case .next(let output), .last(let output): return downstream.receive(output)
        case .skip: return Self.another
        case .finish: return .none
        case .fail(let error):
            _ = takeUpstream()
            stage._drop()
            downstream.receive(completion: .failure(error))
            return .none
        }
    }

    /// Has the stage handle a value.
    ///
    /// In a generic class a field without size has offset 0, the place of the object's class pointer. The thread sanitizer
    /// takes a call that may change an empty stage for a write to that pointer, which other threads read when they cancel.
    /// To avoid the false report, an empty stage is called as a copy.
    @inlinable @inline(__always)
    func step(_ input: Stage.Input) -> OperatorStep<Stage.Output, Stage.Failure> {
        if MemoryLayout<Stage>.size == 0 {
            var stage = stage
            return stage.receive(input)
        }
        return stage.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        if isAwaiting && !takesEarlyCompletion(Stage._earlyEvents) { return }
        if Stage._counting.keepsLast || Stage._counting == .putsTogether, onTheWay.isEmpty {
            return endWithLast(completion)
        }
        if _Fact<Stage._NeverEnds>.holds || onTheWay.isEmpty {
            guard disconnect() else { return }
            let end = stage.completion(completion)
            stage._drop()
            downstream.receive(completion: end)
        } else if endUpstream() {
            onTheWay.keep(stage.completion(completion))
        } else {
            releaseEnded()
        }
    }
}

/// The subscriber of a stage that passes upstream's subscription on: it needs no node.
@usableFromInline @frozen
struct _StageSubscriber<Stage: OperatorStage, Downstream: Subscriber>: _Transparent, _DemandPassing
where Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.UpstreamFailure

    @usableFromInline let downstream: Downstream
    @usableFromInline let stage: Stage

    @inlinable @inline(__always)
    init(_ downstream: Downstream, _ stage: Stage) {
        self.downstream = downstream
        self.stage = stage
    }

    @usableFromInline var description: String { Stage.name }

    @usableFromInline var customMirror: Mirror {
        Mirror(self, children: stage._children(downstream: downstream, status: nil))
    }

    @inlinable @inline(__always)
    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
        if _Fact<Stage._AsksForAll>.holds { subscription.request(.unlimited) }
    }

    @inlinable @inline(__always)
    func _receive(node: _Node) {
        downstream._receive(node: node)
        if _Fact<Stage._AsksForAll>.holds { node.request(.unlimited) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        stage._pass(input, to: downstream, live: false)
    }

    @inlinable @inline(__always)
    func _receive(live input: Stage.Input) -> Subscribers.Demand {
        stage._pass(input, to: downstream, live: true)
    }

    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        downstream.receive(completion: stage.completion(completion))
    }
}
