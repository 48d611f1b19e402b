// `map` of key paths, its publishers and their mappings are written by Templates/_MapKeyPath.mustache.

/// The common part of the three key path operators: each value is mapped to one value, and nothing else happens.
@usableFromInline
protocol _KeyPathOperator<Output, Failure>: _ImmediateOperator where Failure == Upstream.Failure {
    associatedtype _Mapping: _KeyPathMapping
    where _Mapping.Input == Upstream.Output, _Mapping.Output == Output

    var _mapping: _Mapping { get }
}

/// The key paths of such an operator.
@usableFromInline
protocol _KeyPathMapping<Input, Output> {
    associatedtype Input
    associatedtype Output

    func value(of input: Input) -> Output

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// The children of the subscriber's mirror, for debuggers.
    var children: [Mirror.Child] { get }
}

extension _KeyPathOperator {
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(_KeyPathSubscriber(consume subscriber, _mapping))
    }

    @inlinable @inline(__always)
    public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
        return answer.map({ .value(_mapping.value(of: $0)) }) { rest in
            _rest(Publishers.Map(upstream: rest, transform: _mapping.value(of:)))
        }
    }
}

@frozen @usableFromInline
struct _KeyPathSubscriber<Mapping: _KeyPathMapping, Downstream: Subscriber>: _PassThrough
where Downstream.Input == Mapping.Output {
    @usableFromInline typealias Input = Mapping.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let mapping: Mapping

    @inlinable @inline(__always)
    init(_ downstream: Downstream, _ mapping: Mapping) {
        self.downstream = downstream
        self.mapping = mapping
    }

    @usableFromInline var description: String { Mapping.name }
    @usableFromInline var customMirror: Mirror { Mirror(self, children: mapping.children) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(mapping.value(of: input))
    }
}
