#if os(Linux) && compiler(>=6.3)
    /// The files whose code is being run on this thread, the innermost call first. They are certain, unlike the names of
    /// functions, which a program need not have.
    struct _CallStack {
        private var images: [String] = []
        private var isComplete = true

        /// Looks up the present stack.
        init() {
            var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 256)
            let count = unsafe Int(_backtrace(&addresses, Int32(addresses.count)))
            isComplete = count < addresses.count
            for case let address? in addresses.prefix(count) {
                var info = _ImageInfo()
                guard unsafe _dladdr(address, &info) != 0, let name = unsafe info.fileName else { continue }
                images.append(unsafe String(cString: name))
            }
        }

        /// A Boolean value that indicates whether the caller of Swift's concurrency runtime is a function. A cast to a
        /// conformance of an actor asks as well, from Swift's core library, and stops nothing. A program that is linked
        /// statically doesn't show the difference.
        var isOfAFunction: Bool {
            let callers = images.drop { !$0.contains("libswift_Concurrency") }
                .drop { $0.contains("libswift_Concurrency") }
            return callers.first.map { !$0.contains("libswiftCore") } ?? false
        }

        /// A Boolean value that indicates whether one queue may be working for another one synchronously: code stands
        /// between calls of Dispatch.
        var mayHaveNestedQueues: Bool {
            let isQueue = images.map { $0.contains("libdispatch") }
            return !isComplete || zip(isQueue.dropFirst(), isQueue).count { $0 && !$1 } > 1
        }
    }

    /// `Dl_info`, which the headers hide from Swift.
    private struct _ImageInfo {
        var fileName: UnsafePointer<CChar>?
        var base: UInt = 0
        var symbolName: UnsafePointer<CChar>?
        var symbolAddress: UInt = 0
    }

    @_silgen_name("backtrace") private func _backtrace(
        _ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ count: Int32
    ) -> Int32

    @_silgen_name("dladdr") private func _dladdr(
        _ address: UnsafeRawPointer, _ info: UnsafeMutableRawPointer
    ) -> Int32
#endif
