import TraitsRuntime

/// The texts of a trace. Each text has a limit in bytes, which applies while the text is made.
enum TraceText {
    /// The text of a value that is hidden.
    static let hidden = "…"

    /// The greatest number of bytes of a name.
    static let mostName = 256
    /// The greatest number of bytes of a text that the program makes of a value.
    static let mostCustom = 1024

    /// Returns a value as a trace shows it: strings in quotes, and at most sixty characters.
    static func brief<Value>(_ value: Value) -> String {
        // A cast takes longer than all other work for an event.
        if Value.self == Int.self { return String(unsafeBitCast(value, to: Int.self)) }
        if Value.self == String.self { return quoted(unsafeBitCast(value, to: String.self)) }
        if let string = value as? String { return quoted(string) }
        var text = BriefText(limit: mostBytes, asciiLimit: 2 * mostCharacters)
        text.describe(value)
        return characters(text.text, isCut: text.isFull)
    }

    /// Returns the first bytes of a text, up to the end of a Unicode scalar.
    static func cut(_ text: String, to limit: Int) -> String {
        text.utf8.count <= limit ? text : prefix(text, limit) + "…"
    }

    /// Returns the first Unicode scalars of a text, at most `limit` bytes of them. Takes no longer for a longer text.
    static func prefix(_ text: some StringProtocol, _ limit: Int) -> String {
        var bytes = Array(text.utf8.prefix(limit + 1))
        guard bytes.count > limit else { return String(text) }
        var end = limit
        while end > 0, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        bytes.removeSubrange(end...)
        return String(decoding: bytes, as: UTF8.self)
    }

    // Sixty characters of four bytes, and some that carry accents.
    private static let mostBytes = 320
    private static let mostCharacters = 60

    private static func quoted(_ text: String) -> String {
        let isLong = text.utf8.count > mostBytes
        return "\"\(characters(isLong ? prefix(text, mostBytes) : text, isCut: isLong))\""
    }

    private static func characters(_ text: String, isCut: Bool) -> String {
        // A text of fewer bytes has fewer characters.
        guard text.utf8.count > mostCharacters,
            let end = text.index(text.startIndex, offsetBy: mostCharacters, limitedBy: text.endIndex),
            end < text.endIndex
        else { return isCut ? text + "…" : text }
        return text[..<end] + "…"
    }
}

/// A description of a value that ends when it is full.
///
/// Collections, optionals, tuples, structures and enumerations are traversed until then. A type's own `description` can't be
/// stopped: its result is cut.
struct BriefText: ~Copyable {
    private(set) var text = ""
    private let limit: Int
    /// The limit that applies as long as each byte is a character.
    private let asciiLimit: Int
    private var isASCII = true
    private var depth = 0
    private(set) var isFull = false

    init(limit: Int, asciiLimit: Int? = nil) {
        self.limit = limit
        self.asciiLimit = asciiLimit ?? limit
    }

    mutating func add(_ more: some StringProtocol) {
        if isFull { return }
        // A character of ASCII has one byte; a line break may have two.
        if isASCII, !more.utf8.allSatisfy({ $0 < 0x80 }) { isASCII = false }
        let room = (isASCII ? min(limit, asciiLimit) : limit) - text.utf8.count
        if more.utf8.count <= room {
            text += more
        } else {
            text += TraceText.prefix(more, room)
            isFull = true
        }
    }

    /// Adds a value as `String(describing:)` does.
    mutating func describe(_ value: Any) {
        if isFull { return }
        switch value {
        case let value as any BriefTextConvertible: nested { value.add(to: &$0) }
        case let value as any TextOutputStreamable: add(String(describing: value))
        case let value as any CustomStringConvertible: add(value.description)
        case let value as any CustomDebugStringConvertible: add(value.debugDescription)
        default: nested { $0.reflect(value) }
        }
    }

    /// Adds a value as `debugPrint` does: collections and structures show their contents in this way.
    mutating func debug(_ value: Any) {
        if isFull { return }
        switch value {
        case let value as String: add(TraceText.prefix(value, limit).debugDescription)
        case let value as any BriefTextConvertible: nested { value.add(to: &$0) }
        case let value as any CustomDebugStringConvertible: add(value.debugDescription)
        default: describe(value)
        }
    }

    mutating func list(_ elements: some Sequence<Any>, _ opening: String, _ closing: String) {
        add(opening)
        var isFirst = true
        for element in elements {
            if isFull { return }
            if !isFirst { add(", ") }
            isFirst = false
            debug(element)
        }
        add(closing)
    }

    /// Limits the depth of nested values, so that every stack is large enough.
    private mutating func nested(_ body: (inout BriefText) -> Void) {
        guard depth < 16 else { return add("…") }
        depth += 1
        body(&self)
        depth -= 1
    }

    private mutating func reflect(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .tuple: members(mirror.children, "(")
        case .struct:
            add(_typeName(mirror.subjectType, qualified: false))
            members(mirror.children, "(")
        case .enum:
            guard let child = mirror.children.first else { return add(String(describing: value)) }
            add(child.label ?? "")
            if Mirror(reflecting: child.value).displayStyle == .tuple {
                debug(child.value)
            } else {
                add("(")
                debug(child.value)
                add(")")
            }
        case .collection, .set: list(mirror.children.lazy.map(\.value), "[", "]")
        default: add(String(describing: value))
        }
    }

    private mutating func members(_ children: Mirror.Children, _ opening: String) {
        add(opening)
        var isFirst = true
        for (label, child) in children {
            if isFull { return }
            if !isFirst { add(", ") }
            isFirst = false
            // Unnamed members of a tuple have numbers as labels.
            if let label, label.first != "." { add("\(label): ") }
            debug(child)
        }
        add(")")
    }
}

/// A type of the standard library whose own description would describe all its values.
private protocol BriefTextConvertible {
    func add(to text: inout BriefText)
}

extension BriefTextConvertible where Self: Sequence {
    fileprivate func add(to text: inout BriefText) {
        text.list(lazy.map { $0 as Any }, "[", "]")
    }
}

extension Array: BriefTextConvertible {}
extension ArraySlice: BriefTextConvertible {}
extension ContiguousArray: BriefTextConvertible {}
extension Set: BriefTextConvertible {}

extension Dictionary: BriefTextConvertible {
    fileprivate func add(to text: inout BriefText) {
        if isEmpty { return text.add("[:]") }
        text.add("[")
        var isFirst = true
        for (key, value) in self {
            if text.isFull { return }
            if !isFirst { text.add(", ") }
            isFirst = false
            text.debug(key)
            text.add(": ")
            text.debug(value)
        }
        text.add("]")
    }
}

extension Optional: BriefTextConvertible {
    fileprivate func add(to text: inout BriefText) {
        guard case .some(let value) = self else { return text.add("nil") }
        text.add("Optional(")
        text.debug(value)
        text.add(")")
    }
}

extension Substring: BriefTextConvertible {
    fileprivate func add(to text: inout BriefText) { text.add(self) }
}
