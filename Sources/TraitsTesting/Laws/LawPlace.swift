import TraitsRuntime

/// Where an event of a run arrives.
///
/// There are no actors in virtual time; a place is the caller inside whose call the event comes.
enum LawPlace: Hashable, Sendable {
    /// The subscriber itself: it subscribes or cancels.
    case caller
    /// The subscriber too: it asks for values after it has had its subscription.
    case asker
    /// An input that sends.
    case input(Int)
    /// A scheduler that runs what is due.
    case scheduler

    var isInput: Bool { if case .input = self { true } else { false } }

    /// The thread, or the task, of a run has its own.
    @TaskLocal static var current = LawPlace.caller

    /// How a record calls it.
    var word: String {
        switch self {
        case .caller: "caller"
        case .asker: "asker"
        case .input(let number): "\(number)"
        case .scheduler: "scheduler"
        }
    }

    var text: String {
        switch self {
        case .caller: "inside a call of the subscriber"
        case .asker: "where the subscriber asks"
        case .input(let number): "where input \(number + 1) sends"
        case .scheduler: "where the scheduler runs"
        }
    }

    /// Calls what sends, or takes, from a place.
    func run<Result>(_ body: () -> Result) -> Result { Self.$current.withValue(self, operation: body) }
}

/// An event, as far as places go.
struct LawArrival: Hashable, Sendable {
    let place: LawPlace
    let isEnd: Bool
}

/// The places that a row names.
public struct LawPlaces: Hashable, Sendable, CustomStringConvertible {
    /// The words that it was made from.
    public let description: String
    /// Nil where events may arrive anywhere.
    let allowed: Set<LawPlace>?
    private let isAnywhere: Bool
    /// Whether the end may arrive anywhere: another publisher brings it.
    let allowsEnd: Bool
    /// Those of which some sample has to show that events do arrive there.
    private let shown: Set<LawPlace>

    /// Any place at all.
    public static let any = LawPlaces("anywhere")

    /// Creates places from words with blanks between: `anywhere`, `caller`, `scheduler`, `end`, and the numbers of inputs.
    public init(_ text: String) {
        description = text
        let words = text.split(separator: " ")
        var places: Set<LawPlace> = words.reduce(into: []) { places, word in
            if let number = Int(word) { places.insert(.input(number)) }
        }
        // Where inputs send as well, the scheduler is where they are asked, which their own places hide.
        let inputs = places
        if words.contains("scheduler") { places.insert(.scheduler) }
        shown = words.contains("caller") ? [.caller] : inputs.isEmpty ? places : inputs
        // What waits for demand is delivered where it is asked for, as every trait that promises a place says.
        allowed =
            words.contains("anywhere") || words.contains("caller") ? nil : places.union([.asker])
        isAnywhere = words.contains("anywhere")
        allowsEnd = words.contains("end")
    }

    /// Whether every event arrives where an input sends.
    var followsInputs: Bool {
        guard let allowed, !allowsEnd else { return false }
        return allowed.count > 1 && !allowed.contains(.scheduler)
    }

    /// The places of which the row says for nothing that events arrive there, in words.
    func needless(_ arrivals: Set<LawArrival>) -> [String] {
        // An end that another publisher brings shows nothing.
        let places = Set(arrivals.filter { !($0.isEnd && allowsEnd) }.map(\.place))
        let missing = shown.subtracting(places).map(\.text)
        // Some promise could be kept if all came from a scheduler, or all from inputs.
        let isMixed = places.contains(.scheduler) && places.contains(where: \.isInput)
        return isAnywhere && !isMixed && !places.contains(.caller) ? missing + ["elsewhere"] : missing
    }

    func allows(_ place: LawPlace, isEnd: Bool) -> Bool {
        allowed?.contains(place) ?? true || isEnd && allowsEnd
    }
}

/// Notes that an input sends, and to which subscriber.
struct LawSender<Downstream: Subscriber>: Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    let place: LawPlace

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Input) -> Subscribers.Demand { place.run { downstream.receive(input) } }

    func receive(completion: Subscribers.Completion<Failure>) {
        place.run { downstream.receive(completion: completion) }
    }
}

/// Calls a closure in the middle of the first value.
final class LawActingSender<Downstream: Subscriber>: Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private var onFirstValue: (() -> Void)?

    init(_ downstream: Downstream, _ onFirstValue: @escaping () -> Void) {
        self.downstream = downstream
        self.onFirstValue = onFirstValue
    }

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Input) -> Subscribers.Demand {
        let act = onFirstValue
        onFirstValue = nil
        act?()
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
}
