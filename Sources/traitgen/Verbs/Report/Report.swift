import TraitgenCore

/// The JSON output of a run. It is collected, and written when the run is over.
///
/// JSONOutput.md documents the form. Raise ``version`` when a member changes its meaning or is removed; a new member needs no
/// new version.
final class Report: CommandReport {
    static let version = 1

    private var diagnostics: [JSONValue] = []
    /// The result of a verb; nil if the verb didn't get so far.
    var result: JSONValue?
    private var files: [JSONValue] = []

    /// Lines for readers are left out: the result has what they say.
    func add(line: String) {}

    func add(file path: String, _ effect: FileEffect) {
        files.append(["path": .text(path), "effect": .text(effect.rawValue)])
        listFiles()
    }

    /// Makes the files the result.
    func listFiles() { result = ["files": .list(files)] }

    func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic.json) }

    /// Adds a line for standard error: `error: …`, `note: …`, or either of them after a place.
    func add(error line: String) {
        for severity in ["error", "warning", "note"] {
            guard let range = line.firstRange(of: "\(severity): ") else { continue }
            let place = line[..<range.lowerBound]
            guard place.isEmpty || place.hasSuffix(": ") else { continue }
            var members: [JSONValue.Member] = [
                .init(name: "id", value: .null), .init(name: "severity", value: .text(severity)),
            ]
            members += Self.members(ofPlace: place.dropLast(2))
            members.append(.init(name: "message", value: .text(String(line[range.upperBound...]))))
            diagnostics.append(.object(members))
            return
        }
        diagnostics.append(["id": .null, "severity": "note", "message": .text(line)])
    }

    private static func members(ofPlace place: Substring) -> [JSONValue.Member] {
        let parts = place.split(separator: ":")
        guard parts.count > 2, let line = Int(parts[parts.count - 2]),
            let column = Int(parts[parts.count - 1])
        else { return [] }
        let path = parts.dropLast(2).joined(separator: ":")
        return SourceLocation(path: path, line: line, column: column).members
    }

    func document(verb: String, status: Int) -> String {
        let document: JSONValue = [
            "format": "traitgen", "version": .number(Self.version), "verb": .text(verb),
            "status": .number(status), "diagnostics": .list(diagnostics),
            "result": result ?? .null,
        ]
        return document.description
    }
}

extension SourceLocation {
    var members: [JSONValue.Member] {
        [
            .init(name: "path", value: .text(path)), .init(name: "line", value: .number(line)),
            .init(name: "column", value: .number(column)), .init(name: "length", value: .number(length)),
        ]
    }

    var json: JSONValue { .object(members) }
}

extension Diagnostic {
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "id", value: .text(id.rawValue)),
            .init(name: "severity", value: .text(severity.rawValue)),
        ]
        members += location.members
        members.append(.init(name: "message", value: .text(message)))
        let notes = notes.map { note -> JSONValue in
            .object(note.location.members + [.init(name: "message", value: .text(note.message))])
        }
        members.append(.init(name: "notes", value: .list(notes)))
        members.append(.init(name: "help", value: .optional(help)))
        return .object(members)
    }
}
