// How deep erasers stand in one another, which ``_Knot`` needs to know.

/// A publisher over one other: an eraser in there is one in here.
public protocol _Operator<Output, Failure>: Publisher {
    associatedtype Upstream: Publisher

    var upstream: Upstream { get }
}

extension _Operator {
    @inlinable @inline(__always)
    public var _nesting: UInt8 { upstream._nesting }
}

// The operators that aren't made of a stage.

extension Publishers.Map: _Operator {}
extension Publishers.Scan: _Operator {}
extension Publishers.CollectByCount: _Operator {}
extension Publishers.ReplaceEmpty: _Operator {}
extension Publishers.IgnoreOutput: _Operator {}
extension Publishers.Drop: _Operator {}
extension Publishers.AssertNoFailure: _Operator {}
extension Publishers.SetFailureType: _Operator {}
extension Publishers.MapError: _Operator {}
extension Publishers.ReplaceError: _Operator {}
extension Publishers.Share: _Operator {}
extension Publishers.Multicast: _Operator {}
extension Publishers.FlatMap: _Operator {}
extension Publishers.SwitchToLatest: _Operator {}
extension Publishers.Catch: _Operator {}
extension Publishers.TryCatch: _Operator {}
extension Publishers.Retry: _Operator {}
extension Publishers.DropUntilOutput: _Operator {}
extension Publishers.PrefixUntilOutput: _Operator {}
extension Publishers.Breakpoint: _Operator {}
extension Publishers.Print: _Operator {}
extension Publishers.HandleEvents: _Operator {}
extension Publishers.SubscribeOn: _Operator {}
extension Publishers.Debounce: _Operator {}
extension Publishers.Timeout: _Operator {}
extension Publishers.Throttle: _Operator {}
extension Publishers.CollectByTime: _Operator {}
extension Publishers.Delay: _Operator {}
extension Publishers.ReceiveOn: _Operator {}
extension Publishers.MeasureInterval: _Operator {}
extension Publishers.Buffer: _Operator {}

extension TraitPublishers.RetryWhen: _Operator {}
extension TraitPublishers.SwitchIfEmpty: _Operator {}
extension TraitPublishers.Materialize: _Operator {}
extension TraitPublishers.MapToResult: _Operator {}
extension TraitPublishers.AndThen: _Operator {}
extension TraitPublishers.ShareReplay: _Operator {}
extension TraitPublishers.PreventCancellation: _Operator {}
extension TraitPublishers.DelaySubscription: _Operator {}
extension TraitPublishers.TimeoutFailing: _Operator {}

// MARK: - Operators over more than one publisher

extension Publishers.Concatenate {
    @inlinable @inline(__always)
    public var _nesting: UInt8 { Swift.max(prefix._nesting, suffix._nesting) }
}

extension Publishers.Merge {
    @inlinable @inline(__always)
    public var _nesting: UInt8 { Swift.max(a._nesting, b._nesting) }
}

extension Publishers.Zip {
    @inlinable @inline(__always)
    public var _nesting: UInt8 { Swift.max(a._nesting, b._nesting) }
}

extension Publishers.CombineLatest {
    @inlinable @inline(__always)
    public var _nesting: UInt8 { Swift.max(a._nesting, b._nesting) }
}
