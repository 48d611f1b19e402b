/// The subscriber of one input of a node: what tells it from the node's other inputs is its type, or what it holds
/// beside the node. A node releases its upstreams when it is over.
@usableFromInline
protocol _InputSubscriber: _NodeSubscriber, _Described where _Drops == _Yes {
    associatedtype Node: _Node
    var node: Node { get }
}

extension _InputSubscriber {
    @usableFromInline var description: String { node.description }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }
}
