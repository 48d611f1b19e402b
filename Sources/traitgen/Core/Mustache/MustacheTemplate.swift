/// A parsed template: the tree of its tags.
///
/// The language is Mustache as its public specification defines it: variables, sections, inverted sections,
/// comments, partials with indentation, standalone lines, set delimiters, dotted names and the implicit iterator.
/// The optional modules (lambdas, inheritance) are left out: a template that can call code hides rules.
///
/// One difference, for the sake of generated source: an empty line of an indented partial stays empty, where
/// the specification is silent and blind indentation would leave trailing blanks.
///
/// - Complexity: Reading takes time linear in the size of the text.
public struct MustacheTemplate: Sendable {
    /// The template's name: the path that errors show.
    public let name: String

    let source: [UInt8]
    let nodes: [MustacheNode]

    /// Reads a template.
    ///
    /// - Parameters:
    ///   - text: The template.
    ///   - name: Its name in errors, usually its path.
    /// - Throws: ``MustacheError`` with the place of an unclosed tag or section, a closing tag without an opening tag, a bad
    ///   delimiter, or a tag without a name.
    public init(_ text: String, name: String) throws(MustacheError) {
        self.name = name
        source = Array(text.utf8)
        var parser = MustacheParser(name: name, source: source)
        nodes = try parser.parse()
    }
}

/// A piece of a template. Its offset is the beginning of its tag, for errors.
indirect enum MustacheNode: Sendable {
    /// The beginning of a line of output; writes the indentation of the surrounding partial tags.
    case lineStart
    /// A range of the template's own text.
    case text(Range<Int>)
    case variable(MustachePath, isRaw: Bool, offset: Int)
    case section(MustachePath, isInverted: Bool, content: [MustacheNode], offset: Int)
    case partial(name: String, indentation: [UInt8], offset: Int)
}

/// A dotted name; no parts is the implicit iterator, `.`.
struct MustachePath: Sendable, Equatable {
    let parts: [String]

    var text: String { parts.isEmpty ? "." : parts.joined(separator: ".") }
}

/// Turns an offset into the line and column that people read.
func mustachePosition(of offset: Int, in source: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, source.count) where source[index] == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
    }
    return (line, offset - lineStart + 1)
}
