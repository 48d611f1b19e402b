public import TraitsRuntime

extension Publisher {
    /// Sends the value at an index, if there is one.
    ///
    /// ```
    ///                 --1--2--3--|-->
    /// element(at: 1)  -----2|
    /// ```
    ///
    /// The result is a maybe. That of `output(at:)` isn't, since its type serves any range of values. The name is that of
    /// RxSwift.
    ///
    /// - Demand: passes through; the values that are left out are asked for in addition.
    /// - Failure: passes through, until the end.
    /// - Threads: the value is sent wherever upstream sends.
    /// - Cancellation: upstream is cancelled by the value.
    ///
    /// ```swift
    /// let cancellable = ["a", "b"].publisher.element(at: 1).sinkMaybe { print($0) }      // Prints: success("b")
    /// ```
    ///
    /// - Parameter index: the number of the value, from 0.
    @_disfavoredOverload
    @inlinable
    public func element(at index: Int) -> Publishers.First<Publishers.Drop<Self>> {
        Publishers.First(upstream: Publishers.Drop(upstream: self, count: index))
    }

    /// Sends values for some time, then finishes.
    ///
    /// ```
    ///                            --1--2--3--4-->
    /// prefix(for: 7, scheduler:) --1--2-|
    /// ```
    ///
    /// CombineExt says `prefix(duration:on:)`, RxSwift `take(for:scheduler:)`.
    ///
    /// - Demand: passes through.
    /// - Failure: passes through, until the end.
    /// - Threads: values are sent wherever upstream sends, the end also on the scheduler.
    /// - Cancellation: cancels upstream and stops the clock.
    ///
    /// ```swift
    /// let values = PassthroughSubject<Int, Never>()
    /// let cancellable = values.prefix(for: .seconds(60), scheduler: DispatchQueue.global()).sink { print($0) }
    /// values.send(1)         // Prints: 1
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time during which values are sent; it begins with the subscription.
    ///   - scheduler: measures the time.
    @_disfavoredOverload
    public func prefix<Context: Scheduler>(
        for interval: Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> Publishers.PrefixUntilOutput<Self, TraitPublishers.Timer<Context, Failure>> {
        Publishers.PrefixUntilOutput(
            upstream: self, other: TraitPublishers.Timer(after: interval, scheduler: scheduler))
    }

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Splits the values by a condition into two publishers.
        ///
        /// ```
        ///                            --1--2--3--4--|-->
        /// partition { $0 > 2 }.0     --------3--4--|-->
        /// partition { $0 > 2 }.1     --1--2--------|-->
        /// ```
        ///
        /// The name and the labels are those of CombineExt. Both publishers share one subscription to upstream, as by
        /// `share()`: it starts with the first subscriber, and the second subscriber gets the values that are sent after it has
        /// subscribed.
        ///
        /// - Demand, failure, threads and cancellation: those of `share()`.
        ///
        /// ```swift
        /// let numbers = PassthroughSubject<Int, Never>()
        /// let (even, odd) = numbers.partition { $0.isMultiple(of: 2) }
        /// let cancellables = [even.sink { print("even", $0) }, odd.sink { print("odd", $0) }]
        /// numbers.send(1)        // Prints: odd 1
        /// numbers.send(2)        // Prints: even 2
        /// ```
        ///
        /// - Parameter predicate: the condition; called once for each value.
        @_disfavoredOverload
        public func partition(_ predicate: @escaping (Output) -> Bool) -> (
            matches: PartOf<Self>, nonMatches: PartOf<Self>
        ) {
            parts(by: predicate)
        }
    #endif

    func parts(by predicate: @escaping (Output) -> Bool) -> (
        matches: PartOf<Self>, nonMatches: PartOf<Self>
    ) {
        let shared = Publishers.Share(
            upstream: Publishers.Map(upstream: self) { (value: $0, matches: predicate($0)) })
        return (
            Publishers.CompactMap(upstream: shared) { $0.matches ? $0.value : nil },
            Publishers.CompactMap(upstream: shared) { $0.matches ? nil : $0.value }
        )
    }
}

/// Some of the values of a publisher; see `partition(_:)`.
public typealias PartOf<Upstream: Publisher> = Publishers.CompactMap<
    Publishers.Share<Publishers.Map<Upstream, (value: Upstream.Output, matches: Bool)>>, Upstream.Output
>
