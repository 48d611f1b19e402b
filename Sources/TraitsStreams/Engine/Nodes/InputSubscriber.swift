/// The subscriber of one input of a node. Its type, or a property beside the node, distinguishes it from the node's other
/// inputs. A node releases its upstreams when it is over.
@usableFromInline
protocol _InputSubscriber: _NodeSubscriber, _Described where _Drops == _Yes {
    associatedtype Node: _Node
    var node: Node { get }
}

extension _InputSubscriber {
    @usableFromInline package var description: String { node.description }

    @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }
}
