import TraitsRuntime

/// The place where an event of a run arrives.
///
/// There are no actors in virtual time. A place is the caller inside whose call the event arrives.
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

    /// The current place, separate for each thread or task of a run.
    @TaskLocal static var current = LawPlace.caller

    /// The word for the place in a record.
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

    /// Calls a closure that sends events, or takes them, from this place.
    func run<Result>(_ body: () -> Result) -> Result { Self.$current.withValue(self, operation: body) }
}

/// An event reduced to its place and whether it is the end.
struct LawArrival: Hashable, Sendable {
    let place: LawPlace
    let isEnd: Bool
}

/// The places that a row names.
public struct LawPlaces: Hashable, Sendable, CustomStringConvertible {
    /// The words from which the places were made.
    public let description: String
    /// The places where events may arrive, or nil if there is no restriction.
    let allowed: Set<LawPlace>?
    private let isAnywhere: Bool
    /// The places at which events of some sample have to arrive.
    private let shown: Set<LawPlace>

    /// All places. A row that names none says nothing about places.
    public static let any = LawPlaces("any")

    /// Creates places from words with blanks between: `anywhere`, `caller`, `scheduler`, the numbers of inputs, and `any`, which
    /// says nothing.
    public init(_ text: String) {
        description = text
        let words = text.split(separator: " ")
        var places: Set<LawPlace> = words.reduce(into: []) { places, word in
            if let number = Int(word) { places.insert(.input(number)) }
        }
        // If inputs send too, the scheduler is where they are subscribed to or asked, which their own places hide.
        let inputs = places
        if words.contains("scheduler") { places.insert(.scheduler) }
        shown = words.contains("caller") ? [.caller] : inputs.isEmpty ? places : inputs
        // A value that waits for demand is delivered where it is asked for; every trait that promises a place allows this.
        let isOpen = words.contains { ["any", "anywhere", "caller"].contains($0) }
        allowed = isOpen ? nil : places.union([.asker])
        isAnywhere = words.contains("anywhere")
    }

    /// A Boolean value that indicates whether every event arrives where an input sends.
    var followsInputs: Bool {
        guard let allowed else { return false }
        return allowed.count > 1 && !allowed.contains(.scheduler)
    }

    /// Returns the places, in words, that the row names although no event arrived there.
    func needless(_ arrivals: Set<LawArrival>) -> [String] {
        let places = Set(arrivals.map(\.place))
        let missing = shown.subtracting(places).map(\.text)
        // A promise could still be kept if all events came from a scheduler, or all from inputs.
        let isMixed = places.contains(.scheduler) && places.contains(where: \.isInput)
        return isAnywhere && !isMixed && !places.contains(.caller) ? missing + ["elsewhere"] : missing
    }

    func allows(_ place: LawPlace, isEnd: Bool) -> Bool {
        allowed?.contains(place) ?? true
    }
}

/// Sets the place of an input while the input sends to its subscriber.
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
