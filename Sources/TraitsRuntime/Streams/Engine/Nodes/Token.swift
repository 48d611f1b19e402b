import Synchronization

/// The subscription of a source that runs as a plain loop: all it can be told is to stop.
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

    /// Where a loop that counts ends: below all that can be counted once cancelled. To be set before anybody has
    /// the token.
    @inlinable
    var limit: Int {
        @inline(__always) get { word.load(ordering: .relaxed) }
        @inline(__always) set { word.store(newValue, ordering: .relaxed) }
    }
}
