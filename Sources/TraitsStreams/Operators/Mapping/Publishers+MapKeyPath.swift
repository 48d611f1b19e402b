// `map` of key paths, its publishers and their mappings are written by Templates/_MapKeyPath.mustache.

/// The common part of the three key path operators: each value is mapped to one value, and nothing else happens.
@usableFromInline
protocol _KeyPathOperator<Output, Failure>: _StageOperator where _Stage == _KeyPathStage<_Mapping, Failure> {
    associatedtype _Mapping: _KeyPathMapping
    where _Mapping.Input == Upstream.Output, _Mapping.Output == Output

    var _mapping: _Mapping { get }
}

extension _KeyPathOperator {
    @inlinable @inline(__always)
    var _stage: _Stage { .init(_mapping) }
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

/// The stage of such an operator.
@frozen @usableFromInline
struct _KeyPathStage<Mapping: _KeyPathMapping, Failure: Error>: OperatorStage {
    @usableFromInline typealias Input = Mapping.Input
    @usableFromInline typealias Output = Mapping.Output
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _PassesSubscription = _Yes

    @usableFromInline let mapping: Mapping

    @inlinable @inline(__always)
    init(_ mapping: Mapping) { self.mapping = mapping }

    @usableFromInline static var name: String { Mapping.name }

    @inlinable @inline(__always)
    func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Output {
        downstream._receive(mapping.value(of: input), live: live)
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> OperatorStep<Output, Failure> { .next(mapping.value(of: input)) }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        mapping.children
    }
}
