#if canImport(Glibc)
    import Glibc

    /// The heap of this process.
    @_spi(Samples) public enum Heap {
        /// The number of bytes in use, in all threads. Freed memory that a thread keeps for later counts too, up to a limit.
        public static var size: Int {
            var text: UnsafeMutablePointer<CChar>?
            var length = 0
            guard let stream = open_memstream(&text, &length), let writeInfo else { return 0 }
            _ = writeInfo(0, stream)
            fclose(stream)
            defer { free(text) }
            guard let text else { return 0 }
            let info = String(cString: text)
            // The memory taken from the system, without the free parts of it.
            return number(after: #"<system type="current" size=""#, in: info)
                + number(after: #"<total type="mmap" count=""#, in: info, skipping: 1)
                - number(after: #"<total type="fast" count=""#, in: info, skipping: 1)
                - number(after: #"<total type="rest" count=""#, in: info, skipping: 1)
        }

        private typealias WriteInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

        /// `malloc_info`, which Swift's module of the C library leaves out.
        private static let writeInfo: WriteInfo? = dlsym(nil, "malloc_info").map {
            unsafeBitCast($0, to: WriteInfo.self)
        }

        /// Returns the number after the last occurrence of a prefix; the totals stand after the parts.
        ///
        /// - Parameter skipping: The number of other numbers in between.
        private static func number(after prefix: String, in info: String, skipping: Int = 0) -> Int {
            var found = 0
            for line in info.split(separator: "\n") where line.hasPrefix(prefix) {
                let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }
                if numbers.count > skipping { found = numbers[skipping] }
            }
            return found
        }
    }
#endif
