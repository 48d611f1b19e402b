import Synchronization

/// A subscription that stands on one upstream after another: `append`, `catch`, `retry`, `switchToLatest`.
///
/// Each upstream is a *phase*, numbered from 0 in `flag`, which is negative once all is over. What an upstream
/// of an earlier phase still sends is ignored. `word` is the demand of downstream that hasn't been met; it is
/// asked of the next upstream as soon as that has its subscription.
///
/// `lock` guards all else and each change of the phase, and is never held while calling out.
@usableFromInline
class _PhasedNode: _Node {
    @usableFromInline static var over: Int { @inlinable @inline(__always) get { -1 } }

    /// What is to be done with an upstream's subscription.
    @usableFromInline
    enum Connection {
        /// Nothing: it came too late, or was one too many, and has been cancelled.
        case refused
        /// Downstream has to be given its own subscription.
        case first
        /// It has been asked for what downstream still wants.
        case next
    }

    final var upstream: _Node?
    /// Whether the current phase has had its subscription.
    final var isConnected = false
    /// Whether downstream has had its subscription.
    @usableFromInline @exclusivity(unchecked) final var hasStarted = false
    /// Whether no upstream runs, though one may follow.
    @usableFromInline @exclusivity(unchecked) final var isIdle = false
    /// Whether no upstream follows.
    final var isLast = false
    /// How many calls that start an upstream are on some stack, and how many more are due; see ``nest(_:_:)``.
    private final var starting = 0
    private final var postponed = 0

    @usableFromInline
    override init(_ thunk: @escaping Thunk) { super.init(thunk) }

    @inlinable @inline(__always)
    final var phase: Int { flag.load(ordering: .relaxed) }

    @inlinable @inline(__always)
    final var isOver: Bool { phase < 0 }

    /// Starts an upstream: inside the call that found the one before at its end, so that nothing which is sent
    /// right after is lost. Upstreams that end as soon as they start would fill the stack by that; so past a number
    /// of starts inside each other, the innermost one starts those that follow, in a loop.
    @usableFromInline
    final func nest(_ limit: Int, _ start: () -> Void) {
        let isNow = lock.withLock {
            let isNow = starting < limit
            if isNow { starting += 1 } else { postponed += 1 }
            return isNow
        }
        guard isNow else { return }
        repeat { start() } while takePostponed()
    }

    /// - Returns: whether another start is due; without one, the call that asks is over.
    private final func takePostponed() -> Bool {
        lock.withLock {
            let isDue = postponed > 0
            if isDue { postponed -= 1 } else { starting -= 1 }
            return isDue
        }
    }

    @usableFromInline
    final func connect(_ node: _Node, in phase: Int) -> Connection {
        lock.lock()
        guard self.phase == phase, !isConnected else {
            lock.unlock()
            node.cancel()
            return .refused
        }
        upstream = node
        isConnected = true
        let isFirst = !hasStarted
        hasStarted = true
        let demand = isFirst ? 0 : word.load(ordering: .relaxed)
        lock.unlock()
        if demand != 0 { node.request(demand == .max ? .unlimited : .max(demand)) }
        return isFirst ? .first : .next
    }

    /// The upstream of a phase has completed, and another follows.
    ///
    /// - Returns: whether that phase was the current one.
    @usableFromInline
    final func advance(from phase: Int) -> Bool {
        lock.lock()
        guard self.phase == phase else {
            lock.unlock()
            return false
        }
        flag.store(phase + 1, ordering: .releasing)
        let node = upstream
        upstream = nil
        isConnected = false
        lock.unlock()
        return withExtendedLifetime(node) { true }
    }

    /// The upstream of a phase has completed, and nothing follows.
    ///
    /// - Returns: whether that phase was the current one.
    @usableFromInline
    final func close(in phase: Int) -> Bool {
        lock.lock()
        guard self.phase == phase else {
            lock.unlock()
            return false
        }
        flag.store(Self.over, ordering: .releasing)
        let node = upstream
        upstream = nil
        lock.unlock()
        return withExtendedLifetime(node) { true }
    }

    /// Ends all, or all if a phase is still the current one, and hands out the upstream that is to be cancelled.
    @usableFromInline
    final func shut(in phase: Int? = nil) -> (isFirst: Bool, upstream: _Node?) {
        lock.lock()
        guard !isOver, phase == nil || phase == self.phase else {
            lock.unlock()
            return (false, nil)
        }
        flag.store(Self.over, ordering: .releasing)
        let node = upstream
        upstream = nil
        lock.unlock()
        return (true, node)
    }

    /// Replaces the upstream of the current phase, whatever its state, by that of a new phase.
    ///
    /// - Returns: the new phase, or `nil` if all is over.
    @usableFromInline
    final func replaceUpstream() -> Int? {
        lock.lock()
        guard !isOver else {
            lock.unlock()
            return nil
        }
        let phase = phase + 1
        flag.store(phase, ordering: .releasing)
        let node = upstream
        upstream = nil
        isConnected = false
        isIdle = false
        lock.unlock()
        node?.cancel()
        return phase
    }

    /// The upstream of a phase has completed, and another may follow or not.
    ///
    /// - Returns: whether that phase was the current one, and whether it was the last.
    @usableFromInline
    final func pause(in phase: Int) -> (wasCurrent: Bool, wasLast: Bool) {
        lock.lock()
        guard self.phase == phase else {
            lock.unlock()
            return (false, false)
        }
        isIdle = true
        let node = upstream
        upstream = nil
        let wasLast = isLast
        lock.unlock()
        return withExtendedLifetime(node) { (true, wasLast) }
    }

    /// No further upstream comes.
    ///
    /// - Returns: whether nothing runs any more.
    @usableFromInline
    final func noneFollows() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        isLast = true
        return isIdle
    }

    /// Downstream returned demand from a value of a phase. If that phase ended meanwhile, below downstream or
    /// on another thread, the demand goes to the one that runs now.
    ///
    /// - Returns: the part that is to be returned to the upstream of the phase.
    @usableFromInline
    final func returned(_ demand: Subscribers.Demand, in phase: Int) -> Subscribers.Demand {
        lock.lock()
        word._add(demand)
        let isCurrent = self.phase == phase
        let node = isCurrent ? nil : upstream
        lock.unlock()
        node?.request(demand)
        return isCurrent ? demand : .none
    }

    @usableFromInline
    final func requested(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber must request more than no values")
        lock.lock()
        word._add(demand)
        let node = upstream
        lock.unlock()
        node?.request(demand)
    }
}

/// The machine of the operators of ``_PhasedNode``: each of them adds what follows when an upstream completes.
@usableFromInline
class _SuccessionNode<Downstream: Subscriber>: _PhasedNode {
    /// Downstream if it asks for everything: a constant, which costs no reference counting to call.
    @usableFromInline final let direct: Downstream?
    /// Downstream if it doesn't; released at the end, since such a subscriber may keep this node for longer.
    @usableFromInline @exclusivity(unchecked) final var limited: Downstream?

    @inlinable
    init(_ downstream: Downstream, _ thunk: @escaping Thunk) {
        direct = Downstream._isUnlimited ? downstream : nil
        limited = Downstream._isUnlimited ? nil : downstream
        super.init(thunk)
    }

    @inlinable
    final func connected(_ node: _Node, in phase: Int) {
        if case .first = connect(node, in: phase) {
            let downstream = direct ?? limited
            downstream?._receive(node: self)
        }
    }

    @inlinable @inline(__always)
    final func receive(_ value: Downstream.Input, in phase: Int) -> Subscribers.Demand {
        if self.phase != phase { return .none }
        if Downstream._isUnlimited {
            _ = direct.unsafelyUnwrapped.receive(value)
            return .none
        }
        return receiveLimited(value, in: phase)
    }

    @inlinable
    final func receiveLimited(_ value: Downstream.Input, in phase: Int) -> Subscribers.Demand {
        var demand = Subscribers.Demand.none
        delivery.enter()
        if self.phase == phase {
            if !word._takeOne() {
                _brokenContract(description, "received a value that downstream had not asked for")
            }
            demand = limited?.receive(value) ?? .none
        }
        if delivery.exit() && isOver { release() }
        return demand > .none ? returned(demand, in: phase) : .none
    }

    /// Lets go of downstream once all is over, unless another thread is still sending: then that does it.
    @inlinable
    final func release() {
        if Downstream._isUnlimited { return }
        guard let isNested = delivery.tryEnter() else { return }
        if !isNested { limited = nil }
        delivery.exit()
    }

    @inlinable
    final func cancelled() {
        let (isFirst, node) = shut()
        node?.cancel()
        if isFirst { release() }
    }

    /// Sends downstream the completion of a phase.
    @inlinable
    final func finish(_ completion: Subscribers.Completion<Downstream.Failure>, in phase: Int) {
        if close(in: phase) { end(completion) }
    }

    /// For whoever has closed the node.
    @inlinable
    final func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let downstream = direct ?? limited
        release()
        downstream?.receive(completion: completion)
    }
}

/// The subscriber of one upstream.
@frozen @usableFromInline
struct _SuccessionSide<Downstream: Subscriber, Failure: Error>: Subscriber, _Described {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias OnCompletion =
        (_SuccessionNode<Downstream>, Subscribers.Completion<Failure>, Int) -> Void

    @usableFromInline let node: _SuccessionNode<Downstream>
    @usableFromInline let phase: Int
    /// Captures nothing, so that it costs nothing to make; the node knows its own type.
    @usableFromInline let onCompletion: OnCompletion
    @usableFromInline let onInsert: _Splice<Input, Failure>.Insert?

    @inlinable @inline(__always)
    init(
        _ node: _SuccessionNode<Downstream>, _ phase: Int,
        onInsert: _Splice<Downstream.Input, Failure>.Insert? = nil, _ onCompletion: @escaping OnCompletion
    ) {
        self.node = node
        self.phase = phase
        self.onInsert = onInsert
        self.onCompletion = onCompletion
    }

    @inlinable
    var _splice: _Splice<Downstream.Input, Failure>? {
        guard let onInsert, node.phase == phase else { return nil }
        return _Splice(node, onInsert)
    }

    @usableFromInline var description: String { node.description }

    @usableFromInline var customMirror: Mirror { node.customMirror }

    @inlinable
    var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

    /// The first upstream's subscription makes downstream ask for everything; each later one is asked at once.
    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Downstream._isUnlimited }

    @inlinable @inline(__always)
    static var _dropsSubscription: Bool { true }

    @inlinable
    func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

    @inlinable
    func _receive(node subscription: _Node) { node.connected(subscription, in: phase) }

    @inlinable @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { node.receive(input, in: phase) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) { onCompletion(node, completion, phase) }
}

extension _SuccessionSide where Failure == Downstream.Failure {
    /// The subscriber of the last upstream: its completion is the operator's.
    @inlinable
    init(last node: _SuccessionNode<Downstream>, _ phase: Int) {
        self.init(node, phase) { node, completion, phase in node.finish(completion, in: phase) }
    }
}
