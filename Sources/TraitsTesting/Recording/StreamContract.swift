import Synchronization
import TraitsRuntime

/// Checks a publisher's obligations to a subscriber, on any thread.
///
/// Every subscriber that checks the contract has one. It takes no lock, so that the threads of a race meet in the subscriber as
/// they would without it.
@_spi(Proof) public struct StreamContract: ~Copyable {
    /// An obligation that a publisher breaks.
    public enum Breach {
        case subscription, serial, demand, end, cancellation
    }

    /// Receives each breach, with the observation that shows it.
    public typealias Note = (Breach, String) -> Void

    /// The manner in which a call begins.
    enum Entry {
        /// No other call is going on.
        case alone
        /// The call comes inside of another call, on the same thread.
        case nested
        /// Another thread is inside.
        case beside
    }

    /// Creates a contract with a publisher that has sent nothing.
    public init() {}

    private let subscribed = Atomic(false)
    private let returned = Atomic(false)
    private let cancelled = Atomic(false)
    private let ended = Atomic(false)
    /// The thread that is inside of a call, or zero.
    private let inside = Atomic<UInt>(0)
    private let received = Atomic(0)
    /// The number of values that may come in all.
    private let demanded = Atomic(0)

    /// The number that stands for unlimited demand.
    static var unlimited: Int { 1 << 40 }

    /// Indicates whether the subscription has come.
    public var hasSubscription: Bool { subscribed.load(ordering: .sequentiallyConsistent) }

    /// Indicates whether the end has come.
    public var hasEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

    private var isCancelled: Bool { cancelled.load(ordering: .sequentiallyConsistent) }

    /// The number of values that have come.
    public var valueCount: Int { received.load(ordering: .sequentiallyConsistent) }

    /// Indicates whether all values have been asked for.
    var asksForAll: Bool { demanded.load(ordering: .sequentiallyConsistent) >= Self.unlimited }

    /// Indicates whether no value may come.
    public var isOwedNothing: Bool { valueCount >= demanded.load(ordering: .sequentiallyConsistent) }

    // MARK: - Acts of the subscriber

    /// Notes that values are asked for, before the publisher hears of it.
    public func demand(_ demand: Subscribers.Demand) {
        let count = demand.max ?? Self.unlimited
        if count > 0 { demanded.add(count, ordering: .sequentiallyConsistent) }
    }

    /// Notes that the call that subscribes has returned.
    public func noteSubscribed() { returned.store(true, ordering: .sequentiallyConsistent) }

    /// Notes that a call of `cancel()` has returned.
    public func noteCancelled() { cancelled.store(true, ordering: .sequentiallyConsistent) }

    // MARK: - Calls of the publisher

    /// Begins a call.
    ///
    /// - Parameter mayNest: Indicates whether an event may bring another event, on the same thread.
    func enter(mayNest: Bool = true, _ event: String, _ note: Note) -> Entry {
        let thread = Threads.current
        let (isAlone, other) = inside.compareExchange(
            expected: 0, desired: thread, ordering: .sequentiallyConsistent)
        if isAlone { return .alone }
        if !mayNest || other != thread {
            note(.serial, "\(event) while another call was still going on")
        }
        return other == thread ? .nested : .beside
    }

    /// Ends a call.
    func leave(_ entry: Entry) {
        if case .alone = entry { inside.store(0, ordering: .sequentiallyConsistent) }
    }

    /// Checks a subscription.
    ///
    /// - Returns: A Boolean value that indicates whether it is the first.
    @discardableResult
    public func receiveSubscription(_ note: Note) -> Bool {
        let isFirst = !subscribed.exchange(true, ordering: .sequentiallyConsistent)
        if !isFirst { note(.subscription, "a second subscription came") }
        return isFirst
    }

    /// Checks a value.
    ///
    /// - Parameter delay: The cancellation after which the value comes, in words, if the subscriber decides that itself.
    /// - Returns: The number of values that have come.
    @discardableResult
    public func receiveValue(after delay: String? = nil, _ note: Note) -> Int {
        watch("a value came", isOver: hasEnded, delay, note)
        let count = received.add(1, ordering: .sequentiallyConsistent).newValue
        if count > demanded.load(ordering: .sequentiallyConsistent) {
            note(.demand, "a value came that was not demanded")
            // The values after it are judged by the demand for them.
            demanded.add(1, ordering: .sequentiallyConsistent)
        }
        return count
    }

    /// Checks a completion.
    ///
    /// - Parameters:
    ///   - delay: The cancellation after which the completion comes, in words, if the subscriber decides that itself.
    ///   - hasCancelledInside: Indicates whether the subscriber cancelled when its subscription came. `Empty` and similar
    ///     sources give a subscription that ignores `cancel()`, and then the end.
    /// - Returns: A Boolean value that indicates whether the completion is another one.
    @discardableResult
    public func receiveCompletion(
        after delay: String? = nil, hasCancelledInside: Bool = false, _ note: Note
    ) -> Bool {
        if hasCancelledInside, isCancelled, !returned.load(ordering: .sequentiallyConsistent) { return false }
        let isOver = ended.exchange(true, ordering: .sequentiallyConsistent)
        watch("a completion came", isOver: isOver, delay, note)
        return true
    }

    private func watch(_ event: String, isOver: Bool, _ delay: String?, _ note: Note) {
        if !hasSubscription { note(.subscription, "\(event) before the subscription") }
        if isOver { note(.end, "\(event) after the completion") }
        if let delay = delay ?? (isCancelled ? "cancel() had returned" : nil) {
            note(.cancellation, "\(event) after \(delay)")
        }
    }
}
