/// A node that is computed from others.
///
/// The closures hold the properties they read, so that a derived property keeps its sources; the sources' nodes
/// hold this node until nobody holds the derived property, which then takes it out of the graph.
@usableFromInline
final class _DerivedNode<Value>: _ValueNode<Value> {
    /// Computes the value without a history: the first value, and each value if there is no `step`.
    @usableFromInline let start: () -> Value
    /// Computes the next value of an operator with a memory; the result is `nil` if the value stays as it is.
    @usableFromInline let step: (() -> Value?)?
    /// Returns whether the node will never change again; `nil` if that is so when all inputs have finished.
    @usableFromInline let isOver: (() -> Bool)?
    /// The propagation in which it was made. Its inputs may change in the rest of that propagation, and it has no history
    /// before the end of it: its value is computed by `start` again.
    @usableFromInline let birth: UInt

    @inlinable
    init(
        _ graph: _PropertyGraph, start: @escaping () -> Value, step: (() -> Value?)?, isOver: (() -> Bool)?
    ) {
        self.start = start
        self.step = step
        self.isOver = isOver
        birth = graph.context.propagation
        super.init(
            start(), graph,
            run: step == nil && isOver == nil
                ? { _unsafeUncheckedDowncast($0, to: _DerivedNode<Value>.self).recompute() }
                : { _unsafeUncheckedDowncast($0, to: _DerivedNode<Value>.self).update() })
    }

    /// Brings a node up to date that has no history and ends with its inputs, as most do.
    @inlinable @inline(__always)
    func recompute() -> Bool {
        if flags.intersection([.done, .inputChanged]) != .inputChanged { return endWithoutNews() }
        setWorking(start())
        if openInputs == 0 { context.noteEnd(self) }
        return true
    }

    @inlinable @inline(__always)
    func update() -> Bool {
        if isDone { return false }
        var hasNews = flags.contains(.inputChanged)
        if hasNews {
            if let step, birth != context.propagation {
                if let value = step() { setWorking(value) } else { hasNews = false }
            } else {
                setWorking(start())
            }
        }
        if isAtEnd { context.noteEnd(self) }
        return hasNews
    }

    @inlinable @inline(__always)
    var isAtEnd: Bool { if let isOver { isOver() } else { openInputs == 0 } }
}

extension Property {
    /// Makes a property that is computed from others.
    ///
    /// - Parameters:
    ///   - inputs: the nodes it is computed from.
    ///   - start: the first value, from the inputs' working values; must hold the inputs' properties.
    ///   - step: the value after a change of the inputs, or `nil` if it stays; `start` if there is no history.
    ///   - isOver: whether it will never change again, if that is not when all inputs have finished.
    @inlinable
    convenience init(
        _inputs inputs: ContiguousArray<_GraphNode>, start: @escaping () -> Value,
        step: (() -> Value?)? = nil, isOver: (() -> Bool)? = nil
    ) {
        let entry = _PropertyGraph.enter(for: inputs)
        for input in inputs { input.joinGraph() }
        let node = _DerivedNode(
            inputs.first?.graph ?? _PropertyGraph.anyLane, start: start, step: step, isOver: isOver)
        // The closure may have connected an input with other properties.
        for input in inputs { _PropertyGraph.bring(input, to: node) }
        let graph = node.context
        for input in inputs { graph.connect(input, to: node) }
        if node.isAtEnd {
            // In the middle of a change its inputs may still have a new value to come, which counts as the first.
            if node.level > graph.level && graph.level >= 0 && node.openInputs > 0 {
                graph.schedule(node)
            } else {
                node.finishAtBirth()
            }
        }
        _PropertyGraph.leave(entry)
        self.init(_node: node, isDerived: true)
    }
}
