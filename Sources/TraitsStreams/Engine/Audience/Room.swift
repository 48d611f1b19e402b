extension RangeReplaceableCollection {
    /// Gives back the room of elements that have gone, if it is more than three quarters of an array's capacity. An array that shrinks
    /// to a quarter has lost three times as many elements as are copied, so removing one stays constant on average.
    @inlinable
    package mutating func giveBackRoom(of capacity: Int) {
        guard capacity > 64, count < capacity / 4 else { return }
        var smaller = Self()
        smaller.reserveCapacity(count)
        smaller.append(contentsOf: self)
        self = smaller
    }
}
