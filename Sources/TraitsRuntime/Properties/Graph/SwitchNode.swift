/// A node that follows a property which another property chooses.
///
/// Its inputs change during a propagation. If the new inner property stands at this node's level or above, the node is
/// lifted above it and run again there; by then the inner one is up to date.
@usableFromInline
final class _SwitchNode<Value>: _ValueNode<Value> {
    /// Returns the property to follow, from the outer property's working value; holds the outer property.
    @usableFromInline let choose: () -> Property<Value>
    /// The node of the outer property, which `choose` holds.
    @usableFromInline let outer: Unmanaged<_GraphNode>
    @usableFromInline @exclusivity(unchecked) var inner: Property<Value>
    /// Indicates whether the inner property was chosen in this propagation and its value is still to be taken.
    @usableFromInline @exclusivity(unchecked) var awaitsInner = false
    /// Indicates whether the inner property is the last of the inputs.
    @usableFromInline @exclusivity(unchecked) var isConnected = false

    @inlinable
    init(
        _ inner: Property<Value>, _ graph: _PropertyGraph, outer: _GraphNode,
        choose: @escaping () -> Property<Value>
    ) {
        self.choose = choose
        self.outer = .passUnretained(outer)
        self.inner = inner
        super.init(inner.working, graph) { node in
            unsafeDowncast(node, to: _SwitchNode<Value>.self).update()
        }
    }

    @inlinable
    func update() -> Bool {
        if isDone { return false }
        var isNews = inner.isChanged
        if awaitsInner {
            awaitsInner = false
            isNews = true
        } else if outer._withUnsafeGuaranteedRef({ $0.isChanged }) {
            let old = inner
            if isConnected { context.disconnectLast(self) }
            inner = choose()
            _PropertyGraph.bring(inner.node, to: self)
            inner.node.joinGraph()
            context.discard(old)
            connectInner()
            if level > context.level {
                awaitsInner = true
                return false
            }
            isNews = true
        }
        if isNews { setWorking(inner.working) }
        if openInputs == 0 { context.noteEnd(self) }
        return isNews
    }

    @inlinable
    func connectInner() {
        isConnected = !inner.node.isDone
        context.connect(inner.node, to: self)
    }
}

extension Property {
    /// Makes a property that follows another property, which `choose` picks whenever `outer` has changed.
    @inlinable
    convenience init(_outer outer: _GraphNode, choose: @escaping () -> Property<Value>) {
        let entry = outer.enter()
        outer.joinGraph()
        let inner = choose()
        _PropertyGraph.bring(inner.node, to: outer)
        inner.node.joinGraph()
        let node = _SwitchNode(inner, outer.graph, outer: outer, choose: choose)
        node.context.connect(outer, to: node)
        node.connectInner()
        if node.openInputs == 0 { node.finishAtBirth() }
        _PropertyGraph.leave(entry)
        self.init(_node: node, isDerived: true)
    }
}
