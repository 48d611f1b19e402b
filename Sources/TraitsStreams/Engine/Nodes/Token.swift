import Synchronization

/// The subscription of a source that runs as a plain loop. It only supports cancellation.
@usableFromInline
final class _Token: _Node, _EndingNode {
    @inlinable
    init() {
        super.init(inlined: ()) { node, operation in
            guard case .cancel = operation else { return }
            let me = unsafeDowncast(node, to: _Token.self)
            me.noteEnd()
            me.limit = .min
        }
    }

    /// The number at which a counting loop ends; a cancellation sets it below all numbers. Set it before a subscriber has the
    /// token.
    @inlinable
    var limit: Int {
        @inline(__always) get { word.load(ordering: .relaxed) }
        @inline(__always) set { word.store(newValue, ordering: .relaxed) }
    }
}
