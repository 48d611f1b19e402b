/// The closures that a scheduler gets for up to 16 events in a row. Each of them knows the number of its event.
///
/// A closure that captures its number needs a block of memory. A closure of this object captures the object alone, which needs
/// none, and differs from the others in its code. So 16 events share one allocation.
@usableFromInline
final class _NumberedClosures {
    /// Delivers the events of a node up to a number.
    @usableFromInline typealias Deliver = (_Node, Int) -> Void

    private let node: _Node
    private let deliver: Deliver
    /// The number of the first event.
    private let first: Int

    @usableFromInline
    init(_ node: _Node, from first: Int, _ deliver: @escaping Deliver) {
        self.node = node
        self.first = first
        self.deliver = deliver
    }

    /// Returns whether the object has a closure for the event with a number.
    @usableFromInline
    func hasClosure(for number: Int) -> Bool { 0..<16 ~= number &- first }

    /// The closure that delivers the events up to a number.
    @usableFromInline
    func closure(for number: Int) -> () -> Void {
        switch number &- first {
        case 0: { self.run(0) }
        case 1: { self.run(1) }
        case 2: { self.run(2) }
        case 3: { self.run(3) }
        case 4: { self.run(4) }
        case 5: { self.run(5) }
        case 6: { self.run(6) }
        case 7: { self.run(7) }
        case 8: { self.run(8) }
        case 9: { self.run(9) }
        case 10: { self.run(10) }
        case 11: { self.run(11) }
        case 12: { self.run(12) }
        case 13: { self.run(13) }
        case 14: { self.run(14) }
        default: { self.run(15) }
        }
    }

    private func run(_ index: Int) { deliver(node, first &+ index) }
}
