// A closure that belongs to an actor checks where it runs, and Swift's runtime stops the program if it runs elsewhere: on Linux
// with SIGILL and without a message. Before it does, the runtime asks a hook whether the code runs on the actor. Where the
// answer is certain, the hook here writes a report and answers "no". The runtime then writes the closure's file and line and
// stops the program.
//
// The hook is the one thing that runs before `main`, in programs for Linux: it stores one pointer in a variable that the
// runtime exports for this purpose, unless the program has a hook already, and calls nothing. A library has no other moment
// that comes before each check and that costs streams nothing; a subscription that installed it would pay for a check of
// its own. It is called only where a check is about to fail, or runs outside of a task.

#if os(Linux) && compiler(>=6.3) && canImport(Dispatch)
    import Dispatch

    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    enum _IsolationHook {
        /// The answer to the runtime: whether code runs on the executor that it asks about.
        private enum Answer: Int8 {
            case unknown = -1
            case elsewhere = 0
        }

        /// An executor as the runtime passes it: an object, and the implementation of the executor, which is zero for a default
        /// actor.
        private typealias Original = @convention(c) (UInt, UInt) -> Int8
        private typealias Hook = @convention(c) (UInt, UInt, UInt) -> Int8

        /// Runs when the program is loaded.
        static func install() {
            let address = unsafe unsafeBitCast(
                Symbol(function: _hookOfRuntime), to: (pointer: UInt, context: UInt).self
            ).pointer
            guard let pointer = unsafe UnsafeMutablePointer<Hook?>(bitPattern: address) else { return }
            // A hook that the program has installed takes precedence.
            guard unsafe pointer.pointee == nil else { return }
            unsafe pointer.pointee = { object, implementation, original in
                let answer = unsafe unsafeBitCast(original, to: Original.self)(object, implementation)
                guard answer == Answer.unknown.rawValue else { return answer }
                return _IsolationHook.answer(object, implementation).rawValue
            }
        }

        private struct Symbol {
            var function: () -> Void
        }

        private static func answer(_ object: UInt, _ implementation: UInt) -> Answer {
            let main = unsafe unsafeBitCast(MainActor.sharedUnownedExecutor, to: (UInt, UInt).self)
            let isMain = object == main.0
            if isMain {
                // The main thread counts as the main actor, whichever queue it works for.
                if _isOnMainQueue || _threadID() == getpid() { return .unknown }
            } else if implementation != 0 || object == 0 {
                // A custom executor knows itself where it runs.
                return .unknown
            }
            let stack = _CallStack()
            guard stack.isOfAFunction else { return .unknown }
            // Only the runtime can tell whether the queue works synchronously for the main queue, once that has left the
            // main thread.
            if isMain, stack.mayHaveNestedQueues { return .unknown }
            _IsolationReport(
                actor: isMain
                    ? "the main actor"
                    : unsafe "the actor \(type(of: unsafeBitCast(object, to: AnyObject.self)))",
                remedy: isMain ? "receive(on: .mainActor)" : "receive(on: #isolation)"
            ).write()
            return .elsewhere
        }
    }

    /// The variable of the runtime that holds the hook, of which only the address is used: there is no other way to a
    /// variable of the runtime that is there in programs which link it statically, too.
    @_silgen_name("swift_task_isIsolatingCurrentContext_hook") private func _hookOfRuntime()

    @_silgen_name("gettid") private func _threadID() -> pid_t

    // Unchecked: it isn't changed.
    @used @section(".init_array")
    nonisolated(unsafe) private let _installer: @convention(c) () -> Void = { _IsolationHook.install() }
#endif
