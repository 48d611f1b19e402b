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
    /// A plain subscriber watches the inputs until every history has been seen that the row predicts. The many other ways to watch
    /// take turns with the shortest scripts of each behaviour, and races use a quarter of their seeds.
    case short

    /// Returns the plans that the environment asks for, or else these.
    var chosen: LawPlans {
        guard Laws.asksTheEnvironment, let name = getenv("TRAITS_PLANS") else { return self }
        let text = String(cString: name)
        guard let plans = text.isEmpty ? self : LawPlans(rawValue: text) else {
            fatalError("TRAITS_PLANS is `all` or `short`, not `\(text)`")
        }
        return plans
    }

    /// The ways to watch that take turns.
    struct Turn {
        fileprivate var number: Int
        fileprivate let count: Int

        /// Returns whether the next way has its turn.
        mutating func take() -> Bool {
            number += 1
            return number % count == 0
        }
    }

    /// Returns the ways that have their turn with a behaviour of the inputs.
    ///
    /// - Parameter number: The number of the behaviour.
    func turn(_ number: Int, inputs: Int) -> Turn {
        let counts = [1, 3, 7, 17]
        return Turn(number: number, count: self == .all ? 1 : counts[min(inputs, counts.count - 1)])
    }

    /// Returns the seeds of a race.
    func seeds(_ seeds: ClosedRange<UInt64>) -> ClosedRange<UInt64> {
        self == .all
            ? seeds : seeds.lowerBound...(seeds.lowerBound + (seeds.upperBound - seeds.lowerBound) / 4)
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

    private var met: [Key: Int] = [:]

    /// The number of behaviours so far.
    var count: Int { met.count }

    /// Returns how many times the inputs have behaved in this way before, and counts this time.
    mutating func meet(_ situation: LawSituation) -> Int {
        let several = situation.scripts.count > 1
        let behaviours = situation.scripts.map { script in
            Behaviour(
                shape: script.shape,
                endsWithValue: !several && script.ending != .silent && script.values.last == script.endSlot)
        }
        let key = Key(
            behaviours: behaviours, isTied: situation.isTied, isOrderAlone: situation.isOrderAlone)
        defer { met[key, default: 0] += 1 }
        return met[key, default: 0]
    }
}
