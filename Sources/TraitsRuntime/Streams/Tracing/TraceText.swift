/// A value as a trace shows it: strings in quotes, and no more than sixty characters.
func _traceText<Value>(_ value: Value) -> String {
    // A cast takes longer than all else that is done for an event.
    if Value.self == Int.self { return String(unsafeBitCast(value, to: Int.self)) }
    if Value.self == String.self { return quoted(unsafeBitCast(value, to: String.self)) }
    if let string = value as? String { return quoted(string) }
    return shortened(String(describing: value))
}

private let limit = 60

private func quoted(_ text: String) -> String {
    var text = shortened(text)
    let quote = UInt8(ascii: "\"")
    return text.withUTF8 { bytes in
        String(unsafeUninitializedCapacity: bytes.count + 2) { buffer in
            buffer[0] = quote
            for index in bytes.indices { buffer[index + 1] = bytes[index] }
            buffer[bytes.count + 1] = quote
            return bytes.count + 2
        }
    }
}

private func shortened(_ text: String) -> String {
    guard text.utf8.count > limit,
        let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
        end < text.endIndex
    else { return text }
    return text[..<end] + "…"
}
