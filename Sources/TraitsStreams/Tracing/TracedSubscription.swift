/// Returns a Boolean value that indicates whether a trace wants a name.
package func _isTraced(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { _TraceHook.recorder?.wants($0) ?? false }
}

/// Subscribes with a node that records everything, if a trace wants the name.
package func _trace<Upstream: Publisher, S: Subscriber>(
    _ upstream: Upstream, _ name: String, _ values: TraceValues?, _ place: _TracePlace?,
    _ text: ((Upstream.Output) -> String)?, _ subscriber: S
) where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    guard let recorder = _TraceHook.recorder else { return upstream.receive(subscriber: subscriber) }
    let start = _TraceStart(
        name: name, values: values, place: place, publisher: Upstream.self, object: _identity(of: upstream),
        missed: _missedValues(of: upstream),
        subscriber: _subscriberType(of: subscriber), promise: recorder.promise(of: upstream))
    guard let record = recorder.begin(start) else { return upstream.receive(subscriber: subscriber) }
    if S._drops {
        _TraceNode(subscriber, record, text).subscribe(to: upstream)
    } else {
        _TraceNode(_Owned(subscriber), record, text).subscribe(to: upstream)
    }
}

/// The number of values that a subject sent while nobody was subscribed.
// Not inlined: with a cast to an internal protocol inside, the compiler would keep ``_trace`` out of clients, and with it more
// instructions for each value of streams that nobody traces.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
@usableFromInline
func _missedValues(of publisher: Any) -> Int {
    (publisher as? any _MissedValues)?.missedValues ?? 0
}

/// A publisher that counts the values that it sent while nobody was subscribed.
protocol _MissedValues {
    var missedValues: Int { get }
}

/// The address of a publisher that is an object.
private func _identity<P: Publisher>(of publisher: P) -> UInt? {
    P.self is AnyClass ? withUnsafeBytes(of: publisher) { $0.load(as: UInt.self) } : nil
}
