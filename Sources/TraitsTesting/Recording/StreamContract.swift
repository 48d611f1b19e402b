import TraitsRuntime

/// Checks a publisher's obligations to a subscriber. Its owner guards it.
struct StreamContract {
    private(set) var breaches: [String] = []
    /// The number of values that may still come.
    var outstanding = Subscribers.Demand.none
    /// Indicates whether a call of `cancel()` has returned.
    var isCancelled = false
    /// Indicates whether the call that subscribes has not returned yet.
    var isSubscribing = true
    private var hasSubscription = false
    private var hasEnded = false

    mutating func receiveSubscription() {
        if hasSubscription { breaches.append("a second subscription came") }
        hasSubscription = true
    }

    mutating func receiveValue() {
        watch("a value came")
        if outstanding == .none {
            breaches.append("a value came that was not demanded")
        } else {
            outstanding -= 1
        }
    }

    /// Checks a completion.
    ///
    /// - Parameter hasCancelledInside: Indicates whether the subscriber cancelled when its subscription came. `Empty` and
    ///   similar sources give a subscription that ignores `cancel()`, and then the end.
    mutating func receiveCompletion(hasCancelledInside: Bool) {
        if hasCancelledInside, isSubscribing, isCancelled { return }
        watch("a completion came")
        hasEnded = true
    }

    private mutating func watch(_ event: String) {
        if !hasSubscription { breaches.append("\(event) before the subscription") }
        if hasEnded { breaches.append("\(event) after the completion") }
        if isCancelled { breaches.append("\(event) after cancel() had returned") }
    }
}
