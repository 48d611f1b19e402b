/// A subject that has a current value: it sends it to each new subscriber, and each change after it.
///
/// ```
/// CurrentValueSubject(0), send:   --1--2--|
/// 1st subscriber                  0-1--2--|-->
/// from here                          ^
///                                    1-2--|-->
/// ```
///
/// - Demand: a subscriber without demand gets the value that is current when it asks again.
/// - Threads: as ``PassthroughSubject``; the value can be read from any thread. A subscriber gets it inside the call
///   that subscribes, even while another thread sends, and then each later value. Values that are sent while the
///   subscriber handles the first one are kept until it has returned.
/// - Complexity: as ``PassthroughSubject``. Reading the value takes no lock if it is a small trivial one,
///   such as a number.
///
/// ```swift
/// let count = CurrentValueSubject<Int, Never>(0)
/// let cancellable = count.sink { print($0) }      // 0
/// count.value += 1                                // 1
/// ```
public final class CurrentValueSubject<Output, Failure: Error>: Subject, _NodePublisher {
    @usableFromInline let core: _SubjectCore<Output, Failure>

    /// Creates a subject with a current value.
    @inlinable
    public init(_ value: Output) { core = _SubjectCore(current: value) }

    /// The current value. Setting it sends the value to the subscribers. After the subject has completed, a value that is set
    /// is stored and sent to nobody; ``send(_:)`` changes nothing then.
    @inlinable
    public var value: Output {
        get { core.load() }
        set { core.send(newValue, keeps: true, alsoAfterEnd: true) }
    }

    @inlinable @inline(__always)
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        core.attach(consume downstream, keeping: self)
    }

    @inlinable
    public func send(_ input: Output) { core.send(input, keeps: true) }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { core.finish(completion) }

    public func send(subscription: any Subscription) { core.adopt(subscription) }
}

// Safe to share: the core serialises deliveries and guards all else.
extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}
