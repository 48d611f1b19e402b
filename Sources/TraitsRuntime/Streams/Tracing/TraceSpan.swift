/// A subscription that is traced, from its beginning to its end.
// Safe to share: it never changes. Names of types are made when they are written, on the thread that writes.
public final class TraceSpan: @unchecked Sendable {
    enum TypeName {
        case text(String)
        case type(Any.Type)
    }

    /// A number that no other subscription has, from 1.
    public let id: UInt64
    /// The name that was given to the publisher.
    public let name: String
    /// The subscription inside of whose beginning this one was made.
    public let parent: UInt64?
    /// The subscription inside of whose value this one was made.
    public let cause: UInt64?
    /// The trait that the publisher promises to keep, such as `Single`.
    public let promise: String?
    /// The identity of the publisher, if it is an object.
    public let object: UInt?

    enum Place {
        case text(String)
        case place(_TracePlace)
    }

    private let place: Place?
    private let publisherName: TypeName
    private let subscriberName: TypeName?

    init(
        id: UInt64, name: String, parent: UInt64?, cause: UInt64?, source: Place?, publisher: TypeName,
        subscriber: TypeName?, promise: String?, object: UInt?
    ) {
        self.id = id
        self.name = name
        self.parent = parent
        self.cause = cause
        place = source
        self.promise = promise
        self.object = object
        publisherName = publisher
        subscriberName = subscriber
    }

    /// Creates a subscription that isn't one of the running program, such as that of a recording.
    public convenience init(
        id: UInt64, name: String, publisher: String, source: String? = nil, parent: UInt64? = nil
    ) {
        self.init(
            id: id, name: name, parent: parent, cause: nil, source: source.map { .text($0) },
            publisher: .text(publisher),
            subscriber: nil, promise: nil, object: nil)
    }

    /// The file and line where the publisher was named: `App/Screen.swift:21`.
    public var source: String? {
        switch place {
        case .text(let text): text
        case .place(let place): place.text
        case nil: nil
        }
    }

    /// The publisher's type without the names of modules: `Publishers.Map<Just<Int>, String>`.
    public var publisher: String { publisherName.text }

    /// The row of an operator table that the publisher's type has, if it is generic or not: `Publishers.Map`.
    public var row: String { publisherName.row }

    /// Whether the promise rests on a method such as `uncheckedSingle()`.
    public var isUnchecked: Bool {
        promise != nil && publisherName.qualified.contains("TraitPublishers.Unchecked")
    }

    /// The subscriber: an operator of this library, `sink`, or the name of a type.
    public var subscriber: String? { subscriberName?.subscriber }
}

extension TraceSpan.TypeName {
    /// The longest name that is written.
    private static var limit: Int { 80 }

    fileprivate var qualified: String {
        switch self {
        case .text(let text): text
        case .type(let type): _typeName(type, qualified: true)
        }
    }

    fileprivate var text: String {
        let text = Self.withoutModules(qualified)
        return text.utf8.count <= Self.limit ? text : String(text.prefix(Self.limit - 1)) + "…"
    }

    var row: String {
        var (row, depth) = ("", 0)
        for character in Self.withoutModules(qualified) {
            if character == "<" { depth += 1 }
            if depth == 0 { row.append(character) }
            if character == ">" { depth -= 1 }
        }
        return row
    }

    /// What holds a subscriber doesn't count, and the subscribers of this library have the names of their operators.
    fileprivate var subscriber: String {
        var name = Substring(qualified)
        while let wrapper = ["_Owned<", "_SubscriberBox<"].first(where: {
            name.hasPrefix("TraitsRuntime." + $0)
        }) {
            name = name.dropFirst("TraitsRuntime.".count + wrapper.count).dropLast()
        }
        if name.hasPrefix("TraitsRuntime."), let known = _OperatorNames.operator(of: String(name)) {
            return known
        }
        return TraceSpan.TypeName.text(String(name)).row
    }

    /// `TraitsRuntime.Publishers.Map<Swift.Int>` is `Publishers.Map<Int>`.
    private static func withoutModules(_ name: String) -> String {
        var result = ""
        // The first name of each path is a module's.
        var path: [Substring] = []
        var word = name.startIndex
        func flush(_ end: String.Index) {
            path.append(name[word..<end])
            result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
            path = []
        }
        var index = name.startIndex
        while index < name.endIndex {
            let character = name[index]
            if character == "." {
                path.append(name[word..<index])
                word = name.index(after: index)
            } else if !(character.isLetter || character.isNumber || character == "_") {
                flush(index)
                result.append(character)
                word = name.index(after: index)
            }
            index = name.index(after: index)
        }
        flush(name.endIndex)
        return result.replacing("(extension in TraitsRuntime):", with: "")
    }
}

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
