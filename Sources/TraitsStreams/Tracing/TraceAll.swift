#if TRAITS_TRACE_ALL
    // A build with `-DTRAITS_TRACE_ALL`: each subscription that passes `subscribe(_:)`, as subscriptions of operators and
    // sinks do, is traced under the name of the publisher's row.

    extension Publisher {
        /// Subscribes with a node that records everything, if a trace wants the name of the publisher's row.
        @usableFromInline
        func _subscribeTraced<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
            // A publisher that has been given a name records itself.
            guard let recorder = _TraceHook.recorder, !(self is any _NamedTrace) else {
                return receive(subscriber: subscriber)
            }
            let name = recorder.name(of: type(of: self))
            guard _isTraced(name) else { return receive(subscriber: subscriber) }
            _trace(self, name, nil, nil, nil, subscriber)
        }
    }

    /// A publisher that records itself.
    package protocol _NamedTrace {}

    /// Records that a node has left out values on this thread.
    @usableFromInline
    func _traceDropped(_ count: Int) { _TraceHook.recorder?.note(.dropped(count)) }

    /// Records the number of values that a node keeps.
    @usableFromInline
    func _traceBuffered(_ count: Int) { _TraceHook.recorder?.note(.buffered(count)) }
#endif
