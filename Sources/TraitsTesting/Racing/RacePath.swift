/// A way in which a subscriber of a race takes the values. All ways have to show histories that the row predicts.
enum RacePath: Hashable {
    typealias Outcome = LawPath.Outcome

    /// A subscriber of which nothing is known.
    case subscriber
    /// The same subscriber, as an `AnySubscriber`.
    case anySubscriber
    /// The same subscriber, through an eraser.
    case erased
    /// The same subscriber, through the eraser of a trait that the row derives.
    case eraser(Outcome)
    /// The same subscriber, through the eraser of immediate publishers.
    case immediateEraser
    /// The same subscriber, behind an operator that fuses with others.
    case mapped
    /// The same subscriber, behind an operator that lets all events through.
    case filtered
    /// The same subscriber, of a stream that contains the publisher.
    case inside(Frame)
    /// The same subscriber, behind a subject that is connected for it.
    case shared
    /// The same subscriber, behind the scheduler of the race.
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
    /// An object's property, to which values are assigned.
    case assigned
    /// An asynchronous sequence, which asks for one value at a time.
    case values
    /// An asynchronous sequence that buffers all values.
    case bufferedValues
    /// The value of a trait that the row derives, awaited with `try await`.
    case value(Outcome)

    /// A stream that contains the publisher and sends no other values.
    enum Frame: String, CaseIterable {
        case merge = "Publishers.Merge"
        case append = "Publishers.Concatenate"
        case flatMap = "Publishers.FlatMap"
        case switchToLatest = "Publishers.SwitchToLatest"
        case `catch` = "Publishers.Catch"
        case deferred = "Deferred"
    }

    /// The paths that any publisher has.
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

    /// A Boolean value that indicates whether a task takes the values.
    var isTask: Bool {
        switch self {
        case .values, .bufferedValues, .value: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the subscriber itself asks and cancels.
    var isSubscriber: Bool {
        switch self {
        case .subscriber, .anySubscriber, .erased, .eraser, .immediateEraser, .mapped, .filtered, .inside,
            .received:
            true
        default: false
        }
    }

    /// A Boolean value that indicates whether a program can cancel the subscription before its end.
    var canBeCancelled: Bool { if case .value = self { false } else { true } }

    /// A Boolean value that indicates whether a program can cancel inside of a value, in a separate call: an outcome is a value
    /// and the end in one.
    var hasValuesApart: Bool { if case .outcome = self { false } else { canBeCancelled } }

    /// A Boolean value that indicates whether synchronous events come inside of the call that subscribes. A loop subscribes
    /// first, and asks then.
    var keepsTime: Bool { self != .received && self != .values }
}

extension LawPath.Outcome {
    /// Creates the outcome of a trait.
    init?(trait: String) {
        switch trait {
        case "SinglePublisher": self = .single
        case "MaybePublisher": self = .maybe
        case "CompletablePublisher": self = .completable
        default: return nil
        }
    }
}
