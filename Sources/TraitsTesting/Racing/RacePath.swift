/// A way in which a subscriber of a race takes the values. All ways have to show histories that the row predicts.
enum RacePath: Hashable {
    /// A subscriber of which nothing is known.
    case subscriber
    /// The same subscriber, as an `AnySubscriber`.
    case anySubscriber
    /// The same subscriber, through an eraser.
    case erased
    /// The same subscriber, through the eraser of a trait that the row derives.
    case eraser(Taking.Outcome)
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
    /// No subscriber of the race's own.
    case taking(Taking)

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
            .subscriber, .anySubscriber, .erased, .mapped, .filtered, .shared, .received,
            .taking(.sinkObject), .taking(.sink), .taking(.client), .taking(.erasedSink),
            .taking(.mappedSink), .taking(.assigned), .taking(.bufferedValues),
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
        case .taking(let way): way.name
        }
    }

    /// A Boolean value that indicates whether a task takes the values.
    var isTask: Bool { if case .taking(let way) = self { way.isTask } else { false } }

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
    var canBeCancelled: Bool { if case .taking(.value) = self { false } else { true } }

    /// A Boolean value that indicates whether a program can cancel inside of a value, in a separate call: an outcome is a value
    /// and the end in one.
    var hasValuesApart: Bool { if case .taking(.outcome) = self { false } else { canBeCancelled } }

    /// A Boolean value that indicates whether synchronous events come inside of the call that subscribes. A loop subscribes
    /// first, and asks then.
    var keepsTime: Bool { self != .received && self != .taking(.values) }
}
