/// Renders templates, with options and with the partials that they may name.
///
/// ```
/// let renderer = MustacheRenderer(escape: .none, isStrict: true, partials: ["header": header])
/// let text = try renderer.render(template, with: ["name": "Single"])
/// ```
///
/// - Complexity: Time linear in the size of the output, plus one look-up through the context stack for each tag.
public struct MustacheRenderer: Sendable {
    /// The escaping of the text of a `{{name}}` tag. `{{{name}}}` and `{{&name}}` are never escaped.
    public enum Escape: Sendable {
        /// `&`, `<`, `>` and `"` become HTML's entities, as the specification says.
        case html
        /// Text stays as it is: right for source code, where `<` means `<`.
        case none
    }

    /// The escaping of the text of `{{name}}`.
    public var escape: Escape
    /// A Boolean value that indicates whether a name that no context has is an error. Then a typo can't vanish from the output
    /// silently.
    public var isStrict: Bool
    /// The partials by name.
    public var partials: [String: MustacheTemplate]

    /// The deepest nesting of partials; the renderer reports deeper nesting as infinite recursion.
    public static let deepestNesting = 200

    /// The deepest nesting of sections, including sections around partials.
    static let deepestSections = 1_000

    /// Creates a renderer; with the default arguments it conforms exactly to the specification.
    public init(
        escape: Escape = .html, isStrict: Bool = false, partials: [String: MustacheTemplate] = [:]
    ) {
        self.escape = escape
        self.isStrict = isStrict
        self.partials = partials
    }

    /// Renders a template with a context.
    ///
    /// - Throws: ``MustacheError`` with every name that is missing (if strict), every partial that does not exist (if strict;
    ///   otherwise it is empty, as the specification says), and an infinite recursion.
    public func render(
        _ template: MustacheTemplate, with context: MustacheValue
    ) throws(MustacheError) -> String {
        String(decoding: try bytes(template, with: context), as: UTF8.self)
    }

    /// Renders a template with a context, as UTF-8.
    func bytes(_ template: MustacheTemplate, with context: MustacheValue) throws(MustacheError) -> [UInt8] {
        var run = MustacheRun(renderer: self, stack: [context])
        run.render(template.nodes, of: template)
        if !run.faults.isEmpty { throw MustacheError(faults: run.faults) }
        return run.output
    }
}

/// The state of one rendering.
private struct MustacheRun {
    let renderer: MustacheRenderer
    var stack: [MustacheValue]
    var output: [UInt8] = []
    var faults: [MustacheError.Fault] = []

    private var indentation: [UInt8] = []
    private var nesting = 0
    private var depth = 0
    /// Indicates whether there is an infinite recursion: each further tag would only lead into it again.
    private var isEndless = false
    private var knownPlaces: Set<String> = []

    init(renderer: MustacheRenderer, stack: [MustacheValue]) {
        self.renderer = renderer
        self.stack = stack
    }

    mutating func render(_ nodes: [MustacheNode], of template: MustacheTemplate) {
        for node in nodes {
            if isEndless { return }
            switch node {
            case .lineStart:
                output.append(contentsOf: indentation)
            case .text(let range):
                output.append(contentsOf: template.source[range])
            case .variable(let path, let isRaw, let offset):
                guard let value = lookUp(path, at: offset, of: template) else { continue }
                write(value, isRaw: isRaw, path: path, at: offset, of: template)
            case .section(let path, let isInverted, let content, let offset):
                let value = lookUp(path, at: offset, of: template) ?? .truth(false)
                guard depth < MustacheRenderer.deepestSections else {
                    fault(
                        "sections nest deeper than \(MustacheRenderer.deepestSections)",
                        fix: "put a part into a partial that doesn't include itself", at: offset, of: template
                    )
                    isEndless = true
                    return
                }
                depth += 1
                if isInverted {
                    if !value.isTruthy { render(content, of: template) }
                } else {
                    renderSection(value, content, of: template)
                }
                depth -= 1
            case .partial(let name, let inner, let offset):
                renderPartial(name, indentation: inner, at: offset, of: template)
            }
        }
    }

    private mutating func renderSection(
        _ value: MustacheValue, _ content: [MustacheNode], of template: MustacheTemplate
    ) {
        switch value {
        case .list(let elements):
            for element in elements {
                stack.append(element)
                render(content, of: template)
                stack.removeLast()
            }
        case .elements(let elements):
            for index in 0..<elements.count {
                stack.append(elements.element(index))
                render(content, of: template)
                stack.removeLast()
            }
        case _ where !value.isTruthy:
            break
        case .truth:
            // A condition has nothing to look names up in, and `.` keeps its meaning inside it.
            render(content, of: template)
        case .text, .object, .choice:
            stack.append(value)
            render(content, of: template)
            stack.removeLast()
        }
    }

    private mutating func renderPartial(
        _ name: String, indentation inner: [UInt8], at offset: Int, of template: MustacheTemplate
    ) {
        guard let partial = renderer.partials[name] else {
            if renderer.isStrict {
                let names = renderer.partials.keys.sorted()
                let known = names.map { "'\($0)'" }.joined(separator: ", ")
                fault(
                    "there is no partial '\(name)'",
                    fix: Suggestion.didYouMean(name, among: names)
                        ?? (known.isEmpty ? "add a file for it" : "the partials are \(known)"),
                    at: offset, of: template)
            }
            return
        }
        guard nesting < MustacheRenderer.deepestNesting else {
            fault(
                "partial '\(name)' includes itself without end",
                fix: "put the tag into a section that becomes false", at: offset, of: template)
            isEndless = true
            return
        }
        nesting += 1
        let outer = indentation
        indentation += inner
        render(partial.nodes, of: partial)
        indentation = outer
        nesting -= 1
    }

    // MARK: Names

    /// Looks up the first part of a path from the top of the stack downwards, and the other parts only in its value.
    private mutating func lookUp(
        _ path: MustachePath, at offset: Int, of template: MustacheTemplate
    ) -> MustacheValue? {
        guard let first = path.parts.first else { return stack.last }
        var index = stack.count - 1
        while index >= 0 {
            if var value = stack[index].field(first) {
                for part in path.parts.dropFirst() {
                    guard let next = value.field(part) else {
                        missing(path, among: value, at: offset, of: template)
                        return nil
                    }
                    value = next
                }
                return value
            }
            index -= 1
        }
        missing(path, among: stack.last { $0.hasFields }, at: offset, of: template)
        return nil
    }

    private mutating func missing(
        _ path: MustachePath, among value: MustacheValue?, at offset: Int, of template: MustacheTemplate
    ) {
        guard renderer.isStrict else { return }
        let names = value?.fieldNames ?? []
        fault(
            "nothing is called '\(path.text)' here",
            fix: Suggestion.didYouMean(path.parts.last ?? "", among: names)
                ?? (names.isEmpty ? "" : "the nearest names are \(names.joined(separator: ", "))"),
            at: offset, of: template)
    }

    private mutating func fault(
        _ message: String, fix: String, at offset: Int, of template: MustacheTemplate
    ) {
        // A tag inside a section over many rows fails once for each row; that is one mistake.
        guard knownPlaces.insert("\(offset) \(template.name)").inserted else { return }
        let (line, column) = mustachePosition(of: offset, in: template.source)
        faults.append(
            .init(template: template.name, line: line, column: column, message: message, fix: fix))
    }

    // MARK: Text

    private mutating func write(
        _ value: MustacheValue, isRaw: Bool, path: MustachePath, at offset: Int, of template: MustacheTemplate
    ) {
        switch value {
        case .text(let text):
            if isRaw || renderer.escape == .none {
                output.append(contentsOf: text.utf8)
            } else {
                writeEscaped(text)
            }
        case .truth(let isTrue):
            output.append(contentsOf: (isTrue ? "true" : "false").utf8)
        case .list, .elements, .object, .choice:
            if renderer.isStrict {
                fault(
                    "'\(path.text)' is no text", fix: "open it as a section, '{{#\(path.text)}}'",
                    at: offset, of: template)
            }
        }
    }

    private mutating func writeEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
            default: output.append(byte)
            }
        }
    }
}

extension MustacheValue {
    fileprivate var hasFields: Bool {
        switch self {
        case .object, .choice: true
        case .text, .truth, .list, .elements: false
        }
    }
}
