import TraitsRuntime

/// What a closure of a program does in the middle of an event, beside what it is for.
///
/// Time that passes inside of an event makes inputs send, complete and fail there, as their scripts say.
struct LawAct: Hashable {
    /// The closure: one that sees the first value of an input before the publisher does, or one of a `handleEvents` behind
    /// the publisher.
    enum Place: String, Hashable {
        case input = "upstream"
        case subscription = "receiveSubscription"
        case value = "receiveOutput"
        case completion = "receiveCompletion"
        /// Of a subscriber that cancels inside of its first value, or in the middle of the run if there is none.
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
    /// Whether inputs send inside of their own events, as subjects do; what promises one value at most sends its end when
    /// the value has been received.
    var inputsSendInside = false

    var name: String {
        let closure = place == .input ? "upstream" : "of \(place.rawValue)"
        return
            "a closure \(closure) \(deed.rawValue)\(inputsSendInside ? ", inputs send inside of that" : "")"
    }

    /// What to try in a situation.
    ///
    /// - Parameters:
    ///   - history: What is seen where no closure acts.
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
            // Not in a closure upstream: if that lets the input end, the publisher is told of the end before the value.
            if situation.scripts.contains(where: { $0.hasLaterEvents }) {
                acts.append(LawAct(place: .value, deed: .passTime, inputsSendInside: true))
            }
        }
        if history.ending != .silent { add(.completion, .subscribe) }
        return acts
    }
}

/// Does what a closure does, once.
final class LawActor {
    private let act: LawAct
    private var hasActed = false
    var perform: () -> Void = {}

    init(_ act: LawAct) { self.act = act }

    /// A closure is called.
    func come(to place: LawAct.Place) {
        guard place == act.place, !hasActed else { return }
        hasActed = true
        perform()
    }

    /// A publisher with the closures behind it.
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
