extension Properties {
    /// Makes several changes as one.
    ///
    /// ```
    /// first        A-------B--
    /// last         X-------Y--
    /// full name    AX------BY-      never AY, nor BX
    /// ```
    ///
    /// The changes that the closure makes take effect together when it returns: a property that is derived from several of
    /// the changed properties is computed once, all properties show their new values at the same instant, and each observer
    /// is told once. If a property is set several times, the last value counts.
    ///
    /// Inside the closure, as inside those of operators, properties have their values from before; `modify` continues from
    /// the value that the closure has set. If the closure throws, nothing changes. A nested transaction is part of the
    /// outer one.
    ///
    /// ```swift
    /// let first = MutableProperty("Ann"), last = MutableProperty("Lee")
    /// let name = first.property.combineLatest(last.property) { "\($0) \($1)" }
    /// let cancellable = name.subsequentValues.sink { print($0) }
    /// Properties.transaction {
    ///     first.value = "Bob"
    ///     last.value = "Ray"
    /// }
    /// // Prints: Bob Ray
    /// ```
    ///
    /// - Threads: other threads' changes wait for the closure, which should be short and must not wait for another thread.
    /// - Parameter body: makes the changes.
    /// - Returns: the closure's result.
    @discardableResult
    public static func transaction<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let graph = _PropertyGraph.shared
        let isOutermost = graph.enter()
        defer { graph.leave(isOutermost) }
        let before = graph.beginTransaction()
        do throws(E) {
            let result = try body()
            graph.endTransaction(before, isWanted: true)
            return result
        } catch {
            graph.endTransaction(before, isWanted: false)
            throw error
        }
    }
}

extension _PropertyGraph {
    /// Begins to gather changes.
    ///
    /// - Returns: the changes that were postponed already and the outer transaction, for ``endTransaction(_:isWanted:)``.
    func beginTransaction() -> (changes: [PostponedChange], transaction: UInt) {
        let before = (deferred, transaction)
        transactions &+= 1
        (deferred, transaction) = ([], transactions)
        return before
    }

    /// Postpones the changes that were gathered as a single one, or forgets them.
    func endTransaction(_ before: (changes: [PostponedChange], transaction: UInt), isWanted: Bool) {
        let changes = deferred
        (deferred, transaction) = before
        if changes.isEmpty { return }
        if isWanted {
            postpone { [self] in
                make(changes)
            } orForget: { [self] in
                forget(changes)
            }
        } else {
            forget(changes)
        }
    }

    private func make(_ changes: [PostponedChange]) {
        let isOutermost = !isGathering
        isGathering = true
        for change in changes { change.make() }
        if isOutermost {
            isGathering = false
            propagate()
        }
    }

    /// Forgets changes, the last one first, so that each property gets back the value that it intended before.
    private func forget(_ changes: [PostponedChange]) {
        for change in changes.reversed() { change.forget?() }
        deferred += changes.filter { $0.forget == nil }
    }
}
