/// The templates of one run: templates with an output, and partials.
///
/// The name of a template is its file's name without `.mustache`. A template whose name begins with `_` is a partial, which
/// others include with `{{> _name}}`. Each other template gives one file: `Operators.traits` and `Eraser.mustache` give
/// `Operators+Eraser.swift`.
public struct TemplateSet: Sendable {
    /// A template as it was read from a folder.
    public struct Source: Sendable {
        /// The path, for errors.
        public var path: String
        /// The text.
        public var text: String

        /// Creates a source from a path and a text.
        public init(path: String, text: String) {
            self.path = path
            self.text = text
        }

        /// The file's name without its folder and extension.
        var name: String {
            let file = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
            return String(file.hasSuffix(".mustache") ? file.dropLast(".mustache".count) : file)
        }
    }

    /// The templates that have an output, sorted by name.
    let outputs: [(name: String, template: MustacheTemplate)]
    /// Every template by its name; partials are looked up here.
    let partials: [String: MustacheTemplate]

    /// Reads templates.
    ///
    /// - Parameter sources: The files of one or more folders. Of two files with one name, the later counts: a user's folder
    ///   after the shipped folder replaces templates of the same names, and adds others.
    /// - Throws: ``DiagnosticsError`` with all faults of the templates.
    public init(_ sources: [Source]) throws(DiagnosticsError) {
        var byName: [String: Source] = [:]
        for source in sources { byName[source.name] = source }

        var templates: [String: MustacheTemplate] = [:]
        let diagnostics = DiagnosticSink()
        for (name, source) in byName.sorted(by: { $0.key < $1.key }) {
            do {
                templates[name] = try MustacheTemplate(source.text, name: source.path)
            } catch {
                diagnostics.report(error.diagnostics)
            }
        }
        try diagnostics.throwFindings()
        partials = templates
        outputs = templates.filter { !$0.key.hasPrefix("_") }
            .sorted { $0.key < $1.key }
            .map { (name: $0.key, template: $0.value) }
    }

    /// Indicates whether a template contains a name.
    func mention(_ name: String) -> Bool {
        partials.values.contains { String(decoding: $0.source, as: UTF8.self).contains(name) }
    }

    /// The names of the templates that have an output, sorted.
    public var outputNames: [String] { outputs.map(\.name) }
}

extension MustacheError {
    /// The faults in the form that all stages report.
    var diagnostics: [Diagnostic] {
        faults.map { fault in
            Diagnostic(
                .badTemplate,
                at: SourceLocation(path: fault.template, line: fault.line, column: fault.column),
                fault.message, help: fault.fix.isEmpty ? nil : fault.fix)
        }
    }
}
