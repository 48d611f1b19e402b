import TraitgenCore
import TraitgenVerbs

/// The notifications about documents.
extension EditorServer {
    /// The path that stands for an address: that of the file, or the address itself for a text without a file.
    static func path(of uri: String) -> String { FileURI.path(of: uri).map(Path.normalized) ?? uri }

    func didOpen(_ parameters: JSONValue) {
        let item = parameters["textDocument"]
        guard let uri = item["uri"].text, let text = item["text"].text else { return }
        let path = Self.path(of: uri)
        let kind = TextKind(path: path) ?? item["languageId"].text.flatMap(Self.kind)
        workspace.open(
            OpenDocument(
                uri: uri, path: path, kind: kind, version: item["version"].number ?? 0, text: SourceText(text)
            ))
    }

    /// The kind of a text without a file, by its language.
    private static func kind(of language: String) -> TextKind? {
        switch language {
        case "traits": .table
        case "traits-samples": .samples
        case "traits-names": .names
        default: nil
        }
    }

    func didChange(_ parameters: JSONValue) {
        let item = parameters["textDocument"]
        guard let uri = item["uri"].text, var document = workspace.documents[Self.path(of: uri)] else {
            return
        }
        for change in parameters["contentChanges"].list {
            guard let text = change["text"].text else { continue }
            guard let range = range(change["range"], in: document.text) else {
                document.text = SourceText(text)
                continue
            }
            document.text.replace(range, with: text)
        }
        document.version = item["version"].number ?? document.version
        workspace.set(document)
    }

    func didSave(_ parameters: JSONValue) {
        guard let uri = parameters["textDocument"]["uri"].text else { return }
        workspace.changed(Self.path(of: uri))
    }

    func didClose(_ parameters: JSONValue) {
        guard let uri = parameters["textDocument"]["uri"].text else { return }
        workspace.close(Self.path(of: uri))
        publish()
    }

    func didChangeFiles(_ parameters: JSONValue) {
        // A table that appears may be part of an imported module.
        workspace.filesChanged()
    }
}

/// Positions and ranges, as the editor counts them.
extension EditorServer {
    /// The bytes of a range; nil if there is none.
    func range(_ value: JSONValue, in text: SourceText) -> Range<Int>? {
        guard let start = position(value["start"]), let end = position(value["end"]) else { return nil }
        let first = text.offset(of: start, in: unit)
        return first..<max(first, text.offset(of: end, in: unit))
    }

    func position(_ value: JSONValue) -> SourceText.Position? {
        guard let line = value["line"].number, let character = value["character"].number else { return nil }
        return SourceText.Position(line: line, character: character)
    }

    func json(_ range: Range<Int>, in text: SourceText) -> JSONValue {
        ["start": json(range.lowerBound, in: text), "end": json(range.upperBound, in: text)]
    }

    private func json(_ offset: Int, in text: SourceText) -> JSONValue {
        let position = text.position(of: offset, in: unit)
        return ["line": .number(position.line), "character": .number(position.character)]
    }

    /// The place of some bytes of a file.
    func location(_ range: Range<Int>, in path: String) -> JSONValue? {
        guard let text = workspace.text(of: path) else { return nil }
        return ["uri": .text(workspace.uri(of: path)), "range": json(range, in: text)]
    }

    func location(_ location: SourceLocation) -> JSONValue? {
        guard let text = workspace.text(of: location.path) else { return nil }
        return self.location(text.range(of: location), in: location.path)
    }
}

/// A place in a document that a request is about.
struct Subject {
    let path: String
    let text: SourceText
    let syntax: Syntax
    let offset: Int
}

extension EditorServer {
    /// The document that a request is about.
    func document(_ parameters: JSONValue) throws(ResponseError) -> OpenDocument {
        guard let uri = parameters["textDocument"]["uri"].text else {
            throw ResponseError(.invalidParameters, "the request names no document")
        }
        guard let document = workspace.documents[Self.path(of: uri)] else {
            throw ResponseError(.invalidParameters, "\(uri) isn't open")
        }
        return document
    }

    /// The place that a request is about; nil in a document that is no table.
    func subject(_ parameters: JSONValue) throws(ResponseError) -> Subject? {
        let document = try document(parameters)
        guard let position = position(parameters["position"]) else {
            throw ResponseError(.invalidParameters, "the request names no position")
        }
        guard let syntax = workspace.syntax(of: document.path) else { return nil }
        return Subject(
            path: document.path, text: document.text, syntax: syntax,
            offset: document.text.offset(of: position, in: unit))
    }
}
