import TraitsRuntime

// The plan of a run: runs carry it out, and tests to paste write it down.
extension LawPattern {
    /// The way in which subscribers ask.
    var policy: DemandPolicy {
        switch self {
        case .taker(.oneAtATime, _): .atATime(1)
        case .taker(.noneThenSome, _), .afterwards, .answersLate, .unasked(waits: true): .none
        // The subscriber cancels before it asks.
        case .cancelAtSubscription: .none
        case .acting(let act) where act.deed == .request: .atOnce(1)
        case .exactly(let count): .atOnce(count)
        case .taker, .crowd, .cancelAtFirstValue, .cancel, .hot, .late, .order, .acting, .manner, .unasked:
            .unlimited
        }
    }

    /// The number of values after which the subscriber cancels, inside of the last of them.
    var lastValue: Int? {
        switch self {
        case .cancelAtSubscription: 0
        case .cancelAtFirstValue: 1
        case .acting(let act) where act.place == .cancel: 1
        default: nil
        }
    }

    /// The arguments of a recorder that asks and cancels so.
    var recorderArguments: String {
        (policy == .unlimited || lastValue != nil ? "" : ", demand: .\(policy)")
            + (lastValue.map { ", cancelAfter: \($0)" } ?? "")
    }

    /// The tick of the first subscription.
    var firstTick: Int { if case .hot(let tick) = self { tick } else { 0 } }

    /// Returns the acts after the first subscription, unless each depends on the events before it.
    ///
    /// - Parameters:
    ///   - duration: The tick of the last event of the script.
    ///   - end: The tick after which silence counts as silence.
    func acts(_ duration: Int, _ end: Int) -> [PlanAct] {
        switch self {
        case .crowd:
            let middle = (duration + 1) / 2
            return [.subscribe, .pass(middle), .subscribe, .pass(end - middle), .subscribe, .pass(end)]
        case .taker(.noneThenSome, _), .unasked(waits: true):
            return [
                .pass(duration), .request(1, by: 0), .request(2, by: 0), .request(0, by: 0),
                .pass(end - duration),
            ]
        case .answersLate:
            return [
                .pass(duration), .request(1, by: 0), .pass(1), .request(2, by: 0), .pass(1),
                .request(0, by: 0), .pass(2 * end - duration - 2),
            ]
        case .cancel(let tick): return [.pass(tick), .cancel(0), .pass(end - tick)]
        default: return [.pass(end - firstTick)]
        }
    }
}
