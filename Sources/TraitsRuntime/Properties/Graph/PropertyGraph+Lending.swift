// A thread that stands still in the middle of a change, in a closure, lends its lane: another thread finds the properties of
// that lane as they were before the change. All of it is for the other thread, which has all lanes.

extension _PropertyGraph {
    /// Puts the nodes that the running change has altered back to their published values.
    func lend() {
        guard highest >= 0 else { return }
        for level in 0...highest {
            var entry = levels[level].first
            while let current = entry {
                current._withUnsafeGuaranteedRef { node in
                    entry = node.next
                    lend(node)
                }
            }
        }
    }

    private func lend(_ node: _GraphNode) {
        let flags = node.flags
        let isSet = node.inputs.isEmpty && flags.contains(.inputChanged)
        if flags.isDisjoint(with: [.changed, .finished]) && !isSet { return }
        lent.append((node, flags))
        if isSet || flags.contains(.changed) { node.exchangeWorking() }
        node.flags.subtract(.changed)
        guard flags.contains(.finished) else { return }
        node.flags.subtract([.finished, .done])
        for dependent in node.dependents { dependent.node._withUnsafeGuaranteedRef { $0.openInputs += 1 } }
    }

    /// Takes the nodes back into the running change, with the nodes that have been connected to them since.
    func takeBack() {
        if lent.isEmpty { return }
        let lent = lent
        self.lent = []
        for (node, flags) in lent {
            let isSet = node.inputs.isEmpty && flags.contains(.inputChanged)
            if isSet || flags.contains(.changed) { node.exchangeWorking() }
            node.flags.formUnion(flags.intersection([.changed, .finished, .done]))
        }
        for (node, flags) in lent where !flags.isDisjoint(with: [.changed, .finished]) {
            for dependent in node.dependents {
                dependent.node._withUnsafeGuaranteedRef { dependent in
                    if flags.contains(.finished) { dependent.openInputs -= 1 }
                    if flags.contains(.changed) { dependent.flags.formUnion(.inputChanged) }
                    if dependent.flags.contains(.scheduled) { return }
                    raise(dependent, above: level)
                    schedule(dependent)
                }
            }
        }
    }
}
