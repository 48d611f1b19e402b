// `first` and `last` share their code: they differ in whether a found value ends the search.

/// The choice between the first and the last of the values that qualify.
@usableFromInline
protocol _Pick {
    /// A Boolean value that indicates whether the first value is wanted, rather than the last.
    static var isFirst: Bool { get }
    /// The operator's names: without a condition, with a condition, and with a throwing condition.
    static var names: (plain: String, where: String, tryWhere: String) { get }
}

@frozen @usableFromInline
enum _PickFirst: _Pick {
    @inlinable @inline(__always) static var isFirst: Bool { true }
    // The names that Combine prints.
    @usableFromInline static var names: (plain: String, where: String, tryWhere: String) {
        ("First", "TryFirst", "TryFirstWhere")
    }
}

@frozen @usableFromInline
enum _PickLast: _Pick {
    @inlinable @inline(__always) static var isFirst: Bool { false }
    @usableFromInline static var names: (plain: String, where: String, tryWhere: String) {
        ("Last", "LastWhere", "TryLastWhere")
    }
}

/// The reduction of `first()` and `last()`.
@frozen @usableFromInline
struct _PickReduction<Input, UpstreamFailure: Error, Pick: _Pick>: OperatorReduction {
    /// The value found so far. In a cell, because a value that is replaced may send into this stage from its `deinit`.
    @usableFromInline let found = _Cell<Input?>(nil)

    @inlinable
    init() {}

    @usableFromInline static var name: String { Pick.names.plain }

    @inlinable
    func result() -> Input? { found.value }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<UpstreamFailure> {
        _replace(&found.value, with: input)
        return Pick.isFirst ? .done : .more
    }
}

/// The reduction of `first(where:)`, `last(where:)` and their throwing variants.
@frozen @usableFromInline
struct _PickWhereReduction<Input, Twin: _Twin, Pick: _Pick>: _TwinReduction {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline let found = _Cell<Input?>(nil)

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name(Pick.names.where, Pick.names.tryWhere) }

    @inlinable
    func result() -> Input? { found.value }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Twin.Failure> {
        do { guard try predicate(input) else { return .more } } catch { return .fail(Twin.thrown(error)) }
        _replace(&found.value, with: input)
        return Pick.isFirst ? .done : .more
    }
}
