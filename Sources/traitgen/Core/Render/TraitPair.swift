extension Model {
    /// Two promises of different kinds that one publisher may keep.
    struct Pair {
        let first: Trait
        let second: Trait
        /// Where the table that writes what goes with both declares one of them.
        let location: SourceLocation
    }

    /// The pairs for which this table writes what goes with both: it declares the later of the two.
    func pairs(of isFirst: (Trait) -> Bool, with isSecond: (Trait) -> Bool) -> [Pair] {
        let own = Set(traits.map(\.name))
        return allTraits.filter(isFirst).flatMap { first in
            allTraits.filter(isSecond).compactMap { second in
                guard let declared = [first, second].first(where: { own.contains($0.name) }) else {
                    return nil
                }
                return Pair(first: first, second: second, location: declared.location)
            }
        }
    }
}
