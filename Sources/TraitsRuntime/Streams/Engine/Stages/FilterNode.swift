/// The subscriber and subscription of a value-by-value operator.
///
/// Demand passes through; a skipped value asks upstream for one more. When the stage finishes or fails,
/// upstream is cancelled first and downstream told after.
@usableFromInline
final class _FilterNode<Stage: _FilterStage, Downstream: Subscriber>: _UpstreamNode, _StreamNode
where Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.UpstreamFailure

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var stage: Stage

    @inlinable
    init(_ downstream: Downstream, _ stage: Stage) {
        self.downstream = downstream
        self.stage = stage
        super.init(_handled(by: _FilterNode<Stage, Downstream>.self))
    }

    @usableFromInline override var description: String { Stage.name }

    @usableFromInline override var customMirror: Mirror {
        let children = stage.children(downstream: downstream, status: status)
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if Stage.earlyEvents == .stopTheProgram && isAwaiting { refuse(.earlyRequest) }
        requestUpstream(demand)
    }

    @inlinable
    func cancelled() {
        if isAwaiting && Stage.earlyEvents != .stopTheProgram { return }
        if cancelUpstream() { stage._drop() }
        downstream._release()
    }

    @inlinable
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        if !isConnected { return receiveEarly(input) }
        switch step(input) {
        case .next(let output):
            return downstream.receive(output)
        case .last(let output):
            let more = downstream.receive(output)
            end(with: .finished)
            return more
        case .skip:
            return .max(1)
        case .finish:
            end(with: .finished)
            return .none
        case .fail(let error):
            end(with: .failure(error))
            return .none
        }
    }

    /// Ends all from this side, unless all was over before.
    @inlinable @inline(__always)
    func end(with completion: Subscribers.Completion<Stage.Failure>) {
        guard cancelUpstream() else { return }
        stage._drop()
        downstream.receive(completion: completion)
    }

    /// A value that comes before the subscription, or after the end.
    @inlinable @inline(never)
    func receiveEarly(_ input: Stage.Input) -> Subscribers.Demand {
        if isOver || Stage.earlyEvents == .areIgnored { return .none }
        if Stage.earlyEvents == .stopTheProgram { refuse(.earlyValue) }
        switch step(input) {
        case .next(let output), .last(let output): return downstream.receive(output)
        case .skip: return .max(1)
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
    /// A field of no size has offset 0 in a generic class, where the object's class is noted. The thread sanitizer is
    /// told of each change in place, and takes that of an empty stage for one of the class, which other threads read
    /// when they cancel. Nothing is written there; so that nothing is reported either, an empty stage is called as a
    /// copy, which is the same to it.
    @inlinable @inline(__always)
    func step(_ input: Stage.Input) -> _Step<Stage.Output, Stage.Failure> {
        if MemoryLayout<Stage>.size == 0 {
            var stage = stage
            return stage.receive(input)
        }
        return stage.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        if isAwaiting && !takesEarlyCompletion(Stage.earlyEvents) { return }
        guard disconnect() else { return }
        let end = stage.completion(completion)
        stage._drop()
        downstream.receive(completion: end)
    }
}

/// The stateless form of ``_FilterNode``, for a stage that keeps no state and never ends by itself: no object, and
/// upstream's subscription is handed through.
@usableFromInline @frozen
struct _FilterPassThrough<Stage: _FilterStage, Downstream: Subscriber>: _PassThrough
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

    @inlinable @inline(__always)
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        stage.pass(input) { downstream.receive($0) }
    }

    @inlinable @inline(__always)
    func _receive(live input: Stage.Input) -> Subscribers.Demand {
        stage.pass(input) { downstream._receive(live: $0) }
    }

    @inlinable @inline(__always)
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        downstream.receive(completion: stage.completion(completion))
    }
}
