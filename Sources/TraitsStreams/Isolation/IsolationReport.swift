#if os(Linux) && compiler(>=6.3)
    /// The text that is written before the program stops because code of an actor was called elsewhere.
    struct _IsolationReport {
        /// The actor that the code belongs to, as a sentence names it.
        var actor: String
        /// The call that delivers there.
        var remedy: String

        /// Swift's runtime writes the closure's file and line next.
        func write() {
            _writeToStandardError(
                """
                Fatal error: code that belongs to \(actor) was called elsewhere, on \(Self.place).
                    If a publisher calls that code, a closure in most cases:
                    - '\(remedy)' ahead of the operator that takes the closure delivers on the actor.
                    - A closure that uses nothing of the actor runs anywhere once it is Sendable: { @Sendable value in … }
                    - With the package trait 'StrictIsolation' the compiler finds such closures.
                    Where it is:

                """)
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
