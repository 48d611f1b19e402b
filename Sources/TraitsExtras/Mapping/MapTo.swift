public import TraitsRuntime

extension Publisher {
    /// Sends `()` in place of each value.
    ///
    /// ```
    ///             --1---2---|-->
    /// mapToVoid() --()--()--|-->
    /// ```
    ///
    /// A single stays a single. The name is that of CombineExt.
    ///
    /// - Demand, failure, threads and cancellation: those of `map(_:)`.
    ///
    /// ```swift
    /// let taps: some SinglePublisher<Void, Never> = Just(1).mapToVoid()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func mapToVoid() -> Publishers.Map<Self, Void> { Publishers.Map(upstream: self) { _ in } }

    /// Sends the same value in place of each value.
    ///
    /// ```
    ///           --1--2--|-->
    /// mapTo(0)  --0--0--|-->
    /// ```
    ///
    /// A single stays a single. The name is that of RxSwiftExt; CombineExt says `mapToValue(_:)`.
    ///
    /// - Demand, failure, threads and cancellation: those of `map(_:)`.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.mapTo("a").sink { print($0) }
    /// // Prints: a
    /// // Prints: a
    /// ```
    ///
    /// - Parameter value: the value to send.
    @_disfavoredOverload
    @inlinable
    public func mapTo<T>(_ value: T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self) { _ in value }
    }

    /// Leaves out `nil`.
    ///
    /// ```
    ///              --1--nil--2--|-->
    /// filterNil()  --1-------2--|-->
    /// ```
    ///
    /// The name is that of RxOptional; RxSwiftExt says `unwrap()`, Swift Async Algorithms `compacted()`.
    ///
    /// - Demand, failure, threads and cancellation: those of `compactMap(_:)`.
    ///
    /// ```swift
    /// let cancellable = [1, nil, 2].publisher.filterNil().sink { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// ```
    @_disfavoredOverload
    @inlinable
    public func filterNil<T>() -> Publishers.CompactMap<Self, T> where Output == T? {
        Publishers.CompactMap(upstream: self) { $0 }
    }
}

extension Publisher where Output == Bool {
    /// Sends the opposite of each value.
    ///
    /// ```
    ///           --true---false--|-->
    /// toggle()  --false--true---|-->
    /// ```
    ///
    /// A single stays a single. The name is that of CombineExt; RxSwiftExt says `not()`.
    ///
    /// - Demand, failure, threads and cancellation: those of `map(_:)`.
    ///
    /// ```swift
    /// let cancellable = Just(true).toggle().sink { print($0) }
    /// // Prints: false
    /// ```
    @_disfavoredOverload
    @inlinable
    public func toggle() -> Publishers.Map<Self, Bool> { Publishers.Map(upstream: self) { !$0 } }
}

extension Publisher where Failure == Never {
    /// Sends the values of a stream that `materialize()` has turned into events.
    ///
    /// ```
    ///           --1--2--(x)|
    /// values()  --1--2-----|
    /// ```
    ///
    /// The name is that of CombineExt.
    ///
    /// - Demand, failure, threads and cancellation: those of `compactMap(_:)`.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher.materialize().values().sink { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// ```
    @_disfavoredOverload
    @inlinable
    public func values<Value, Error>() -> Publishers.CompactMap<Self, Value>
    where Output == StreamEvent<Value, Error> {
        Publishers.CompactMap(upstream: self) { if case .value(let value) = $0 { value } else { nil } }
    }

    /// Sends the failure of a stream that `materialize()` has turned into events.
    ///
    /// ```
    ///             --1--2--(x)|
    /// failures()  --------x-|     a value
    /// ```
    ///
    /// The name is that of CombineExt.
    ///
    /// - Demand, failure, threads and cancellation: those of `compactMap(_:)`.
    ///
    /// ```swift
    /// struct Busy: Error {}
    /// let cancellable = Fail<Int, Busy>(error: Busy()).materialize().failures().sink { print($0) }
    /// // Prints: Busy()
    /// ```
    @_disfavoredOverload
    @inlinable
    public func failures<Value, Error>() -> Publishers.CompactMap<Self, Error>
    where Output == StreamEvent<Value, Error> {
        Publishers.CompactMap(upstream: self) {
            if case .completion(.failure(let error)) = $0 { error } else { nil }
        }
    }
}
