/// An operator that can compute its one value from upstream's, if that is available synchronously.
public protocol _AnsweringOperator<Output, Failure>: Publisher where _Answers == Upstream._Answers {
    associatedtype Upstream: Publisher
    typealias _UpstreamAnswer = _Answer<Upstream.Output, Upstream.Failure>

    var upstream: Upstream { get }

    /// Computes this operator's answer from upstream's answer.
    func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure>
}

extension _AnsweringOperator {
    @inlinable @inline(__always)
    public static var _answering: _Answering { Upstream._answering }

    @inlinable @inline(__always)
    public func _answer() -> _Answer<Output, Failure> {
        _answer(of: upstream._ask())
    }
}

/// A publisher whose subscriptions are nodes of its own, each of which holds its subscriber.
///
/// Only this protocol decides how a node holds its subscriber. A subscriber that promises
/// ``Subscriber/_dropsSubscription`` is stored directly, at no cost; any other is owned, see ``_Owned``. The node only has
/// to call ``Subscriber/_release()`` when it is cancelled.
public protocol _NodePublisher<Output, Failure>: Publisher {
    /// The fact that a node may outlive its subscription, because a timer or a queue holds it. Such a node must always own its
    /// subscriber, so that it can release it early.
    associatedtype _Outlives = _No

    /// Subscribes to upstream with a node that sends to the given subscriber.
    func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure
}

extension _NodePublisher {
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        _hold(consume subscriber)
    }

    /// Attaches a subscriber, either directly or owned.
    @inlinable @inline(__always)
    func _hold<S: Subscriber>(_ subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        if S._drops && !_Fact<_Outlives>.holds {
            _attach(consume subscriber)
        } else {
            _attach(_Owned(consume subscriber))
        }
    }
}
