import TraitsRuntime

/// A side effect of a closure in the middle of an event, beside the closure's purpose.
///
/// Time that passes inside of an event makes inputs send, complete and fail there, as their scripts say.
struct LawAct: Hashable {
    /// The closure that acts: either it sees the first value of an input before the publisher does, or it belongs to a
    /// `handleEvents` behind the publisher.
    enum Place: String, Hashable {
        case input = "upstream"
        case subscription = "receiveSubscription"
        case value = "receiveOutput"
        case completion = "receiveCompletion"
        /// Called when the subscriber cancels inside of its first value, or in the middle of the run if there is none.
        case cancel = "receiveCancel"
        case request = "receiveRequest"
    }

    enum Deed: String, Hashable {
        case passTime = "lets time pass"
        case cancel = "cancels"
        case request = "asks for one more value"
        case subscribe = "subscribes"
    }

    let place: Place
    let deed: Deed
    /// Indicates whether inputs send inside of their own events, as subjects do. A publisher that promises at most one value
    /// then sends its end when the value has been received.
    var inputsSendInside = false

    var name: String {
        let closure = place == .input ? "upstream" : "of \(place.rawValue)"
        return
            "a closure \(closure) \(deed.rawValue)\(inputsSendInside ? ", inputs send inside of that" : "")"
    }

    /// Returns the acts to try in a situation.
    ///
    /// - Parameters:
    ///   - history: The history that is seen if no closure acts.
    static func all(for situation: LawSituation, history: HistoryShape) -> [LawAct] {
        var acts: [LawAct] = []
        func add(_ place: Place, _ deeds: Deed...) {
            acts += deeds.map { LawAct(place: place, deed: $0) }
        }
        if situation.duration > 0 {
            if situation.scripts.contains(where: { !$0.values.isEmpty }) { add(.input, .passTime) }
            add(.subscription, .passTime)
            add(.request, .passTime)
            add(.cancel, .passTime)
        }
        add(.cancel, .subscribe)
        if history.values > 0 {
            add(.value, .passTime, .cancel, .request, .subscribe)
            // Not in a closure upstream: if the input ends there, the publisher receives the end before the value.
            if situation.scripts.contains(where: { $0.hasLaterEvents }) {
                acts.append(LawAct(place: .value, deed: .passTime, inputsSendInside: true))
            }
        }
        if history.ending != .silent { add(.completion, .subscribe) }
        return acts
    }
}

/// Performs the deed of a closure, once.
final class LawActor {
    private let act: LawAct
    private var hasActed = false
    var perform: () -> Void = {}

    init(_ act: LawAct) { self.act = act }

    /// Performs the deed if this is the first call of the closure that acts.
    func come(to place: LawAct.Place) {
        guard place == act.place, !hasActed else { return }
        hasActed = true
        perform()
    }

    /// Returns the publisher with the closures behind it.
    func watched<P: Publisher>(_ publisher: P) -> Publishers.HandleEvents<P> {
        Publishers.HandleEvents(
            upstream: publisher,
            receiveSubscription: { [self] _ in come(to: .subscription) },
            receiveOutput: { [self] _ in come(to: .value) },
            receiveCompletion: { [self] _ in come(to: .completion) },
            receiveCancel: { [self] in come(to: .cancel) },
            receiveRequest: { [self] _ in come(to: .request) })
    }
}
