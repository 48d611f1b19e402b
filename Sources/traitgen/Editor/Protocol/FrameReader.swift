/// Cuts a stream of bytes into the bodies of messages.
///
/// A header begins each body, and says its length. Bytes that are no header are skipped up to the next header, with one fault.
struct FrameReader {
    /// A part of the stream.
    enum Frame: Equatable {
        case body([UInt8])
        /// Bytes that aren't part of a message, with a description of the mistake.
        case fault(String)
    }

    /// The largest number of bytes in a header.
    static let longestHeader = 4096
    /// The largest number of bytes in a body.
    static let longestBody = 1 << 28

    private var bytes: [UInt8] = []
    private var start = 0
    private static let name = Array("content-length:".utf8)

    mutating func add(_ piece: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += piece
    }

    /// The next part of the stream; nil if its bytes aren't there yet.
    mutating func next() -> Frame? {
        guard start < bytes.count else { return nil }
        guard let end = endOfHeader() else {
            guard bytes.count - start > Self.longestHeader else { return nil }
            return skip(1, "a header has more than \(Self.longestHeader) bytes")
        }
        guard let length = length(in: bytes[start..<end]) else {
            return skip(end - start, "a header has no Content-Length, or one that is no length")
        }
        guard length <= Self.longestBody else { return skip(end - start, "a message has \(length) bytes") }
        guard bytes.count - end >= length else { return nil }
        start = end + length
        return .body(Array(bytes[end..<start]))
    }

    /// One past the empty line that ends the header.
    private func endOfHeader() -> Int? {
        var lineStart = start
        for index in start..<min(bytes.count, start + Self.longestHeader) where bytes[index] == 0x0A {
            let line = bytes[lineStart..<index]
            if line.isEmpty || line.elementsEqual([0x0D]) { return index + 1 }
            lineStart = index + 1
        }
        return nil
    }

    /// The length that a header gives; nil if it gives none, or several.
    private func length(in header: ArraySlice<UInt8>) -> Int? {
        var lengths: [Int?] = []
        for line in header.split(separator: 0x0A) {
            guard let value = Self.value(of: line) else { continue }
            let isNumber = value.allSatisfy { (0x30...0x39).contains($0) }
            lengths.append(isNumber ? Int(String(decoding: value, as: UTF8.self)) : nil)
        }
        return lengths.count == 1 ? lengths[0] : nil
    }

    /// The text behind `Content-Length:`, without blanks; nil for another line.
    private static func value(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.count > name.count,
            zip(line, name).allSatisfy({ $0 == $1 || ((0x41...0x5A).contains($0) && $0 + 0x20 == $1) })
        else { return nil }
        func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }
        let value = line.dropFirst(name.count).drop(while: isBlank)
        return value.lastIndex { !isBlank($0) }.map { value[...$0] } ?? []
    }

    /// Skips some bytes, and those up to the next header.
    private mutating func skip(_ count: Int, _ message: String) -> Frame {
        let from = start + count
        start = bytes.count
        var index = from
        while index + Self.name.count <= bytes.count {
            if bytes[index] | 0x20 == Self.name[0],
                Self.value(of: bytes[index..<min(bytes.count, index + Self.name.count + 1)]) != nil
            {
                start = index
                break
            }
            index += 1
        }
        // The end may be the beginning of a header.
        if start == bytes.count { start = max(from, bytes.count - Self.name.count) }
        return .fault(message)
    }

    /// A body behind its header.
    static func frame(_ body: String) -> [UInt8] {
        Array("Content-Length: \(body.utf8.count)\r\n\r\n".utf8) + Array(body.utf8)
    }
}
