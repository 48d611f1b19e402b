#if os(Linux) && compiler(>=6.3)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// The functions of a program or a library, as its file lists them (ELF, 64 bits).
    ///
    /// It is read when the program is about to stop, and from the file: what is loaded has the names of exported functions
    /// alone.
    struct _SymbolTable {
        private let bytes: UnsafeRawBufferPointer
        private var symbols: Range<Int> = 0..<0
        private var names = 0
        /// Where the file says that its code begins; the code is loaded elsewhere.
        private var isRelocatable = false

        /// `nil` if the file can't be read or has been stripped. What it has read stays until the program ends.
        init?(path: String) {
            let file = unsafe open(path, O_RDONLY)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let size = Int(lseek(file, 0, SEEK_END))
            guard size > 64, let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
                unsafe start != MAP_FAILED
            else { return nil }
            unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
            guard integer(UInt32.self, 0) == 0x464C_457F, integer(UInt8.self, 4) == 2 else { return nil }
            isRelocatable = integer(UInt16.self, 16) == 3
            guard findTable() else { return nil }
        }

        /// A line of the table, as it lies in the file.
        private struct Symbol {
            var name: UInt32
            var info: UInt8
            var other: UInt8
            var section: UInt16
            var start: UInt64
            var size: UInt64

            /// Whether this is a function, and one that is defined in this file.
            var isDefinedFunction: Bool { info & 15 == 2 && section != 0 }
        }

        /// The symbol of the function that an address is in.
        ///
        /// - Complexity: O(n) in the symbols of the file: 100,000 in a larger program. So it reads them by a pointer, which
        ///   is fast in debug builds, too: another thread may end the program before the report is written.
        func name(at address: UInt64, loadedAt base: UInt64) -> String? {
            guard symbols.lowerBound % MemoryLayout<Symbol>.alignment == 0 else { return nil }
            let offset = isRelocatable ? address &- base : address
            let table = unsafe (bytes.baseAddress! + symbols.lowerBound).assumingMemoryBound(to: Symbol.self)
            let count = symbols.count / MemoryLayout<Symbol>.stride
            var index = 0
            while index < count {
                let start = unsafe table[index].start
                if offset >= start, unsafe offset &- start < max(table[index].size, 1),
                    unsafe table[index].isDefinedFunction
                {
                    return unsafe text(at: names + Int(table[index].name))
                }
                index += 1
            }
            return nil
        }

        /// Finds the section with the symbols of all functions, and the one with their names.
        private mutating func findTable() -> Bool {
            guard let sections = integer(UInt64.self, 40).map(Int.init), let size = integer(UInt16.self, 58),
                let count = integer(UInt16.self, 60)
            else { return false }
            for index in 0..<Int(count) {
                let section = sections + index * Int(size)
                guard integer(UInt32.self, section + 4) == 2, let start = integer(UInt64.self, section + 24),
                    let length = integer(UInt64.self, section + 32),
                    let link = integer(UInt32.self, section + 40),
                    let text = integer(UInt64.self, sections + Int(link) * Int(size) + 24)
                else { continue }
                symbols = Int(start)..<min(Int(start + length), bytes.count)
                names = Int(text)
                return true
            }
            return false
        }

        private func integer<I: FixedWidthInteger>(_: I.Type, _ offset: Int) -> I? {
            guard offset >= 0, offset + MemoryLayout<I>.size <= bytes.count else { return nil }
            return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: I.self)
        }

        private func text(at offset: Int) -> String? {
            guard bytes.indices.contains(offset) else { return nil }
            return unsafe String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
        }
    }
#endif
