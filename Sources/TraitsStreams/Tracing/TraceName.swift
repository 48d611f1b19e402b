/// The choice whether a trace shows the values of a stream.
public enum TraceValues: Sendable, Hashable {
    /// Each value is described, and each error.
    case shown
    /// A trace shows when a value comes, and not which. The value is never described.
    case hidden
}

/// A file and a line, in one word: the address of a literal has 48 bits, and the line has the rest.
public struct _TracePlace: Sendable {
    @usableFromInline let word: UInt64

    @inlinable @inline(__always)
    package init(_ file: StaticString, _ line: UInt) {
        word = UInt64(UInt(bitPattern: file.utf8Start)) | UInt64(min(line, 0xffff)) << 48
    }

    /// The place as a trace shows it: `App/Screen.swift:21`.
    public var text: String { "\(String(cString: _literal(in: word))):\(word >> 48)" }
}

/// A literal name with the choice for values, in one word: the address of a literal has 48 bits.
@usableFromInline
package struct _TraceName {
    @usableFromInline let word: UInt64

    @inlinable @inline(__always)
    package init(_ name: StaticString, _ values: TraceValues?) {
        let choice: UInt64 =
            switch values {
            case nil: 0
            case .shown: 1
            case .hidden: 2
            }
        word = UInt64(UInt(bitPattern: name.utf8Start)) | choice << 48
    }

    package var start: UnsafePointer<CChar> { _literal(in: word) }
    package var text: String { String(cString: start) }

    package var values: TraceValues? {
        switch word >> 48 {
        case 1: .shown
        case 2: .hidden
        default: nil
        }
    }
}

private func _literal(in word: UInt64) -> UnsafePointer<CChar> {
    // A literal is part of the program, so its address isn't zero.
    UnsafePointer(bitPattern: UInt(truncatingIfNeeded: word & 0xffff_ffff_ffff))!
}
