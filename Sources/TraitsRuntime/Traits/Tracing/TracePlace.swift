/// A file and a line, in one word: the address of a literal has 48 bits, and the line has the rest.
@usableFromInline
struct _TracePlace {
    @usableFromInline let word: UInt64

    @inlinable @inline(__always)
    init(_ file: StaticString, _ line: UInt) {
        word = UInt64(UInt(bitPattern: file.utf8Start)) | UInt64(min(line, 0xffff)) << 48
    }

    var text: String {
        let address = UInt(truncatingIfNeeded: word & 0xffff_ffff_ffff)
        guard Self.isPossible, let file = UnsafePointer<CChar>(bitPattern: address) else { return "" }
        return "\(String(cString: file)):\(word >> 48)"
    }

    /// Whether this system has such addresses.
    private static let isPossible = {
        let literal: StaticString = "here"
        return UInt64(UInt(bitPattern: literal.utf8Start)) >> 48 == 0
    }()
}
