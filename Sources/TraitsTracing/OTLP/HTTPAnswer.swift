/// The answer to a request, read from bytes as they arrive.
///
/// The bytes come from outside: an answer that is endless, garbled or hostile costs at most ``mostBytes``, and each byte is
/// read once. Interim answers (`100 Continue`, `103 Early Hints`) are skipped.
struct HTTPAnswer {
    private enum Part {
        /// The line of the status or of a field.
        case head
        /// Bytes up to a known length.
        case body(left: Int)
        /// Bytes up to the end of the connection.
        case openBody
        case chunkSize
        case chunk(left: Int)
        /// The empty line after a chunk.
        case chunkEnd
        /// Fields after the last chunk.
        case trailer
        case complete
        case garbled
    }

    /// The greatest number of bytes that are read. Without a status by then, the server sends no answer.
    static let mostBytes = 1 << 16

    private(set) var status = 0
    /// The number of seconds after which the server wants to be asked again.
    private(set) var retryAfter: Int?
    private(set) var body: [UInt8] = []

    private var part = Part.head
    private var line: [UInt8] = []
    private var isInFields = false
    private var length: Int?
    private var isChunked = false
    private var size = 0

    /// A Boolean value that indicates whether nothing more has to be read.
    var isComplete: Bool { if case .complete = part { true } else { size >= Self.mostBytes || isGarbled } }

    /// A Boolean value that indicates whether the server doesn't speak HTTP.
    private var isGarbled: Bool { if case .garbled = part { true } else { false } }

    /// A Boolean value that indicates whether the status can be relied on: all fields have been read.
    var hasStatus: Bool {
        switch part {
        case .head, .garbled: false
        default: true
        }
    }

    /// Takes the next bytes. Bytes after the answer's end are ignored.
    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            if isComplete { return }
            size += 1
            add(byte)
        }
    }

    private mutating func add(_ byte: UInt8) {
        switch part {
        case .body(let left), .chunk(let left):
            body.append(byte)
            if left > 1 {
                if case .chunk = part { part = .chunk(left: left - 1) } else { part = .body(left: left - 1) }
            } else if case .chunk = part {
                part = .chunkEnd
            } else {
                part = .complete
            }
        case .openBody: body.append(byte)
        case .complete, .garbled: break
        case .head, .chunkSize, .chunkEnd, .trailer:
            if byte != UInt8(ascii: "\n") { return line.append(byte) }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            line.removeAll(keepingCapacity: true)
            end(text)
        }
    }

    private mutating func end(_ line: String) {
        switch part {
        case .head where !isInFields: begin(line)
        case .head where line.isEmpty: endHead()
        case .head: addField(line)
        case .chunkSize:
            let digits = line.prefix { $0 != ";" }.trimmingSpaces
            guard let size = Self.number(digits, radix: 16) else { return part = .garbled }
            part = size == 0 ? .trailer : .chunk(left: size)
        case .chunkEnd: part = line.isEmpty ? .chunkSize : .garbled
        case .trailer where line.isEmpty: part = .complete
        default: break
        }
    }

    /// Reads `HTTP/1.1 200 OK`.
    private mutating func begin(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
            let number = Self.number(words[1]), (100...599).contains(number)
        else { return part = .garbled }
        status = number
        isInFields = true
    }

    private mutating func addField(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].trimmingSpaces
        switch line[..<colon].lowercased() {
        case "content-length": length = Self.number(value)
        case "transfer-encoding": isChunked = value.lowercased().hasSuffix("chunked")
        // A date is left aside: the clocks may differ.
        case "retry-after": retryAfter = Self.number(value)
        default: break
        }
    }

    private mutating func endHead() {
        if status < 200, status != 101 {
            (status, isInFields, length, isChunked, retryAfter) = (0, false, nil, false, nil)
        } else if status == 101 || status == 204 || status == 304 {
            part = .complete
        } else if isChunked {
            part = .chunkSize
        } else if let length {
            part = length == 0 ? .complete : .body(left: length)
        } else {
            part = .openBody
        }
    }

    /// Reads a number of digits only. A number that is too large for `Int` becomes `Int.max`.
    static func number(_ digits: some StringProtocol, radix: Int = 10) -> Int? {
        guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
            digits.allSatisfy({ $0.isASCII && $0.hexDigitValue.map { $0 < radix } == true })
        else { return nil }
        return Int(digits, radix: radix) ?? .max
    }
}
