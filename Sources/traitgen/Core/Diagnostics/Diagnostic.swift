/// A message to the author of a table, with the place and a way to mend it.
///
/// Every stage reports through this one type: parser, checker and renderer. Its text is the form
/// that build systems and editors understand:
///
/// ```
/// Operators.traits:7:10: error: `Publishers.Map` has two rows [duplicate-row]
/// Operators.traits:3:10: note: the first is here
/// Operators.traits:7:10: note: remove one of them
/// ```
public struct Diagnostic: Error, Hashable, Sendable {
    /// The severity: an error stops generation, a warning doesn't.
    public enum Severity: String, Hashable, Sendable {
        /// Nothing is generated.
        case error
        /// Output is generated nevertheless.
        case warning
    }

    /// A remark about another place.
    public struct Note: Hashable, Sendable {
        /// The place that the remark is about.
        public var location: SourceLocation
        /// The remark, without a full stop.
        public var message: String

        /// Creates a remark about a place.
        public init(_ location: SourceLocation, _ message: String) {
            self.location = location
            self.message = message
        }
    }

    /// The kind of mistake. Identifiers are stable: scripts may rely on them.
    public var id: DiagnosticID
    /// The severity of the mistake.
    public var severity: Severity
    /// The place of the mistake.
    public var location: SourceLocation
    /// The description of the mistake, without a full stop.
    public var message: String
    /// Remarks about other places, such as the first of two rows that contradict each other.
    public var notes: [Note]
    /// Advice for mending the mistake.
    public var help: String?
    /// The missing name, if the mistake is a name that wasn't found.
    var missing: String?

    /// Creates a diagnostic about a place.
    public init(
        _ id: DiagnosticID, at location: SourceLocation, _ message: String,
        notes: [Note] = [], help: String? = nil, severity: Severity = .error
    ) {
        self.id = id
        self.severity = severity
        self.location = location
        self.message = message
        self.notes = notes
        self.help = help
    }

    /// Creates a diagnostic about a name that wasn't found.
    init(
        _ id: DiagnosticID, at location: SourceLocation, _ message: String, notes: [Note] = [], help: String?,
        missing: String
    ) {
        self.init(id, at: location, message, notes: notes, help: help)
        self.missing = missing
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The lines to print, without a final line break.
    public var description: String {
        var lines = ["\(location): \(severity.rawValue): \(message) [\(id.rawValue)]"]
        for note in notes { lines.append("\(note.location): note: \(note.message)") }
        if let help { lines.append("\(location): note: \(help)") }
        return lines.joined(separator: "\n")
    }
}

/// The error of a stage without a result: all mistakes it found, in the order of the text.
public struct DiagnosticsError: Error, Sendable {
    /// The diagnostics, in the order of the text.
    public var diagnostics: [Diagnostic]

    /// Creates an error of diagnostics.
    public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
