extension Publishers.Sequence {
    /// Sends all elements to a subscriber that asks for everything.
    ///
    /// After each element the loop has to look for a cancellation, which may come from any closure on the way or from another
    /// thread. Where elements are counted, a cancellation resets the limit that the loop compares with anyway, so that one
    /// comparison finds the last element and a cancellation.
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
                if token.isOver { return }
                for element in sequence {
                    _ = subscriber._receive(live: element)
                    if token.isOver { return }
                }
            }
        }
        if !token.isOver { subscriber.receive(completion: .finished) }
    }

    /// The elements, if their type says that they are consecutive whole numbers.
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
