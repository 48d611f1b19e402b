extension Collection where Element: SinglePublisher {
    /// Waits for the values of all singles of this collection.
    ///
    /// ```
    ///              --1|
    ///              -----2|
    /// zipSingle()  -----[1, 2]|
    /// ```
    ///
    /// Of no singles, it sends an empty array immediately. `combineLatest` of singles is the same as their zip: each
    /// has one value.
    ///
    /// - Demand: the array waits until it is asked for, and so do the singles.
    /// - Failure: the first failure ends all, and cancels the other singles.
    /// - Threads: sends where the last value comes from. All singles are subscribed to on the subscriber's thread.
    /// - Cancellation: cancels all singles.
    /// - Complexity: linear in the number of singles.
    ///
    /// ```swift
    /// let pages = [1, 2, 3].map { AnySinglePublisher<String, Never>.just("page \($0)") }
    /// let cancellable = pages.zipSingle().sinkSingle { print($0) }
    /// ```
    @_disfavoredOverload
    @inlinable
    public func zipSingle() -> TraitPublishers.ZipSingle<Element> { .init(Array(self)) }
}

extension Collection where Element: MaybePublisher {
    /// Waits for the values of all maybes of this collection; finishes without a value as soon as a maybe does.
    ///
    /// ```
    ///              --1|
    ///              -----2|
    /// zipMaybe()   -----[1, 2]|
    ///
    ///              --1|
    ///              -----|
    /// zipMaybe()   -----|
    /// ```
    ///
    /// Of no maybes, it sends an empty array immediately. `zip` of two maybes isn't a maybe, since one may fail when the
    /// pair has been sent; this publisher has ended by then.
    ///
    /// - Demand: the array waits until it is asked for, and so do the maybes.
    /// - Failure: the first failure ends all, and cancels the other maybes.
    /// - Threads: sends where the deciding outcome comes from.
    /// - Cancellation: cancels all maybes.
    /// - Complexity: linear in the number of maybes.
    ///
    /// ```swift
    /// let names = [AnyMaybePublisher<String, Never>.just("Alice"), .empty()]
    /// let cancellable = names.zipMaybe().sinkMaybe { print($0) }      // finished
    /// ```
    @_disfavoredOverload
    @inlinable
    public func zipMaybe() -> TraitPublishers.ZipMaybe<Element> { .init(Array(self)) }
}

extension Collection where Element: CompletablePublisher {
    /// Waits for the end of all completables of this collection.
    ///
    /// ```
    ///                    --|
    ///                    -----|
    /// zipCompletable()   -----|
    /// ```
    ///
    /// Of no completables, it finishes immediately. This is also their `merge`: there are no values to pair.
    ///
    /// - Demand: there are no values to ask for; the completables run when downstream asks.
    /// - Failure: the first failure ends all, and cancels the others.
    /// - Threads: ends where the last one does.
    /// - Cancellation: cancels all.
    /// - Complexity: linear in the number of completables.
    ///
    /// ```swift
    /// let saves = [AnyCompletablePublisher<Never, any Error>.empty(), .empty()]
    /// let cancellable = saves.zipCompletable().sinkCompletable { print($0) }      // finished
    /// ```
    @_disfavoredOverload
    @inlinable
    public func zipCompletable() -> TraitPublishers.ZipCompletable<Element> { .init(Array(self)) }
}

// MARK: - Inside

// The publishers themselves are written by Templates/Outcomes.mustache.

/// The subscription that waits for the values of all publishers.
@usableFromInline
final class _ZipNode<Element, Downstream: Subscriber>: _GatherNode<Element, Downstream>
where Downstream.Input == [Element] {
    // Both under `lock`.
    @usableFromInline @exclusivity(unchecked) var values: ContiguousArray<Element?> = []
    @usableFromInline @exclusivity(unchecked) var missing = 0

    @inlinable
    override init(_ downstream: Downstream, name: String) { super.init(downstream, name: name) }

    @inlinable
    func start<P: Publisher>(_ publishers: [P])
    where P.Output == Element, P.Failure == Downstream.Failure {
        values = ContiguousArray(repeating: nil, count: publishers.count)
        missing = publishers.count
        start(
            publishers,
            onOutcome: { [self] index, outcome in
                switch outcome {
                case .failure(let error): settle(.failure(error))
                case .finished: settle(.finished)
                case .success(let value): took(value, at: index)
                }
            })
        if publishers.isEmpty { settle(.success([])) }
    }

    @usableFromInline
    override func stopped() {
        lock.lock()
        // Without a missing value, all have been taken.
        if missing == 0 { return lock.unlock() }
        let released = values
        values = []
        lock.unlock()
        withExtendedLifetime(released) {}
    }

    @inlinable
    func took(_ value: Element, at index: Int) {
        lock.lock()
        guard !values.isEmpty else { return lock.unlock() }
        values[index] = value
        missing -= 1
        guard missing == 0 else { return lock.unlock() }
        let all = values
        values = []
        lock.unlock()
        var result: [Element] = []
        result.reserveCapacity(all.count)
        for value in all { if let value { result.append(value) } }
        settle(.success(result))
    }
}

/// The subscription that waits for the end of all publishers.
@usableFromInline
final class _AllEndNode<Downstream: Subscriber>: _GatherNode<Downstream.Input, Downstream> {
    /// Under `lock`.
    @usableFromInline @exclusivity(unchecked) var missing = 0

    @inlinable
    override init(_ downstream: Downstream, name: String) { super.init(downstream, name: name) }

    @inlinable
    func start<P: Publisher>(_ publishers: [P])
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        missing = publishers.count
        start(
            publishers,
            onOutcome: { [self] _, outcome in
                if case .failure(let error) = outcome { return settle(.failure(error)) }
                let isLast = lock.withLock {
                    missing -= 1
                    return missing == 0
                }
                if isLast { settle(.finished) }
            })
        if publishers.isEmpty { settle(.finished) }
    }
}
