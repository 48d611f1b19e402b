internal import TracePage
import TraitsRuntime

/// A JSON text under construction.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func object(_ body: (inout JSONText) -> Void) { enclosed("{", "}", body) }

    mutating func array<Element>(
        _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
    ) {
        enclosed("[", "]") { for element in elements { body(&$0, element) } }
    }

    /// Begins a member of an object, whose value follows.
    mutating func key(_ key: String) {
        separate()
        _writeJSON(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func add(_ text: String) {
        separate()
        _writeJSON(text, to: &bytes)
    }

    mutating func add(_ number: Int) {
        separate()
        bytes += String(number).utf8
    }

    mutating func add(_ flag: Bool) {
        separate()
        bytes += (flag ? "true" : "false").utf8
    }

    private mutating func enclosed(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONText) -> Void
    ) {
        separate()
        bytes.append(UInt8(ascii: opening))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: closing))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
