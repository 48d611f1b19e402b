/// A way in which a subscriber of a race takes the values. All of them have to show what the row predicts.
enum RacePath: Hashable {
    typealias Outcome = LawPath.Outcome

    /// A subscriber of which nothing is known.
    case subscriber
    /// The same one, as an `AnySubscriber`.
    case anySubscriber
    /// The same one, through an eraser.
    case erased
    /// The same one, through the eraser of a trait that the row derives.
    case eraser(Outcome)
    /// The same one, through the eraser of immediate publishers.
    case immediateEraser
    /// The same one, behind an operator that fuses with others.
    case mapped
    /// The same one, behind an operator that lets everything through.
    case filtered
    /// The same one, of what is a part of another stream.
    case inside(Frame)
    /// The same one, behind a subject that is connected for it.
    case shared
    /// The same one, behind the scheduler of the race.
    case received
    /// `Subscribers.Sink`.
    case sinkObject
    /// `sink`, called by code that sees no types.
    case sink
    /// `sink`, called where the publisher's type is known.
    case client
    /// `sink` through an eraser.
    case erasedSink
    /// `sink` behind operators that fuse.
    case mappedSink
    /// The sink of a trait that the row derives.
    case outcome(Outcome)
    /// An object's property, which is assigned to.
    case assigned
    /// An asynchronous sequence, which asks for one value at a time.
    case values
    /// An asynchronous sequence for which all values wait.
    case bufferedValues
    /// `try await` of a trait that the row derives.
    case value(Outcome)

    /// A stream of which the publisher is a part, and all that is heard of it.
    enum Frame: String, CaseIterable {
        case merge = "Publishers.Merge"
        case append = "Publishers.Concatenate"
        case flatMap = "Publishers.FlatMap"
        case switchToLatest = "Publishers.SwitchToLatest"
        case `catch` = "Publishers.Catch"
        case deferred = "Deferred"
    }

    /// Those that any publisher has.
    static let plain: [RacePath] =
        [
            .subscriber, .anySubscriber, .erased, .mapped, .filtered, .shared, .received, .sinkObject, .sink,
            .client, .erasedSink, .mappedSink, .assigned, .bufferedValues,
        ] + Frame.allCases.map(inside)

    var name: String {
        switch self {
        case .subscriber: "a subscriber"
        case .anySubscriber: "an AnySubscriber"
        case .erased: "a subscriber, erased"
        case .eraser(let trait): "a subscriber, erased to a \(trait.rawValue)"
        case .immediateEraser: "a subscriber, erased to an Immediate"
        case .mapped: "a subscriber behind map"
        case .filtered: "a subscriber behind filter"
        case .inside(let frame): "a subscriber to it inside of \(frame.rawValue)"
        case .shared: "a subscriber behind share"
        case .received: "a subscriber behind receive(on:)"
        case .sinkObject: "Subscribers.Sink"
        case .sink: "sink"
        case .client: "sink, called where the type is known"
        case .erasedSink: "sink, erased"
        case .mappedSink: "sink behind map and filter"
        case .outcome(let trait): "sink\(trait.rawValue)"
        case .assigned: "assign(to:on:)"
        case .values: "for await in values"
        case .bufferedValues: "for await in values(buffering: .unbounded)"
        case .value(let trait): "await value of a \(trait.rawValue)"
        }
    }

    /// Whether a task takes the values.
    var isTask: Bool {
        switch self {
        case .values, .bufferedValues, .value: true
        default: false
        }
    }

    /// Whether the subscriber itself asks and cancels.
    var isSubscriber: Bool {
        switch self {
        case .subscriber, .anySubscriber, .erased, .eraser, .immediateEraser, .mapped, .filtered, .inside,
            .received:
            true
        default: false
        }
    }

    /// Whether a program can leave it before its end.
    var canBeCancelled: Bool { if case .value = self { false } else { true } }

    /// The same inside of a value, which is a call of its own: an outcome is a value and the end in one.
    var hasValuesApart: Bool { if case .outcome = self { false } else { canBeCancelled } }

    /// Whether synchronous events come inside the call that subscribes. A loop subscribes first, and asks then.
    var keepsTime: Bool { self != .received && self != .values }
}

extension LawPath.Outcome {
    /// The one whose trait this is.
    init?(trait: String) {
        switch trait {
        case "SinglePublisher": self = .single
        case "MaybePublisher": self = .maybe
        case "CompletablePublisher": self = .completable
        default: return nil
        }
    }
}
