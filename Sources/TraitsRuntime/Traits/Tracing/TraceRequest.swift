#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// What is subscribed to what, and how a trace calls it.
// It is put together where tracing is on. A publisher or subscriber that generic code is given in place of it is kept in memory
// from the beginning, where it is retained and released even when tracing is off.
@usableFromInline
struct _TraceRequest<Upstream: Publisher, S: Subscriber>
where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    @usableFromInline let upstream: Upstream
    @usableFromInline let subscriber: S
    @usableFromInline let name: UnsafePointer<UInt8>
    @usableFromInline let place: _TracePlace

    @inlinable @inline(__always)
    init(
        _ upstream: Upstream, _ subscriber: __owned S, _ name: UnsafePointer<UInt8>, _ place: _TracePlace
    ) {
        self.upstream = upstream
        self.subscriber = subscriber
        self.name = name
        self.place = place
    }
}

@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _trace<Upstream: Publisher, S: Subscriber>(_ request: __owned _TraceRequest<Upstream, S>) {
    let name = _literal(request.name)
    _trace(
        request.upstream, name, String(decoding: name, as: UTF8.self), request.place, _traceText,
        request.subscriber)
}

@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _restTraced<Upstream: Publisher>(
    _ upstream: __owned Upstream, _ name: UnsafePointer<UInt8>, _ place: _TracePlace
) -> AnyPublisher<Upstream.Output, Upstream.Failure> { _rest(Publishers.Trace(upstream, name, place)) }

/// Whether a session wants a name. The first time, this looks at the environment.
@usableFromInline @inline(never)
func _isTraced(_ name: UnsafePointer<UInt8>) -> Bool { _TraceCenter.shared.isTraced(_literal(name)) }

/// The bytes of a literal, without the zero at their end.
private func _literal(_ start: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
        start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)))
}

/// Subscribes with a node that tells of everything, if a session wants the name.
func _trace<Upstream: Publisher, S: Subscriber>(
    _ upstream: Upstream, _ bytes: UnsafeBufferPointer<UInt8>, _ name: @autoclosure () -> String,
    _ place: _TracePlace?, _ text: @escaping (Upstream.Output) -> String, _ subscriber: S
) where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    let sessions = _TraceCenter.shared.sessions(for: bytes)
    if sessions.isEmpty { return upstream.receive(subscriber: subscriber) }
    let traced = _TracedSubscription(
        sessions, name: name(), source: place.map { .place($0) }, publisher: Upstream.self,
        object: _identity(of: upstream),
        subscriber: _subscriberType(of: subscriber), promise: _TracePromise.of(upstream))
    if S._drops {
        _TraceNode(subscriber, traced, text).subscribe(to: upstream)
    } else {
        _TraceNode(_Owned(subscriber), traced, text).subscribe(to: upstream)
    }
}

/// The address of a publisher that is an object.
private func _identity<P: Publisher>(of publisher: P) -> UInt? {
    P.self is AnyClass ? withUnsafeBytes(of: publisher) { $0.load(as: UInt.self) } : nil
}
