// How a long row of erasers is released.

/// A place in a row of nested erasers where releasing it pauses.
///
/// An eraser keeps its publisher in a box, that publisher may have an eraser for its upstream, and so on:
///
/// ```
/// for _ in 0..<1_000_000 { publisher = publisher.append(1).eraseToAnyPublisher() }
/// ```
///
/// To free the outermost box releases the next one, from inside; a stack that grows by some eighty bytes for
/// each of them would not last. So an eraser knows how many others stand in one another inside
/// (``Publisher/_nesting``), and each ``AnyPublisher/_knotDistance``th puts a knot before its box. A knot doesn't
/// release what is behind it: it hands it to its thread, which releases one such piece after the other.
final class _Knot {
    private let next: Unmanaged<AnyObject>

    init(_ next: AnyObject) { self.next = .passRetained(next) }

    deinit { _Unravelling.release(next) }
}

extension AnyPublisher {
    /// After how many erasers in one another there is a knot.
    @usableFromInline static var _knotDistance: UInt8 { @inlinable @inline(__always) get { 64 } }

    /// A box with a knot before it. To ask it takes one call more.
    @usableFromInline
    static func _tied(_ box: @escaping Box) -> Box {
        let content = Tied(box)
        let knot = _Knot(content)
        return { [unowned(unsafe) content] subscriber, answer in
            withExtendedLifetime(knot) { content.box(subscriber, answer) }
        }
    }

    /// What is behind a knot.
    private final class Tied {
        let box: Box

        init(_ box: @escaping Box) { self.box = box }
    }
}

/// What one thread has to release, piece by piece.
private final class _Unravelling {
    let thread = _threadIdentity()
    @exclusivity(unchecked) var pieces: [Unmanaged<AnyObject>] = []

    private static let lock = _Lock()
    /// One for each thread that is at it, under `lock`.
    nonisolated(unsafe) private static var running: [_Unravelling] = []

    /// Releases an object: now, or soon if this is called while this thread releases another one.
    static func release(_ object: Unmanaged<AnyObject>) {
        let me = _threadIdentity()
        if let outer = lock.withLock({ running.first { $0.thread == me } }) {
            outer.pieces.append(object)
            return
        }
        let unravelling = _Unravelling()
        unravelling.pieces.append(object)
        lock.withLock { running.append(unravelling) }
        while let piece = unravelling.pieces.popLast() { piece.release() }
        lock.withLock { running.removeAll { $0 === unravelling } }
    }
}
