/// Has one property follow another: a vertex of the graph that depends on the source, and after a change of it copies
/// the value to the target.
///
/// The copy is a separate change, made before the thread gives up the writer lock and so before any observer is told.
/// Bindings that form a ring have therefore settled when an observer or another thread makes the next change: two
/// changes never chase each other through the ring. A copy takes the value that the source has when the copy is made.
@usableFromInline
final class _BindingNode: _GraphNode {
    /// Copies the value; holds the source. For the thread with the writer lock.
    @exclusivity(unchecked) private var copy: (() -> Void)?

    private init(_ graph: _PropertyGraph, copy: @escaping () -> Void) {
        self.copy = copy
        super.init(
            graph, isPlain: true,
            run: { _unsafeUncheckedDowncast($0, to: _BindingNode.self).follow() },
            publish: { _ in }, discard: nil)
    }

    /// Makes a target follow a source, from now on.
    ///
    /// - Parameter copy: gives the target the source's working value; must hold the source's property.
    @usableFromInline
    static func bind(to source: _GraphNode, copy: @escaping () -> Void) -> AnyCancellable {
        let graph = source.graph
        let isOutermost = graph.enter()
        source.joinGraph()
        let node = _BindingNode(graph, copy: copy)
        graph.connect(source, to: node)
        if isOutermost { node.perform() } else { graph.postpone { node.perform() } }
        graph.leave(isOutermost)
        return AnyCancellable { node.end() }
    }

    /// The source has changed or ended.
    private func follow() -> Bool {
        graph.postpone { [self] in perform() }
        return false
    }

    private func perform() {
        // Set by a thread that cancels, and waits for the writer lock after that.
        if !isFinished.load(ordering: .acquiring) { copy?() }
        if openInputs == 0 { letGo() }
    }

    private func end() {
        isFinished.store(true, ordering: .releasing)
        let isOutermost = graph.enter()
        letGo()
        graph.leave(isOutermost)
    }

    /// Leaves the source, which may be held by nobody else: it is released after the writer lock.
    private func letGo() {
        guard let copy else { return }
        graph.disconnectAll(self)
        self.copy = nil
        graph.discard(_Cell(copy))
    }
}
