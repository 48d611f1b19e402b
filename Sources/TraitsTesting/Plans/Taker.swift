import TraitsRuntime

/// The taker of a publisher's values in a plan: its path to the publisher, and its conduct.
struct Taker: Hashable {
    var path: Path
    var conduct = Conduct.asksForAll

    /// The taker in words, which violations and records use.
    var words: String { path.name + conduct.text }

    /// The kit's own subscriber, with nothing in between.
    static let subscriber = Taker(path: .subscriber(.direct))

    /// A way in which values are taken. All ways have to show histories that are promised.
    enum Path: Hashable {
        /// A subscriber of the kit's own.
        case subscriber(Route)
        /// No subscriber of the kit's own.
        case taking(Taking)
    }

    /// The stages between a publisher and the kit's own subscriber.
    enum Route: Hashable {
        /// None: the publisher knows nothing of the subscriber.
        case direct
        /// An `AnySubscriber`.
        case anySubscriber
        /// An eraser.
        case erased
        /// The eraser of a trait whose promise the publisher keeps.
        case eraser(Taking.Outcome)
        /// The eraser of immediate publishers.
        case immediateEraser
        /// An operator that fuses with others.
        case mapped
        /// An operator that lets all events through.
        case filtered
        /// A stream that contains the publisher.
        case inside(Frame)
        /// A subject that is connected for the subscriber.
        case shared
        /// The scheduler of the run.
        case received
    }

    /// A stream that contains the publisher and sends no other values.
    enum Frame: String, CaseIterable {
        case merge = "Publishers.Merge"
        case append = "Publishers.Concatenate"
        case flatMap = "Publishers.FlatMap"
        case switchToLatest = "Publishers.SwitchToLatest"
        case `catch` = "Publishers.Catch"
        case deferred = "Deferred"
    }

    /// The behaviour of a taker beside taking values.
    enum Conduct: Hashable {
        case asksForAll
        /// It asks for all values when it has subscribed.
        case asksLater
        /// It asks for nothing until all has been sent.
        case asksLast
        case asksForOne
        case asksOnce
        /// Another thread asks.
        case isAsked
        /// It cancels, at this tick if time decides.
        case cancels(at: Int? = nil)
        /// It cancels inside of its value of this number, counted from one.
        case cancelsItself(at: Int = 1)

        var text: String {
            switch self {
            case .asksForAll: ""
            case .asksLater: "; asks when it has subscribed"
            case .asksLast: "; asks when all has been sent"
            case .asksForOne: "; asks for one value at a time"
            case .asksOnce: "; asks for one value"
            case .isAsked: "; another thread asks"
            case .cancels: "; cancels"
            case .cancelsItself: "; cancels inside of a value"
            }
        }
    }
}

extension Taker.Path {
    /// The paths that any publisher has.
    static let plain: [Taker.Path] =
        [.direct, .anySubscriber, .erased, .mapped, .filtered, .shared, .received].map(subscriber)
        + [.sinkObject, .sink, .client, .erasedSink, .mappedSink, .assigned, .bufferedValues].map(taking)
        + Taker.Frame.allCases.map { .subscriber(.inside($0)) }

    var name: String {
        switch self {
        case .subscriber(.anySubscriber): "an AnySubscriber"
        case .subscriber(let route): "a subscriber\(route.text)"
        case .taking(let way): way.name
        }
    }

    /// A Boolean value that indicates whether the kit's own subscriber takes the values.
    var isSubscriber: Bool { if case .subscriber = self { true } else { false } }

    /// A Boolean value that indicates whether a task takes the values.
    var isTask: Bool { if case .taking(let way) = self { way.isTask } else { false } }

    /// A Boolean value that indicates whether the subscriber itself asks: no connection asks in its place.
    var asksItself: Bool { isSubscriber && self != .subscriber(.shared) }

    /// A Boolean value that indicates whether a program can cancel the subscription before its end.
    var canBeCancelled: Bool { if case .taking(.value) = self { false } else { true } }

    /// A Boolean value that indicates whether a program can cancel inside of a value, in a separate call: an outcome is a value
    /// and the end in one.
    var hasValuesApart: Bool { !takesOutcomeAlone }

    /// A Boolean value that indicates whether only the first event is taken, without the time of an end that follows a value.
    var takesOutcomeAlone: Bool { if case .taking(let way) = self { way.takesOutcomeAlone } else { false } }

    /// A Boolean value that indicates whether synchronous events come inside of the call that subscribes. A loop subscribes
    /// first, and asks then.
    var keepsTime: Bool { self != .subscriber(.received) && self != .taking(.values) }
}

extension Taker.Route {
    fileprivate var text: String {
        switch self {
        case .direct, .anySubscriber: ""
        case .erased: ", erased"
        case .eraser(let trait): ", erased to a \(trait.rawValue)"
        case .immediateEraser: ", erased to an Immediate"
        case .mapped: " behind map"
        case .filtered: " behind filter"
        case .inside(let frame): " to it inside of \(frame.rawValue)"
        case .shared: " behind share"
        case .received: " behind receive(on:)"
        }
    }
}

extension Publisher {
    /// Subscribes a subscriber behind the stages of a route.
    func subscribe<S: Subscriber<Output, Failure>>(
        _ subscriber: S, by route: Taker.Route, on scheduler: TestScheduler
    ) {
        switch route {
        case .direct: subscribe(subscriber)
        case .anySubscriber: subscribe(AnySubscriber(subscriber))
        case .erased: eraseToAnyPublisher().subscribe(subscriber)
        case .eraser(.single): uncheckedSingle().eraseToAnySinglePublisher().subscribe(subscriber)
        case .eraser(.maybe): uncheckedMaybe().eraseToAnyMaybePublisher().subscribe(subscriber)
        case .eraser(.completable):
            uncheckedCompletable().eraseToAnyCompletablePublisher().subscribe(subscriber)
        case .immediateEraser: uncheckedImmediate().eraseToAnyImmediatePublisher().subscribe(subscriber)
        case .mapped: map { $0 }.subscribe(subscriber)
        case .filtered: filter { _ in true }.subscribe(subscriber)
        case .inside(let frame): subscribe(subscriber, inside: frame)
        case .shared: share().subscribe(subscriber)
        case .received: receive(on: scheduler).subscribe(subscriber)
        }
    }

    /// Subscribes to another stream that contains the publisher.
    private func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S, inside frame: Taker.Frame) {
        let (nothing, once) = (Empty<Output, Failure>(), Just(()).setFailureType(to: Failure.self))
        switch frame {
        case .merge: nothing.merge(with: self).subscribe(subscriber)
        case .append: nothing.append(self).subscribe(subscriber)
        case .flatMap:
            Publishers.FlatMap(upstream: once, maxPublishers: .unlimited) { self }.subscribe(subscriber)
        case .switchToLatest: once.map { self }.switchToLatest().subscribe(subscriber)
        case .catch:
            Publishers.Catch(upstream: Fail<Output, TestFailure>(error: TestFailure())) { _ in self }
                .subscribe(subscriber)
        case .deferred:
            // If closures are checked strictly, this closure is known to stay on its thread.
            nonisolated(unsafe) let make = { self }
            Deferred(createPublisher: make).subscribe(subscriber)
        }
    }
}
