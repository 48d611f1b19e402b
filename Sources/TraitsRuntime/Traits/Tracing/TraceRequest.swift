#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A publisher, its subscriber, and the name and place that a trace shows.
// It is put together where tracing is on. If generic code were given a publisher or subscriber instead, it would be kept in
// memory from the beginning, and retained and released there even when tracing is off.
@usableFromInline
struct _TraceRequest<Upstream: Publisher, S: Subscriber>
where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    @usableFromInline let upstream: Upstream
    @usableFromInline let subscriber: S
    @usableFromInline let name: _TraceName
    @usableFromInline let place: _TracePlace

    @inlinable @inline(__always)
    init(_ upstream: Upstream, _ subscriber: __owned S, _ name: _TraceName, _ place: _TracePlace) {
        self.upstream = upstream
        self.subscriber = subscriber
        self.name = name
        self.place = place
    }
}

@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _trace<Upstream: Publisher, S: Subscriber>(_ request: __owned _TraceRequest<Upstream, S>) {
    _trace(
        request.upstream, request.name.text, request.name.values, request.place, nil, request.subscriber)
}

@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _restTraced<Upstream: Publisher>(
    _ upstream: __owned Upstream, _ name: _TraceName, _ place: _TracePlace
) -> AnyPublisher<Upstream.Output, Upstream.Failure> { _rest(MorePublishers.Trace(upstream, name, place)) }

/// Returns a Boolean value that indicates whether a trace wants a name.
@usableFromInline @inline(never)
func _isTraced(_ name: _TraceName) -> Bool {
    let start = UnsafeRawPointer(name.start)
    let bytes = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: strlen(name.start))
    return _TraceHook.recorder?.wants(bytes) ?? false
}

#if TRAITS_TRACE_ALL
    extension MorePublishers.Trace: _NamedTrace {}
    extension MorePublishers.CustomTrace: _NamedTrace {}
#endif
