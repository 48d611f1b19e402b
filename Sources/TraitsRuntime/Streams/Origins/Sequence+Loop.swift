import Synchronization

extension Publishers.Sequence {
    /// Sends all elements to a subscriber that asks for everything.
    ///
    /// After each element the loop has to look for a cancellation, which may come from any closure on the way or
    /// from another thread. Where elements are counted, the count that it has to look at anyway is kept where a
    /// cancellation sets it back, so that one comparison tells both.
    @inlinable @inline(__always)
    func sendAll<S: Subscriber>(to subscriber: S) where S.Input == Output, S.Failure == Failure {
        let token = _Token()
        if let numbers {
            token.limit = numbers.upperBound
            subscriber._receive(node: token)
            var next = numbers.lowerBound
            while next < token.limit {
                let number = next
                next &+= 1
                _ = subscriber._receive(live: unsafeBitCast(number, to: Output.self))
            }
        } else {
            let isSent: Void? = sequence.withContiguousStorageIfAvailable { elements in
                token.limit = elements.count
                subscriber._receive(node: token)
                var next = 0
                while next < token.limit {
                    let element = elements[next]
                    next &+= 1
                    _ = subscriber._receive(live: element)
                }
            }
            if isSent == nil {
                subscriber._receive(node: token)
                if token.isCancelled { return }
                for element in sequence {
                    _ = subscriber._receive(live: element)
                    if token.isCancelled { return }
                }
            }
        }
        if !token.isCancelled { subscriber.receive(completion: .finished) }
    }

    /// The elements, if their type says that they are whole numbers in a row.
    @inlinable @inline(__always)
    var numbers: Range<Int>? {
        if Elements.self == Range<Int>.self {
            return unsafeBitCast(sequence, to: Range<Int>.self)
        }
        if Elements.self == ClosedRange<Int>.self {
            let range = unsafeBitCast(sequence, to: ClosedRange<Int>.self)
            return range.upperBound == .max ? nil : range.lowerBound..<range.upperBound + 1
        }
        return nil
    }
}

/// The subscription of a source that runs as a plain loop: all it can be told is to stop.
@usableFromInline
final class _Token: _Node {
    @inlinable
    init() {
        super.init { node, operation in
            guard case .cancel = operation else { return }
            node.flag.store(1, ordering: .relaxed)
            node.word.store(.min, ordering: .relaxed)
        }
    }

    @inlinable @inline(__always)
    var isCancelled: Bool { flag.load(ordering: .relaxed) != 0 }

    /// Where a loop that counts ends: below all that can be counted once cancelled. To be set before anybody has
    /// the token.
    @inlinable @inline(__always)
    var limit: Int {
        get { word.load(ordering: .relaxed) }
        set { word.store(newValue, ordering: .relaxed) }
    }
}
