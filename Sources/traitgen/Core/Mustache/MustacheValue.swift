/// A value of a template's context: text, a condition, a list, or an object with named fields.
///
/// There are no numbers and no functions on purpose. All reasoning happens in Swift, before a template runs; a template only
/// lays out text.
public enum MustacheValue: Sendable, Equatable {
    /// Text. Interpolated as it is; as a section, true unless it is empty.
    case text(String)
    /// A condition. As a section it shows or hides its content.
    case truth(Bool)
    /// Zero or more values. As a section it repeats its content, once with each value on top of the stack.
    case list([MustacheValue])
    /// A list whose elements are made one by one, as the renderer reaches them.
    case elements(MustacheElements)
    /// Named fields. As a section it puts itself on top of the stack.
    case object([String: MustacheValue])
    /// Conditions of which one holds: the field of the given name is true, and all others are false. Many values share the
    /// names.
    case choice(String, among: Set<String>)

    /// The field called `name`, if this is an object that has one.
    func field(_ name: String) -> MustacheValue? {
        switch self {
        case .object(let fields): fields[name]
        case .choice(let chosen, let names): names.contains(name) ? .truth(name == chosen) : nil
        case .text, .truth, .list, .elements: nil
        }
    }

    /// The names of its fields; nil for values without fields.
    var fieldNames: [String]? {
        switch self {
        case .object(let fields): fields.keys.sorted()
        case .choice(_, let names): names.sorted()
        case .text, .truth, .list, .elements: nil
        }
    }

    /// Returns an object with more fields; other values are returned unchanged.
    func adding(_ more: [String: MustacheValue]) -> MustacheValue {
        guard case .object(let fields) = self else { return self }
        return .object(fields.merging(more) { _, new in new })
    }

    /// Indicates whether a section over this value shows its content.
    var isTruthy: Bool {
        switch self {
        case .text(let text): !text.isEmpty
        case .truth(let isTrue): isTrue
        case .list(let elements): !elements.isEmpty
        case .elements(let elements): elements.count > 0
        case .object, .choice: true
        }
    }
}

/// The elements of a list, made on demand. A list with an element for each row of a table would take more memory than the
/// table and the output together.
public struct MustacheElements: Sendable, Equatable {
    /// The number of elements.
    let count: Int
    /// Makes the element at a position.
    let element: @Sendable (Int) -> MustacheValue

    init(count: Int, _ element: @escaping @Sendable (Int) -> MustacheValue) {
        self.count = count
        self.element = element
    }

    /// Makes an element of each source.
    init<Source: Sendable>(_ sources: [Source], _ element: @escaping @Sendable (Source) -> MustacheValue) {
        self.init(count: sources.count) { element(sources[$0]) }
    }

    public static func == (first: MustacheElements, second: MustacheElements) -> Bool {
        first.count == second.count
            && (0..<first.count).allSatisfy { first.element($0) == second.element($0) }
    }
}

extension MustacheValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A condition.
    public init(booleanLiteral value: Bool) { self = .truth(value) }
    /// A list.
    public init(arrayLiteral elements: MustacheValue...) { self = .list(elements) }
    /// An object; of two fields with one name, the later counts.
    public init(dictionaryLiteral elements: (String, MustacheValue)...) {
        self = .object(Dictionary(elements) { _, later in later })
    }
}
