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
) -> AnyPublisher<Upstream.Output, Upstream.Failure> { _rest(Publishers.Trace(upstream, name, place)) }

/// Returns a Boolean value that indicates whether a trace wants a name.
@usableFromInline @inline(never)
func _isTraced(_ name: _TraceName) -> Bool {
    let start = UnsafeRawPointer(name.start)
    let bytes = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: strlen(name.start))
    return _TraceHook.recorder?.wants(bytes) ?? false
}

func _isTraced(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { _TraceHook.recorder?.wants($0) ?? false }
}

/// Subscribes with a node that records everything, if a trace wants the name.
func _trace<Upstream: Publisher, S: Subscriber>(
    _ upstream: Upstream, _ name: String, _ values: TraceValues?, _ place: _TracePlace?,
    _ text: ((Upstream.Output) -> String)?, _ subscriber: S
) where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    let start = _TraceStart(
        name: name, values: values, place: place, publisher: Upstream.self, object: _identity(of: upstream),
        subscriber: _subscriberType(of: subscriber), promise: _TracePromise.of(upstream))
    guard let record = _TraceHook.recorder?.begin(start) else {
        return upstream.receive(subscriber: subscriber)
    }
    if S._drops {
        _TraceNode(subscriber, record, text).subscribe(to: upstream)
    } else {
        _TraceNode(_Owned(subscriber), record, text).subscribe(to: upstream)
    }
}

/// The address of a publisher that is an object.
private func _identity<P: Publisher>(of publisher: P) -> UInt? {
    P.self is AnyClass ? withUnsafeBytes(of: publisher) { $0.load(as: UInt.self) } : nil
}
