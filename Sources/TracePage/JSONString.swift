/// Adds a text as a string of JSON, in one line.
package func _writeJSON(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): bytes += "\\n".utf8
        case 0..<0x20:
            bytes += "\\u00".utf8
            bytes += [byte >> 4, byte & 15].map { $0 < 10 ? 48 + $0 : 87 + $0 }
        default: bytes.append(byte)
        }
    }
    bytes.append(UInt8(ascii: "\""))
}
