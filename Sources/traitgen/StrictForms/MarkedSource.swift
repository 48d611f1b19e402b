/// The methods of a source file whose strict forms are generated.
///
/// They are in blocks that begin with such a line:
///
///     #if !StrictIsolation  // strict: sending, @MainActor
///
/// The words after the colon say which forms a method has with `StrictIsolation`; see ``Forms``.
struct MarkedSource {
    /// The forms that a block asks for.
    struct Forms: Equatable {
        /// `sending` or `@Sendable`, the word at each closure, which the stream may run anywhere.
        var word: String
        /// `@MainActor`: publishers that promise the main actor have an overload, whose closures belong to it.
        var hasMainActor = false
        /// `disfavored`: that overload is written by hand. It is preferred in either case.
        var isDisfavored = false
    }

    /// The methods of one extension, or of one type.
    struct Extension {
        /// The declaration up to the brace, as in `extension Publisher where Failure == Never`.
        var header: String
        var methods: [(method: Method, forms: Forms)]
    }

    struct Fault: Error, Equatable, CustomStringConvertible {
        var description: String
    }

    let path: String
    /// The lines that import the modules which its public methods need.
    private(set) var imports: [String] = []
    private(set) var extensions: [Extension] = []

    init(_ text: String, path: String) throws(Fault) {
        self.path = path
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let declaration = #/^(?:[a-z@].*)?\b(?:extension|struct|class|enum) /#
        let block = #/( *)#if !StrictIsolation +// strict: (.*)/#
        var header = ""
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if line.hasPrefix("public import ") { imports.append("\(line.dropFirst("public ".count))\n") }
            if line.contains(declaration) {
                header = String(line)
                while !header.contains("{"), index < lines.count {
                    header += " " + lines[index].drop { $0 == " " }
                    index += 1
                }
            }
            guard let match = line.wholeMatch(of: block) else { continue }
            guard let end = lines[index...].firstIndex(of: match.1 + "#endif") else {
                throw Fault(description: "\(path):\(index): the block has no end")
            }
            try add(lines[index..<end], of: header, forms: Forms(match.2, at: "\(path):\(index)"))
            index = end
        }
    }

    private mutating func add(
        _ lines: ArraySlice<Substring>, of header: String, forms: Forms
    ) throws(Fault) {
        let header = Self.extensionHeader(header)
        let indentation = lines.first?.prefix { $0 == " " }.count ?? 0
        var rest = lines.map { $0.dropFirst(indentation) }[...]
        while !rest.isEmpty {
            guard let method = Method(removingFrom: &rest) else {
                throw Fault(description: "\(path): a method in a marked block of '\(header)' can't be read")
            }
            if extensions.last?.header != header { extensions.append(Extension(header: header, methods: [])) }
            extensions[extensions.count - 1].methods.append((method, forms))
        }
    }

    /// The header of an extension, for methods of an extension or of a type itself.
    private static func extensionHeader(_ text: String) -> String {
        let header = text.dropLast().trimmingPrefix("nonisolated ")
        if header.hasPrefix("extension") { return header.split(separator: " ").joined(separator: " ") }
        let name = header.firstMatch(of: /\b(?:struct|class|enum) (\w+)/)?.1 ?? ""
        return "extension \(name)"
    }
}

extension MarkedSource.Forms {
    init(_ text: Substring, at place: String) throws(MarkedSource.Fault) {
        var words = text.split(separator: ", ").map(String.init)
        let first = words.isEmpty ? "" : words.removeFirst()
        hasMainActor = words == ["@MainActor"]
        isDisfavored = hasMainActor || words == ["disfavored"]
        guard ["sending", "@Sendable"].contains(first), words.isEmpty || isDisfavored else {
            throw MarkedSource.Fault(
                description:
                    "\(place): '\(text)' isn't 'sending' or '@Sendable' and then '@MainActor' or 'disfavored'"
            )
        }
        word = first
    }
}
