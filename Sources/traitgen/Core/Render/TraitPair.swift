extension Model {
    /// Two promises of different kinds that one publisher may keep.
    struct Pair {
        let first: Trait
        let second: Trait
        /// The place of the first of the two that the table itself declares.
        let location: SourceLocation

        /// A Boolean value that indicates whether publishers that are named after the first trait can keep the second: they
        /// keep all traits that the second refines.
        var canConform: Bool { first.strangers.isDisjoint(with: second.ancestors) }
    }

    /// The pairs whose common declarations this table writes: it declares the later of the two traits.
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
