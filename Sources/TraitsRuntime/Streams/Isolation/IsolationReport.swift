#if os(Linux) && compiler(>=6.3)
    /// What is written before the program stops because a closure of an actor was called elsewhere.
    struct _IsolationReport {
        /// The actor that the closure belongs to, as a sentence names it.
        var actor: String
        /// What delivers there.
        var remedy: String
        var stack: _CallStack

        /// Whether a publisher of this library called the closure. Where the symbols have been stripped, nobody knows.
        var isOfAPublisher: Bool {
            !stack.hasSymbols || calls.contains { $0.function?.contains("TraitsRuntime.") ?? false }
        }

        /// Whether a cast looks for a conformance that belongs to an actor, and no closure was called at all.
        var isOfACast: Bool { calls.first?.function == "swift_isInConformanceExecutionContext" }

        func write() {
            let operators = _OperatorNames.operators(in: calls.compactMap(\.function)).map { "'\($0)'" }
            var text = "Fatal error: a closure that belongs to \(actor) was called elsewhere.\n"
            if let closure { text += "    closure:    \(closure)\n" }
            if !operators.isEmpty { text += "    called by:  \(operators.joined(separator: ", behind "))\n" }
            text += "    called on:  \(Self.place)\n"
            text += """
                    What helps:
                    - '\(remedy)' ahead of that operator delivers on the actor.
                    - A closure that uses nothing of the actor runs anywhere once it is Sendable: { @Sendable value in … }
                    - With the package trait 'StrictIsolation' the compiler finds such closures.

                """
            _writeToStandardError(text)
        }

        /// What has been called since the runtime looked, the closure first.
        private var calls: some Collection<_CallStack.Frame> {
            stack.frames.drop { !$0.isOfConcurrency }.drop { $0.isOfConcurrency }
        }

        private var closure: String? {
            calls.first?.function.map { $0.replacing("partial apply forwarder for ", with: "") }
        }

        private static var place: String {
            guard let name = unsafe _labelOfQueue(nil) else { return "a thread of no queue" }
            let label = unsafe String(cString: name)
            let isGlobal = label.hasPrefix("com.apple.root.")
            return label.isEmpty
                ? "a queue without a label" : "the \(isGlobal ? "global queue" : "queue") '\(label)'"
        }
    }

    @_silgen_name("dispatch_queue_get_label") private func _labelOfQueue(
        _ queue: UnsafeRawPointer?
    ) -> UnsafePointer<CChar>?
#endif
