import Synchronization

/// A subscription with several upstream subscriptions at the same time: its inputs.
///
/// `lock` guards `inputs` and `asked`, and is never held while calling out. Before the first request it may guard more, in a
/// machine's node that is parked.
@usableFromInline
package class _InputsNode: _Node, _StateNode {
    @frozen @usableFromInline
    struct State: OptionSet, _WordState {
        @usableFromInline let rawValue: Int
        @inlinable @inline(__always) init(rawValue: Int) { self.rawValue = rawValue }

        /// Downstream has its subscription.
        @inlinable @inline(__always) static var attached: State { State(rawValue: 1) }
        /// The node has ended, or was cancelled.
        @inlinable @inline(__always) static var over: State { State(rawValue: 2) }
        /// The bit of ``_Mailbox``.
        @inlinable @inline(__always) static var mailbox: State { State(rawValue: 4) }
        /// A thread is giving downstream its subscription, or has done so. Only the first thread that sets the bit does.
        @inlinable @inline(__always) static var handed: State { State(rawValue: 8) }
        /// A thread waits until downstream has its subscription.
        @inlinable @inline(__always) static var awaited: State { State(rawValue: 16) }
        /// Downstream hasn't asked for anything yet, and events are handled under `lock`.
        @inlinable @inline(__always) static var parked: State { State(rawValue: 32) }
        /// The inputs have been asked for unlimited demand, because downstream's demand is unlimited.
        @inlinable @inline(__always) static var released: State { State(rawValue: 64) }
        /// Events of inputs wait for the thread inside the delivery lock; see ``_Inbox``.
        @inlinable @inline(__always) static var inbox: State { State(rawValue: 128) }
        /// The call that subscribes is over: from now on the thread inside the delivery lock delivers.
        @inlinable @inline(__always) static var started: State { State(rawValue: 256) }

        // The standard library's methods are generic, and several calls deep in code that isn't optimised.
        @inlinable @inline(__always)
        func contains(_ member: State) -> Bool { rawValue & member.rawValue == member.rawValue }

        @inlinable @inline(__always)
        func contains(anyOf a: State, _ b: State) -> Bool { rawValue & (a.rawValue | b.rawValue) != 0 }
    }

    /// A number that no input has.
    @inlinable @inline(__always) static var noInput: Int { -1 }

    /// The subscription that replaces a completed input's, so that requests and cancellations need no check.
    // Safe to share: it has no state.
    nonisolated(unsafe) static let completed: _Node = _EmptyNode()

    /// The subscriptions of the inputs; `nil` until an input has sent its subscription.
    @exclusivity(unchecked) final var inputs: ContiguousArray<_Node?>

    /// The demand that every input has been asked for so far. An input that connects late is asked for as much.
    @exclusivity(unchecked) final var asked = Subscribers.Demand.none

    @usableFromInline
    init(_ count: Int, _ handler: @escaping Handler) {
        inputs = ContiguousArray(repeating: nil, count: count)
        super.init(handler)
    }

    // MARK: State

    @inlinable @inline(__always)
    final var isOver: Bool { state.contains(.over) }

    /// Indicates whether downstream has its subscription, and the node isn't over.
    @inlinable @inline(__always)
    final var isRunning: Bool {
        let state = state
        return state.contains(.attached) && !state.contains(.over)
    }

    /// Indicates whether the node is running and no event waits.
    @inlinable @inline(__always)
    final var isRunningAlone: Bool {
        let state = state
        return state.contains(.attached) && !state.contains(anyOf: .over, .inbox)
    }

    @inlinable
    final func attach() { if insert(.attached).contains(.awaited) { _StartGate.open() } }

    /// - Returns: whether this call has ended the node.
    @inlinable
    final func close() -> Bool {
        let before = insert(.over)
        if before.contains(.awaited) { _StartGate.open() }
        return !before.contains(.over)
    }

    // MARK: The start

    /// - Returns: whether the caller must give downstream its subscription.
    @inlinable
    final func takesStart() -> Bool { !insert(.handed).contains(.handed) }

    /// Waits while another thread gives downstream its subscription, until downstream has asked for something or returns.
    ///
    /// - Returns: whether this thread is a guest of the other thread, which is blocked. A guest has to leave the gate.
    @usableFromInline @inline(never)
    final func waitForAttachment(by thread: UInt) -> Bool {
        if insert(.awaited).contains(anyOf: .attached, .over) { return false }
        return _StartGate.wait(for: thread) { state.contains(anyOf: .attached, .over) }
    }

    // MARK: Inputs

    /// Takes the subscription of an input and asks it for the given demand, or else for the demand that all inputs were asked
    /// for. Cancels the subscription if the input has one already or the node is over.
    @usableFromInline @discardableResult
    final func connect(_ node: _Node, _ input: Int, asking own: Subscribers.Demand? = nil) -> Bool {
        lock.lock()
        guard !isOver, input < inputs.count, inputs[input] == nil else {
            lock.unlock()
            node.cancel()
            return false
        }
        inputs[input] = node
        let demand = own ?? asked
        lock.unlock()
        if demand > .none { node.request(demand) }
        return true
    }

    /// Marks an input as completed, unless its subscription is kept.
    ///
    /// - Returns: whether the input had not completed before, and its subscription, which must be released outside the lock.
    private func take(_ input: Int, keeping keepsNode: Bool = false) -> (isFirst: Bool, node: _Node?) {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver, input < inputs.count, inputs[input] !== Self.completed else { return (false, nil) }
        let node = inputs[input]
        if !keepsNode { inputs[input] = Self.completed }
        return (true, node)
    }

    /// Notes that an input has completed.
    ///
    /// - Parameter keepsNode: whether its subscription is kept, to be cancelled with the others.
    /// - Returns: `false` if it had completed before, or the node is over.
    @usableFromInline
    final func disconnect(_ input: Int, keeping keepsNode: Bool) -> Bool {
        take(input, keeping: keepsNode).isFirst
    }

    /// Cancels one input.
    ///
    /// - Returns: `false` if it has completed, or the node is over.
    @usableFromInline
    final func cancel(_ input: Int) -> Bool {
        let (isFirst, node) = take(input)
        node?.cancel()
        return isFirst
    }

    /// Returns whether an input has sent its subscription, and has not completed.
    @usableFromInline
    final func isConnected(_ input: Int) -> Bool {
        lock.withLock { input < inputs.count && inputs[input] != nil && inputs[input] !== Self.completed }
    }

    /// Cancels all inputs but the given input.
    @usableFromInline
    final func cancelInputs(but kept: Int) {
        for input in lock.withLock({ inputs.indices }) where input != kept { _ = cancel(input) }
    }

    /// Cancels and releases all inputs; no input can connect afterwards.
    @usableFromInline
    final func cancelInputs() {
        lock.lock()
        let nodes = inputs
        inputs = []
        lock.unlock()
        for node in nodes { node?.cancel() }
    }

    /// Asks one input for more.
    @usableFromInline
    final func request(_ demand: Subscribers.Demand, of input: Int) {
        lock.lock()
        let node = input < inputs.count ? inputs[input] : nil
        lock.unlock()
        node?.request(demand)
    }

    /// Adds to the demand that all inputs are asked for, and requests it from the inputs that have to be told.
    @usableFromInline
    final func ask(_ demand: Subscribers.Demand, except exempt: Int, where isTold: (Int) -> Bool) {
        lock.lock()
        asked += demand
        let nodes = inputs
        lock.unlock()
        for input in nodes.indices where input != exempt && isTold(input) { nodes[input]?.request(demand) }
    }
}
