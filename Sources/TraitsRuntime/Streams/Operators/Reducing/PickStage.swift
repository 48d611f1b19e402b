// `first` and `last` are one: they differ in whether a value that is found ends the search.

/// Which of the values that qualify is wanted.
public protocol _Pick {
    /// Whether it is the first of them, rather than the last.
    static var isFirst: Bool { get }
    /// The operator's name without a condition, with one, and with one that may throw.
    static var names: (plain: String, where: String, tryWhere: String) { get }
}

@frozen
public enum _PickFirst: _Pick {
    @inlinable @inline(__always) public static var isFirst: Bool { true }
    // The names that Combine prints.
    public static var names: (plain: String, where: String, tryWhere: String) {
        ("First", "TryFirst", "TryFirstWhere")
    }
}

@frozen
public enum _PickLast: _Pick {
    @inlinable @inline(__always) public static var isFirst: Bool { false }
    public static var names: (plain: String, where: String, tryWhere: String) {
        ("Last", "LastWhere", "TryLastWhere")
    }
}

/// The stage of `first()` and `last()`.
@frozen
public struct _PickStage<Input, UpstreamFailure: Error, Pick: _Pick>: _ReduceStage {
    public var soFar: Input?

    @inlinable
    init() {}

    public static var name: String { Pick.names.plain }

    @inlinable
    public mutating func receive(_ input: Input) -> _ReduceStep<UpstreamFailure> {
        soFar = input
        return Pick.isFirst ? .done : .more
    }
}

/// The stage of `first(where:)`, `last(where:)` and their throwing twins.
@frozen
public struct _PickWhereStage<Input, Twin: _Twin, Pick: _Pick>: _TwinReduceStage {
    public typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline let found = _Cell<Input?>(nil)

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    public static var name: String { Twin.name(Pick.names.where, Pick.names.tryWhere) }

    @inlinable
    public var soFar: Input? { found.value }

    @inlinable
    public mutating func receive(_ input: Input) -> _ReduceStep<Twin.Failure> {
        do { guard try predicate(input) else { return .more } } catch { return .fail(Twin.thrown(error)) }
        found.value = input
        return Pick.isFirst ? .done : .more
    }
}
