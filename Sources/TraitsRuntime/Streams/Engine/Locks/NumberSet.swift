/// A set of numbers from 0 on, of which the next one is found in time that is logarithmic to base 64.
///
/// A word has a bit for each of 64 numbers; a word of the next level has one for each of 64 words that isn't empty.
@frozen @usableFromInline
struct _NumberSet {
    /// The first 64 numbers, or the whole set if it can't have more: so that few need no memory and no calls.
    @usableFromInline var first: UInt64 = 0
    /// All others, less 64. `nil` where there can't be any.
    @usableFromInline var others: _NumberTree?

    /// - Parameter capacity: a number that is greater than those in the set.
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

    /// The lowest number in the set that isn't below another.
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
    /// The words of the numbers first; the last level has one word.
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
