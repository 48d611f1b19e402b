#if TRAITS_TRACE_ALL
    // A build with `-DTRAITS_TRACE_ALL`: each subscription that passes `subscribe(_:)`, as those of operators and sinks do, is
    // traced under the name of the publisher's row.

    extension Publisher {
        /// Subscribes with a node that tells of everything, if a session wants the name of the publisher's row.
        @usableFromInline
        func _subscribeTraced<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
            // One that has a name of its own tells of itself.
            if _TraceSwitch.isOff || self is any _NamedTrace { return receive(subscriber: subscriber) }
            let row = _TraceRows.name(of: type(of: self))
            var name = row
            name.withUTF8 { _trace(self, $0, row, nil, _traceText, subscriber) }
        }
    }

    private protocol _NamedTrace {}
    extension Publishers.Trace: _NamedTrace {}
    extension Publishers.CustomTrace: _NamedTrace {}

    /// The names of rows, by type: to make one takes long.
    private enum _TraceRows {
        private static let lock = _Lock()
        // The lock guards it.
        nonisolated(unsafe) private static var known: [ObjectIdentifier: String] = [:]

        static func name(of type: Any.Type) -> String {
            if let name = lock.withLock({ known[ObjectIdentifier(type)] }) { return name }
            let name = TraceSpan.TypeName.type(type).row
            lock.withLock { known[ObjectIdentifier(type)] = name }
            return name
        }
    }

    /// A node has left out values that it was sent, on this thread.
    @usableFromInline
    func _traceDropped(_ count: Int) { _traceNote(.dropped(count)) }

    /// A node keeps so many of the values that it was sent, on this thread.
    @usableFromInline
    func _traceBuffered(_ count: Int) { _traceNote(.buffered(count)) }

    private func _traceNote(_ kind: TraceEvent.Kind) {
        if _TraceSwitch.isOff { return }
        let traced = _TraceThread.current._withUnsafeGuaranteedRef(\.innermost)
        traced?._withUnsafeGuaranteedRef { $0.note(kind) }
    }
#endif
