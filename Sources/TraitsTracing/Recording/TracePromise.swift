import TraitsRuntime

extension _TracePromise {
    /// Returns the promise of a publisher that says most about the number of its values.
    static func of(_ publisher: some Publisher) -> _TracePromise? {
        let type = ObjectIdentifier(type(of: publisher))
        if let promise = lock.withLock({ known[type] }) { return promise }
        let promise = cast(publisher)
        lock.withLock { known[type] = .some(promise) }
        return promise
    }

    // The value is cast and not its type: a publisher that has lost a promise has a conformance that isn't available, of
    // which only the cast of a value knows.
    private static func cast(_ publisher: some Publisher) -> _TracePromise? {
        if publisher is any SinglePublisher { return _TracePromise(name: "Single", allowsEmptyFinish: false) }
        if publisher is any CompletablePublisher { return _TracePromise(name: "Completable", mostValues: 0) }
        return publisher is any MaybePublisher ? _TracePromise(name: "Maybe") : nil
    }

    /// The promises of the types that were asked for: casts take longer than all else that is done for a subscription.
    // The lock guards it.
    nonisolated(unsafe) private static var known: [ObjectIdentifier: _TracePromise?] = [:]
    private static let lock = _Lock()
}
