// `map` of key paths, and its publishers, are written by Templates/_MapKeyPath.mustache.

/// What the three key path operators have in common: a value is made of a value, and nothing else happens.
public protocol _KeyPathOperator<Output, Failure>: _ImmediateOperator where Failure == Upstream.Failure {
    func _value(of input: Upstream.Output) -> Output
    static var _name: String { get }
    var _children: [Mirror.Child] { get }
}

extension _KeyPathOperator {
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(_KeyPathInner(subscriber, self))
    }

    @inlinable @inline(__always)
    public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
        return answer.map({ .value(_value(of: $0)) }) { rest in
            AnyPublisher(_boxing: Publishers.Map(upstream: rest, transform: _value(of:)))
        }
    }
}

@frozen @usableFromInline
struct _KeyPathInner<Operator: _KeyPathOperator, Downstream: Subscriber>: _PassThrough
where Downstream.Input == Operator.Output, Downstream.Failure == Operator.Failure {
    @usableFromInline typealias Input = Operator.Upstream.Output
    @usableFromInline typealias Failure = Operator.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let mapping: Operator

    @inlinable @inline(__always)
    init(_ downstream: Downstream, _ mapping: Operator) {
        self.downstream = downstream
        self.mapping = mapping
    }

    @usableFromInline var description: String { Operator._name }
    @usableFromInline var customMirror: Mirror { Mirror(self, children: mapping._children) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(mapping._value(of: input))
    }
}
