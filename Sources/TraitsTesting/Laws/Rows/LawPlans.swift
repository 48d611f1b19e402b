#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The plans with which the laws of a row are checked.
///
/// The environment variable `TRAITS_PLANS`, `all` or `short`, takes the place of the plans that a test names.
public enum LawPlans: String, Sendable {
    /// Every situation is tried in every way, and races use all their seeds.
    case all
    /// Inputs behave in every way that the bound allows, and a plain subscriber watches. All other ways to watch are tried with
    /// the shortest scripts of each behaviour, and races use a quarter of their seeds.
    case short

    /// Returns the plans that the environment asks for, or else these.
    var chosen: LawPlans {
        getenv("TRAITS_PLANS").flatMap { LawPlans(rawValue: String(cString: $0)) } ?? self
    }

    /// Returns the seeds of a race.
    func seeds(_ seeds: ClosedRange<UInt64>) -> ClosedRange<UInt64> {
        self == .all ? seeds : seeds.lowerBound...(seeds.lowerBound + (seeds.upperBound - seeds.lowerBound) / 4)
    }
}

/// The behaviours of the inputs that a check has met.
struct LawBehaviours {
    /// The part of a script that decides which ways to watch it are worth a run.
    private struct Behaviour: Hashable {
        let shape: HistoryShape
        /// Indicates whether the end comes in the tick of the last value.
        let endsWithValue: Bool
    }

    private struct Key: Hashable {
        let behaviours: [Behaviour]
        let isTied: Bool
        let isOrderAlone: Bool
    }

    private var met: Set<Key> = []

    /// Returns whether the inputs behave as they haven't before, and remembers the behaviour.
    mutating func meet(_ situation: LawSituation) -> Bool {
        let several = situation.scripts.count > 1
        let behaviours = situation.scripts.map { script in
            Behaviour(
                shape: script.shape,
                endsWithValue: !several && script.ending != .silent && script.values.last == script.endSlot)
        }
        let key = Key(
            behaviours: behaviours, isTied: situation.isTied, isOrderAlone: situation.isOrderAlone)
        return met.insert(key).inserted
    }
}
