import TraitsRuntime

// The takers of values, in words. A record lists the takers with which each trait was checked, and `traitgen coverage` shows
// them.

extension LawPattern {
    /// Returns the taker of the values if its history is checked against the row.
    ///
    /// - Parameter ignored: The laws that the row need not keep. An ignored law checks no taker.
    func taker(ignoring ignored: Set<Law>) -> String? {
        isHeld(ignoring: ignored) ? words : nil
    }

    private func isHeld(ignoring ignored: Set<Law>) -> Bool {
        if ignored.contains(.promise) { return false }
        switch self {
        // If patience is exempt, the values still have to be part of a history that the row allows, and traits are checked.
        case .unlimited, .sink, .noneThenSome, .afterwards, .acting, .manner: return true
        case .oneAtATime: return !ignored.contains(.patience)
        case .taker(let taker, _) where taker.cancellationTick != nil: return true
        case .taker(let taker, _):
            let isPatient = taker.conduct != .asksForAll || taker.path == .taking(.values)
            return !ignored.contains(.path) && !(isPatient && ignored.contains(.patience))
        // The subscriber has seen nothing, or may miss the end.
        case .cancelAtSubscription, .exactly: return false
        // The inputs break the contract, or don't answer as the types of the row's inputs promise.
        case .unasked, .answersLate: return false
        case .crowd, .cancelAtFirstValue, .cancel, .hot, .late, .order: return true
        }
    }

    private var words: String {
        let subscriber = Taker.subscriber.words
        return switch self {
        case .taker(let taker, let answers): taker.words + answers.note
        case .exactly: subscriber + "; asks for as many values as come"
        case .afterwards: subscriber + "; asks when it is done with the last value"
        case .crowd: subscriber + "; beside three others"
        case .cancelAtSubscription, .cancelAtFirstValue, .cancel: subscriber + Taker.Conduct.cancels().text
        case .hot: subscriber + "; comes when inputs have begun"
        case .late: subscriber + "; inputs send their subscriptions late"
        case .answersLate: subscriber + "; inputs answer late"
        case .unasked: subscriber + "; inputs send unasked"
        case .order(.parallel): subscriber + "; what is due runs side by side"
        case .order: subscriber + "; what is due runs in another order"
        case .acting: subscriber + "; closures act"
        case .manner: subscriber + "; the scheduler is odd"
        }
    }
}

extension LawRow {
    /// The lines of a record that say which takers each trait was checked with.
    ///
    /// ```
    /// held SinglePublisher MaybePublisher : one thread | a subscriber | sink; cancels
    /// ```
    ///
    /// - Parameters:
    ///   - takers: The takers of values, by the trait that was checked.
    ///   - threads: The number of threads, in words.
    static func heldLines(_ takers: [String: Set<String>], on threads: String) -> [String] {
        Dictionary(grouping: takers) { $0.value }.map { takers, traits in
            let words = [threads] + takers.sorted()
            let names = traits.map(\.key).sorted().joined(separator: " ")
            return "held \(names) : \(words.joined(separator: " | "))"
        }.sorted()
    }

    /// Returns the takers of values by trait, for the traits derived for these histories of the inputs.
    func held(_ takers: [[HistoryShape]: Set<String>]) -> [String: Set<String>] {
        takers.reduce(into: [:]) { held, entry in
            for trait in derivedTraits(for: entry.key.map { [$0] }) {
                held[trait.name, default: []].formUnion(entry.value)
            }
        }
    }
}
