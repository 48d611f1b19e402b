import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// A Boolean value that indicates whether diagnostics are left to find.
    package var hasWork: Bool {
        status == nil && (workspace.nextStale != nil || workspace.nextUnlinted != nil || workspace.hasNews)
    }

    /// Takes the next step of the analysis of one table, or publishes what has changed.
    ///
    /// Warnings stay until the new ones are known, unless an error has come or gone.
    ///
    /// - Parameter isUnwanted: Indicates whether a message waits. The search for warnings ends then, and begins again later.
    package func work(isUnwanted: () -> Bool = { false }) {
        if let table = workspace.nextStale {
            _ = workspace.analysis(of: table)
            // The diagnostics of one text may come from several tables.
            if workspace.nextStale == nil, workspace.hasErrors || showsErrors { publish() }
        } else if let table = workspace.nextUnderived {
            _ = workspace.model(of: table)
        } else if let table = workspace.nextUnlinted {
            workspace.lint(table, isUnwanted: isUnwanted)
        } else {
            publish()
        }
    }

    /// A Boolean value that indicates whether the editor shows an error.
    private var showsErrors: Bool {
        published.values.contains { $0.list.contains { $0["severity"].number == 1 } }
    }

    /// Publishes the diagnostics of all texts whose diagnostics have changed.
    func publish() {
        workspace.hasNews = false
        let findings = workspace.findings
        for path in Set(findings.keys).union(published.keys).sorted() {
            let text = workspace.text(of: path)
            let list = JSONValue.list((findings[path] ?? []).map { json($0, in: text) })
            guard published[path] ?? [] != list else { continue }
            published[path] = findings[path] == nil ? nil : list
            var members: [JSONValue.Member] = [
                .init(name: "uri", value: .text(workspace.uri(of: path))),
                .init(name: "diagnostics", value: list),
            ]
            if let version = workspace.documents[path]?.version {
                members.append(.init(name: "version", value: .number(version)))
            }
            notify("textDocument/publishDiagnostics", .object(members))
        }
    }

    func json(_ finding: Diagnostic, in text: SourceText?) -> JSONValue {
        let text = text ?? SourceText("")
        var message = finding.message
        if let help = finding.help { message += "\n\(help)" }
        var related: [JSONValue] = []
        for note in finding.notes {
            if showsRelatedPlaces, let place = location(note.location) {
                related.append(["location": place, "message": .text(note.message)])
            } else {
                message += "\n\(note.location.fileName):\(note.location.line): \(note.message)"
            }
        }
        var members: [JSONValue.Member] = [
            .init(name: "range", value: json(text.range(of: finding.location), in: text)),
            .init(name: "severity", value: .number(finding.severity == .error ? 1 : 2)),
            .init(name: "code", value: .text(finding.id.rawValue)),
            .init(name: "source", value: "traitgen"),
            .init(name: "message", value: .text(message)),
        ]
        if !related.isEmpty { members.append(.init(name: "relatedInformation", value: .list(related))) }
        return .object(members)
    }
}
