/// A set of non-negative numbers that finds its next number in logarithmic time, to base 64.
///
/// A word has a bit for each of 64 numbers. A word of the next level has a bit for each of 64 words, set unless that word
/// is empty.
@frozen @usableFromInline
struct _NumberSet {
    /// The numbers below 64. A set with a capacity of at most 64 needs no memory and no calls.
    @usableFromInline var first: UInt64 = 0
    /// The other numbers, each less 64; `nil` if the capacity allows none.
    @usableFromInline var others: _NumberTree?

    /// - Parameter capacity: a number that is greater than each number in the set.
    @inlinable
    init(capacity: Int) { others = capacity > 64 ? _NumberTree(capacity: capacity - 64) : nil }

    @inlinable
    mutating func insert(_ number: Int) {
        if number < 64 { first |= 1 &<< UInt64(number) } else { others!.insert(number - 64) }
    }

    @inlinable
    mutating func remove(_ number: Int) {
        if number < 64 { first &= ~(1 &<< UInt64(number)) } else { others!.remove(number - 64) }
    }

    /// Returns the lowest number in the set that isn't below the given number.
    @inlinable
    func next(from number: Int) -> Int? {
        if number < 64 {
            let rest = first & (UInt64.max &<< UInt64(number))
            if rest != 0 { return rest.trailingZeroBitCount }
        }
        return others?.next(from: max(number - 64, 0)).map { $0 + 64 }
    }
}

/// The levels of a ``_NumberSet``. Clients don't compile it.
@frozen @usableFromInline
struct _NumberTree {
    /// The levels, beginning with the words of the numbers. The last level has one word.
    private var levels: ContiguousArray<ContiguousArray<UInt64>> = []

    @usableFromInline
    init(capacity: Int) {
        var count = capacity
        repeat {
            count = (count + 63) / 64
            levels.append(ContiguousArray(repeating: 0, count: count))
        } while count > 1
    }

    @usableFromInline
    mutating func insert(_ number: Int) {
        var index = number
        for level in levels.indices {
            let before = levels[level][index >> 6]
            levels[level][index >> 6] = before | 1 &<< UInt64(index & 63)
            if before != 0 { return }
            index >>= 6
        }
    }

    @usableFromInline
    mutating func remove(_ number: Int) {
        var index = number
        for level in levels.indices {
            let after = levels[level][index >> 6] & ~(1 &<< UInt64(index & 63))
            levels[level][index >> 6] = after
            if after != 0 { return }
            index >>= 6
        }
    }

    @usableFromInline
    func next(from number: Int) -> Int? {
        var index = number
        var level = 0
        // Up to the first word with a number that isn't below, …
        while true {
            guard level < levels.count, index >> 6 < levels[level].count else { return nil }
            let rest = levels[level][index >> 6] & (UInt64.max &<< UInt64(index & 63))
            if rest != 0 {
                index = index & ~63 | rest.trailingZeroBitCount
                break
            }
            index = (index >> 6) + 1
            level += 1
        }
        // … and down to the lowest one in it.
        while level > 0 {
            level -= 1
            index = index << 6 | levels[level][index].trailingZeroBitCount
        }
        return index
    }
}
