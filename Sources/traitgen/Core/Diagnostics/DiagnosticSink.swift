/// Collects the findings of a run.
///
/// All stages of a run share one sink and report as they go. The order of the stages is meaningless to a reader, so the
/// findings are sorted by their places in the text.
package final class DiagnosticSink {
    private(set) var diagnostics: [Diagnostic] = []

    package init() {}

    var count: Int { diagnostics.count }
    package var isEmpty: Bool { diagnostics.isEmpty }

    package func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    func report(_ diagnostics: [Diagnostic]) { self.diagnostics += diagnostics }

    package func report(
        _ id: DiagnosticID, at location: SourceLocation, _ message: String, notes: [Diagnostic.Note] = [],
        help: String? = nil, missing: String? = nil
    ) {
        var diagnostic = Diagnostic(id, at: location, message, notes: notes, help: help)
        diagnostic.missing = missing
        report(diagnostic)
    }

    /// The findings without duplicates, file by file, and in each file from top to bottom.
    ///
    /// - Parameter files: the order of the files; other files come last, in the order of their paths.
    func inTheOrderOfTheText(of files: [String] = []) -> [Diagnostic] {
        let places = Dictionary(zip(files, 0...)) { first, _ in first }
        var seen: Set<Diagnostic> = []
        // A mistake in a table that is imported twice is reported once.
        return diagnostics.filter { seen.insert($0).inserted }.sorted { left, right in
            let (first, second) = (places[left.location.path] ?? .max, places[right.location.path] ?? .max)
            return first == second ? left.location < right.location : first < second
        }
    }

    /// Throws the findings in the order of the text, if there are any.
    package func throwFindings(of files: [String] = []) throws(DiagnosticsError) {
        if !isEmpty { throw DiagnosticsError(inTheOrderOfTheText(of: files)) }
    }
}
