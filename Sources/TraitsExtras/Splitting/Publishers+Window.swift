public import TraitsRuntime

extension Publisher {
    /// Sends publishers, each of which sends a number of values.
    ///
    /// ```
    ///                   --1--2--3--4--5--|
    /// window(count: 2)  --a-----b-----c--|
    ///             a     --1--2|
    ///             b           --3--4|
    ///             c                 --5--|
    /// ```
    ///
    /// A window opens with its first value, so no window is empty. The name and the meaning are those of RxJava and Reactor,
    /// except that a window may have several subscribers: its values wait for the first subscriber, and later subscribers get
    /// the values that are sent after they have subscribed. For arrays in place of publishers, use `collect(_:)`.
    ///
    /// - Demand: this publisher is asked for everything. Windows, and the values of each window, wait until they are asked for.
    /// - Failure: a failure of this publisher ends the open window and the stream of windows.
    /// - Threads: values are sent wherever this publisher sends, or where they are asked for.
    /// - Cancellation: this publisher is cancelled when the stream of windows and the open window have been cancelled.
    ///
    /// ```swift
    /// let cancellable = (1...5).publisher
    ///     .window(count: 2)
    ///     .flatMap { $0.reduce(0, +) }
    ///     .sink { print($0) }
    /// // Prints: 3
    /// // Prints: 7
    /// // Prints: 5
    /// ```
    ///
    /// - Parameter count: the number of values in a window; at least one.
    @_disfavoredOverload
    @inlinable
    public func window(count: Int) -> MorePublishers.WindowByCount<Self> {
        MorePublishers.WindowByCount(upstream: self, count: count)
    }

    /// Sends publishers, each of which sends the values between two signals.
    ///
    /// ```
    ///                     --1--2-----3--4--|
    ///                     -------x------------>
    /// window(boundary:)   a------b---------|
    ///                a    --1--2|
    ///                b           ----3--4--|
    /// ```
    ///
    /// The first window opens with the subscription. The name and the meaning are those of RxJava and Reactor, except for the
    /// end: when the signals have finished, the open window stays open. For arrays in place of publishers, use `chunked(by:)`.
    ///
    /// - Demand: both publishers are asked for everything. Windows, and the values of each window, wait until they are asked
    ///   for.
    /// - Failure: a failure of either publisher ends the open window and the stream of windows.
    /// - Completion: when this publisher finishes.
    /// - Threads: values are sent wherever this publisher sends, windows wherever the signals are sent; or where they are asked for.
    /// - Cancellation: both publishers are cancelled when the stream of windows and the open window have been cancelled.
    ///
    /// ```swift
    /// let values = PassthroughSubject<Int, Never>(), signals = PassthroughSubject<Void, Never>()
    /// let cancellable = values.window(boundary: signals).flatMap { $0.collect() }.sink { print($0) }
    /// values.send(1)
    /// values.send(2)
    /// signals.send()                         // Prints: [1, 2]
    /// signals.send()                         // Prints: []
    /// values.send(completion: .finished)     // Prints: []
    /// ```
    ///
    /// - Parameters:
    ///   - boundary: the publisher whose values end a window and open the next; subscribed to first.
    ///   - count: the greatest number of values in a window. A full window is followed by the next window, which also ends with
    ///     the next signal.
    @_disfavoredOverload
    @inlinable
    public func window<Boundary: Publisher>(
        boundary: Boundary, count: Int = .max
    ) -> MorePublishers.Window<Self, Boundary> where Boundary.Failure == Failure {
        MorePublishers.Window(upstream: self, boundary: boundary, count: count)
    }

    /// Sends publishers, each of which sends the values of an interval.
    ///
    /// ```
    ///                             --1--2-----3--4--|
    /// window(for: 7, scheduler:)  a------b------c--|
    ///                        a    --1--2-|
    ///                        b           ----3--|
    ///                        c                  4--|
    /// ```
    ///
    /// The first window opens with the subscription. The meaning is that of `window(timespan, unit, count)` of RxJava, where a
    /// full window doesn't restart the clock; in RxSwift, it does. For arrays in place of publishers, use
    /// `collect(_:options:)`.
    ///
    /// - Demand: this publisher is asked for everything. Windows, and the values of each window, wait until they are asked for.
    /// - Failure: a failure of this publisher ends the open window and the stream of windows.
    /// - Completion: when this publisher finishes.
    /// - Threads: values are sent wherever this publisher sends, windows on the scheduler; or where they are asked for.
    /// - Cancellation: this publisher and the clock are cancelled when the stream of windows and the open window have been
    ///   cancelled.
    ///
    /// ```swift
    /// let readings = PassthroughSubject<Double, Never>()
    /// let counts = readings.window(for: .seconds(60), scheduler: DispatchQueue.global()).flatMap { $0.count() }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time for which a window is open.
    ///   - scheduler: measures the time.
    ///   - count: the greatest number of values in a window.
    @_disfavoredOverload
    @inlinable
    public func window<Context: Scheduler>(
        for interval: Context.SchedulerTimeType.Stride, scheduler: Context, count: Int = .max
    ) -> MorePublishers.Window<Self, Publishers.SetFailureType<AnyPublisher<Int, Never>, Failure>> {
        window(
            boundary: Publishers.SetFailureType(
                upstream: AnyPublisher.interval(interval, scheduler: scheduler)), count: count)
    }
}

extension MorePublishers {
    /// A publisher that sends publishers of a number of values each; see `window(count:)`.
    public struct WindowByCount<Upstream: Publisher>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = AnyPublisher<Upstream.Output, Upstream.Failure>
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent in windows.
        public let upstream: Upstream

        /// The number of values in a window.
        public let count: Int

        /// Creates a publisher that sends publishers of a number of values each.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "a window has one value at least")
            self.upstream = upstream
            self.count = count
        }

        /// Subscribes to upstream.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure>.created(stoppable: { outer, work in
                let source = SplitSource()
                let windows = Windows<Upstream.Output, Failure>(of: source, outer, count: count)
                let sink = Subscribers.Sink<Upstream.Output, Failure>(
                    receiveCompletion: windows.end, receiveValue: windows.send)
                return source.run(sink, in: work) { upstream.subscribe(sink) }
            }).receive(subscriber: subscriber)
        }
    }

    /// A publisher that sends publishers of the values between two signals; see `window(boundary:count:)`.
    public struct Window<Upstream: Publisher, Boundary: Publisher>: Publisher
    where Upstream.Failure == Boundary.Failure {
        /// The type of the values that the publisher sends.
        public typealias Output = AnyPublisher<Upstream.Output, Upstream.Failure>
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent in windows.
        public let upstream: Upstream

        /// The publisher whose values end a window.
        public let boundary: Boundary

        /// The greatest number of values in a window.
        public let count: Int

        /// Creates a publisher that sends publishers of the values between two signals.
        public init(upstream: Upstream, boundary: Boundary, count: Int = .max) {
            precondition(count > 0, "a window has one value at least")
            self.upstream = upstream
            self.boundary = boundary
            self.count = count
        }

        /// Subscribes to both publishers.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure>.created(stoppable: { outer, work in
                let source = SplitSource()
                let windows = Windows<Upstream.Output, Failure>(of: source, outer, count: count)
                let sink = Subscribers.Sink<Marked<Upstream.Output>, Failure>(
                    receiveCompletion: windows.end, receiveValue: windows.receive)
                return source.run(sink, in: work) {
                    windows.open()
                    if source.isStopped { return }
                    Publishers.Merge(Marked.signals(of: boundary), Marked.values(of: upstream)).subscribe(
                        sink)
                }
            }).receive(subscriber: subscriber)
        }
    }
}

/// The windows of one subscription, which receives one event at a time.
@usableFromInline
final class Windows<Value, Failure: Error> {
    @usableFromInline typealias Window = AnyPublisher<Value, Failure>

    @usableFromInline let source: SplitSource
    @usableFromInline let outer: PassthroughSubject<Window, Failure>
    @usableFromInline let count: Int
    /// Indicates whether a window opens with its first value.
    @usableFromInline var isLazy = true
    @usableFromInline var current: Branch<Value, Failure>?
    /// The number of values that the current window has been sent.
    @usableFromInline var filled = 0
    /// The windows that downstream hasn't got yet, oldest first. A value that is sent from inside of another may open the next.
    @usableFromInline var unsent: [Window] = []
    @usableFromInline var hasEnded = false

    @inlinable
    init(of source: SplitSource, _ outer: PassthroughSubject<Window, Failure>, count: Int) {
        self.source = source
        self.outer = outer
        self.count = count
    }

    /// Opens the first window now, and each further window where the previous window ends.
    @inlinable
    func open() {
        isLazy = false
        begin()
        sendOpened()
    }

    @inlinable
    func receive(_ event: Marked<Value>) {
        switch event {
        case .value(let value): send(value)
        case .signal: turn()
        case .end: end(.finished)
        }
    }

    @inlinable
    func send(_ value: Value) {
        if isLazy && current == nil { begin() }
        guard let window = current else { return }
        filled += 1
        let isFull = filled == count
        // The state is final before anything is sent: a subscriber may send the next value.
        if isFull { current = nil }
        if isFull && !isLazy { begin() }
        window.send(value)
        if isLazy { sendOpened() }
        if isFull { window.end(.finished) }
        sendOpened()
    }

    /// Ends the current window and opens the next.
    @inlinable
    func turn() {
        let last = current
        current = nil
        begin()
        last?.end(.finished)
        sendOpened()
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        hasEnded = true
        let last = current
        current = nil
        source.stop()
        last?.end(completion)
        sendOpened()
        outer.send(completion: completion)
    }

    /// Opens a window, if the stream of windows still runs.
    @inlinable
    func begin() {
        guard !hasEnded, source.isOpen else { return }
        let window = Branch<Value, Failure>(of: source)
        current = window
        filled = 0
        unsent.append(window.publisher)
    }

    @inlinable
    func sendOpened() {
        while !unsent.isEmpty { outer.send(unsent.removeFirst()) }
    }
}

extension MorePublishers.WindowByCount: Sendable where Upstream: Sendable {}
extension MorePublishers.Window: Sendable where Upstream: Sendable, Boundary: Sendable {}
