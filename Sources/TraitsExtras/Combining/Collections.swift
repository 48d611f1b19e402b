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
    /// - Complexity: the number of publishers times its logarithm for each array.
    ///
    /// ```swift
    /// let cancellable = [[1, 2].publisher, [3, 4].publisher].zip().sink { print($0) }
    /// // Prints: [1, 3]
    /// // Prints: [2, 4]
    /// ```
    @_disfavoredOverload
    public func zip() -> AnyPublisher<[Element.Output], Element.Failure> {
        balanced(Array(self)[...]) { Publishers.Zip($0, $1).eraseToAnyPublisher() }
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
    public func combineLatest() -> AnyPublisher<[Element.Output], Element.Failure> {
        balanced(Array(self)[...]) { Publishers.CombineLatest($0, $1).eraseToAnyPublisher() }
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

/// Combines any number of publishers two by two. The depth is the logarithm of their number.
private func balanced<P: Publisher>(
    _ publishers: ArraySlice<P>,
    _ combine: (Many<P>, Many<P>) -> AnyPublisher<([P.Output], [P.Output]), P.Failure>
) -> Many<P> {
    switch publishers.count {
    case 0: return Just([]).setFailureType(to: P.Failure.self).eraseToAnyPublisher()
    case 1: return Publishers.Map(upstream: publishers[publishers.startIndex]) { [$0] }.eraseToAnyPublisher()
    default:
        let middle = publishers.startIndex + publishers.count / 2
        let (first, second) = (
            balanced(publishers[..<middle], combine), balanced(publishers[middle...], combine)
        )
        return Publishers.Map(upstream: combine(first, second)) { $0.0 + $0.1 }.eraseToAnyPublisher()
    }
}

private typealias Many<P: Publisher> = AnyPublisher<[P.Output], P.Failure>
