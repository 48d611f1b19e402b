#if os(Linux) && compiler(>=6.3)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The functions that are being called on this thread, the innermost first.
    struct _CallStack {
        private(set) var frames: [Frame] = []

        struct Frame {
            /// The file with the code: the program itself, or a library.
            var image: String
            /// The function's name as Swift writes it, if the file still has its symbols.
            var function: String?

            /// Whether this is the runtime of Swift, at a look where it runs.
            var isOfConcurrency: Bool {
                image.contains("libswift_Concurrency") || function?.hasPrefix("swift_task_") ?? false
            }
        }

        /// Looks up the present stack.
        init() {
            var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 128)
            let count = unsafe _backtrace(&addresses, Int32(addresses.count))
            var tables: [String: _SymbolTable?] = [:]
            for case let address? in addresses.prefix(Int(count)) {
                var info = _ImageInfo()
                guard unsafe _dladdr(address, &info) != 0, let name = unsafe info.fileName else { continue }
                let image = unsafe String(cString: name)
                // The program's own name may be relative to a folder that it has left.
                if tables[image] == nil {
                    let isThere = unsafe access(image, R_OK) == 0
                    tables[image] = .some(_SymbolTable(path: isThere ? image : "/proc/self/exe"))
                }
                // A return address may be the first of the next function.
                let offset = UInt(bitPattern: address) - 1
                let symbol = tables[image]??.name(at: UInt64(offset), loadedAt: UInt64(info.base))
                frames.append(Frame(image: image, function: symbol.map(Self.demangled)))
            }
        }

        /// Whether the names of functions are known, of those outside of the system's libraries.
        var hasSymbols: Bool {
            frames.contains { $0.function?.contains("TraitsRuntime._CallStack") ?? false }
        }

        /// Whether one queue works for another one synchronously: there is code between its functions.
        var hasNestedQueues: Bool {
            let isQueue = frames.map { $0.image.contains("libdispatch") }
            return zip(isQueue.dropFirst(), isQueue).count { $0 && !$1 } > 1
        }

        private static func demangled(_ symbol: String) -> String {
            guard let text = unsafe _demangle(symbol, UInt(symbol.utf8.count), nil, nil, 0) else {
                return symbol
            }
            defer { unsafe free(text) }
            return unsafe String(cString: text)
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

    @_silgen_name("swift_demangle") private func _demangle(
        _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
        _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
#endif
