public import TraitsRuntime

extension Collection where Element: Publisher {
    /// Sends the values of all publishers of this collection as they come.
    ///
    /// ```
    ///          --1-----3--|
    ///          -----2------4--|
    /// merge()  --1--2--3---4--|
    /// ```
    ///
    /// Without publishers, it finishes immediately. The name is that of CombineExt.
    ///
    /// - Demand, failure, threads and cancellation: those of `merge(with:)`.
    ///
    /// ```swift
    /// let cancellable = [Just(1), Just(2)].merge().sink { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// ```
    @_disfavoredOverload
    @inlinable
    public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }

    /// Sends arrays of the first values of all publishers of this collection, then of the second values, and so on.
    ///
    /// ```
    ///        --1--------2--|
    ///        -----3--4-----|
    /// zip()  -----[1,3]-[2,4]|
    /// ```
    ///
    /// Without publishers, it sends an empty array and finishes, as `zipSingle()` does; CombineExt's `zip()` sends no array.
    /// The zip of singles is a single.
    ///
    /// - Demand, failure, threads and cancellation: those of `zip(_:)`.
    /// - Complexity: the number of publishers for each array.
    ///
    /// ```swift
    /// let cancellable = [[1, 2].publisher, [3, 4].publisher].zip().sink { print($0) }
    /// // Prints: [1, 3]
    /// // Prints: [2, 4]
    /// ```
    @_disfavoredOverload
    @inlinable
    public func zip() -> AnyPublisher<[Element.Output], Element.Failure> {
        if isEmpty { return Just([]).setFailureType(to: Element.Failure.self).eraseToAnyPublisher() }
        return ZipCollection(Array(self)).eraseToAnyPublisher()
    }

    /// Sends arrays of the newest values of all publishers of this collection, whenever one of them changes.
    ///
    /// ```
    ///                  --1--------2-----|
    ///                  -----3--------4--|
    /// combineLatest()  -----[1,3]-[2,3]-[2,4]|
    /// ```
    ///
    /// Without publishers, it sends an empty array and finishes; CombineExt's `combineLatest()` sends no array. With singles,
    /// it is the same as `zip()`, and a single.
    ///
    /// - Demand, failure, threads and cancellation: those of `combineLatest(_:)`.
    /// - Complexity: the number of publishers for each array.
    ///
    /// ```swift
    /// let fields = [CurrentValueSubject<String, Never>("a"), CurrentValueSubject<String, Never>("b")]
    /// let cancellable = fields.combineLatest().sink { print($0) }      // Prints: ["a", "b"]
    /// fields[1].send("c")                                              // Prints: ["a", "c"]
    /// ```
    @_disfavoredOverload
    @inlinable
    public func combineLatest() -> AnyPublisher<[Element.Output], Element.Failure> {
        if isEmpty { return Just([]).setFailureType(to: Element.Failure.self).eraseToAnyPublisher() }
        return CombineLatestCollection(Array(self)).eraseToAnyPublisher()
    }
}

extension Collection where Element: SinglePublisher {
    /// Sends an array of the values of all singles of this collection; the same as `zipSingle()`.
    ///
    /// ```swift
    /// let cancellable = [Just(1), Just(2)].zip().sink { print($0) }      // Prints: [1, 2]
    /// ```
    @_disfavoredOverload
    @inlinable
    public func zip() -> TraitPublishers.ZipSingle<Element> { zipSingle() }

    /// Sends an array of the values of all singles of this collection; the same as `zipSingle()`.
    ///
    /// ```swift
    /// let cancellable = [Just(1), Just(2)].combineLatest().sink { print($0) }      // Prints: [1, 2]
    /// ```
    @_disfavoredOverload
    @inlinable
    public func combineLatest() -> TraitPublishers.ZipSingle<Element> { zipSingle() }
}
