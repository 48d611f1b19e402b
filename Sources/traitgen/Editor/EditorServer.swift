import TraitgenCore
import TraitgenVerbs

/// The server of the Language Server Protocol, without its streams: it takes messages and sends messages.
///
/// Requests are answered in the order in which they come. Diagnostics are work that is left until no message waits, so that they
/// are always about the newest text.
package final class EditorServer {
    /// The stages of a session.
    private enum Stage {
        case starting
        case running
        case shutDown
        case exited
    }

    let workspace: Workspace
    /// The unit in which the editor counts characters.
    private(set) var unit = SourceText.Unit.utf16
    /// A Boolean value that indicates whether the editor shows remarks about other places.
    private(set) var showsRelatedPlaces = false
    /// The diagnostics that the editor shows, by path.
    var published: [String: JSONValue] = [:]
    private var stage = Stage.starting
    private let send: (JSONValue) -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - imports: the tables of modules that the command line names.
    ///   - send: sends a message to the editor.
    package init(
        files: any CommandFiles, imports: [(module: String, path: String)] = [], backend: Backend? = nil,
        send: @escaping (JSONValue) -> Void
    ) {
        workspace = Workspace(files, imports: imports, backend: backend)
        self.send = send
    }

    /// The exit status that the editor has asked for; nil as long as the session goes on.
    package private(set) var status: TraitgenCommand.Status?

    // MARK: - Messages

    /// Takes the body of a message.
    func receive(_ message: Message) {
        guard stage != .exited else { return }
        switch message {
        case .request(let id, let method, let parameters): answer(id, method, parameters)
        case .notification(let method, let parameters): take(method, parameters)
        case .response: break
        case .invalid(let id):
            refuse(id, ResponseError(.invalidRequest, "this is no message of the protocol"))
        }
    }

    /// Answers a request with an error.
    func refuse(_ id: JSONValue, _ error: ResponseError) { send(error.answer(to: id)) }

    private func answer(_ id: JSONValue, _ method: String, _ parameters: JSONValue) {
        do throws(ResponseError) {
            send(["jsonrpc": "2.0", "id": id, "result": try result(of: method, parameters)])
        } catch {
            refuse(id, error)
        }
    }

    private func result(of method: String, _ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        switch (method, stage) {
        case ("initialize", .starting): return initialize(parameters)
        case ("initialize", _): throw ResponseError(.invalidRequest, "the server is initialized already")
        case (_, .starting): throw ResponseError(.notInitialized, "the first request is `initialize`")
        case (_, .shutDown), (_, .exited): throw ResponseError(.invalidRequest, "the server is shut down")
        case ("shutdown", _):
            stage = .shutDown
            return .null
        default: break
        }
        guard let request = Self.requests[method] else {
            throw ResponseError(.methodNotFound, "there is no request `\(method)`")
        }
        return try request(self)(parameters)
    }

    /// The requests about texts, by the names of the protocol.
    private static let requests:
        [String: @Sendable (EditorServer) -> (JSONValue) throws(ResponseError) -> JSONValue] = [
            "textDocument/hover": EditorServer.hover,
            "textDocument/completion": EditorServer.completion,
            "textDocument/codeAction": EditorServer.codeActions,
            "textDocument/definition": EditorServer.definition,
            "textDocument/implementation": EditorServer.implementation,
            "textDocument/references": EditorServer.references,
            "textDocument/documentHighlight": EditorServer.highlights,
            "textDocument/prepareRename": EditorServer.prepareRename,
            "textDocument/rename": EditorServer.rename,
            "textDocument/documentSymbol": EditorServer.symbols,
            "textDocument/formatting": EditorServer.formatting,
        ]

    private func take(_ method: String, _ parameters: JSONValue) {
        if method == "exit" {
            status = stage == .shutDown ? .clean : .findings
            stage = .exited
            return
        }
        guard stage == .running else { return }
        switch method {
        case "textDocument/didOpen": didOpen(parameters)
        case "textDocument/didChange": didChange(parameters)
        case "textDocument/didSave": didSave(parameters)
        case "textDocument/didClose": didClose(parameters)
        case "workspace/didChangeWatchedFiles": didChangeFiles(parameters)
        case "workspace/didChangeWorkspaceFolders": didChangeFolders(parameters)
        default: break
        }
    }

    // MARK: - Session

    private func initialize(_ parameters: JSONValue) -> JSONValue {
        stage = .running
        let capabilities = parameters["capabilities"]
        let units = capabilities["general"]["positionEncodings"].list.compactMap {
            $0.text.flatMap(SourceText.Unit.init)
        }
        // Columns of tables count bytes, so this unit needs no conversion.
        unit = units.contains(.utf8) ? .utf8 : .utf16
        showsRelatedPlaces =
            capabilities["textDocument"]["publishDiagnostics"]["relatedInformation"].truth ?? false
        let folders = parameters["workspaceFolders"].list.compactMap { $0["uri"].text }
        let root = parameters["rootUri"].text.map { [$0] } ?? []
        workspace.finder.folders = (folders.isEmpty ? root : folders).compactMap(Self.folder)
        return [
            "capabilities": [
                "positionEncoding": .text(unit.rawValue),
                "textDocumentSync": ["openClose": .truth(true), "change": .number(2), "save": .truth(true)],
                "hoverProvider": .truth(true),
                "completionProvider": ["triggerCharacters": .texts([" ", ":", ">", "(", ",", "="])],
                "definitionProvider": .truth(true),
                "implementationProvider": .truth(true),
                "referencesProvider": .truth(true),
                "documentHighlightProvider": .truth(true),
                "renameProvider": ["prepareProvider": .truth(true)],
                "documentSymbolProvider": .truth(true),
                "documentFormattingProvider": .truth(true),
                "codeActionProvider": ["codeActionKinds": .texts(["quickfix"])],
                "workspace": [
                    "workspaceFolders": ["supported": .truth(true), "changeNotifications": .truth(true)]
                ],
            ],
            "serverInfo": ["name": "traitgen", "version": .text(TraitgenCommand.version)],
        ]
    }

    /// The path of a folder, without a slash at its end.
    private static func folder(_ uri: String) -> String? { FileURI.path(of: uri).map(Path.normalized) }

    private func didChangeFolders(_ parameters: JSONValue) {
        let event = parameters["event"]
        let removed = event["removed"].list.compactMap { $0["uri"].text.flatMap(Self.folder) }
        let added = event["added"].list.compactMap { $0["uri"].text.flatMap(Self.folder) }
        workspace.finder.folders = workspace.finder.folders.filter { !removed.contains($0) } + added
        workspace.filesChanged()
    }

    /// Sends a notification.
    func notify(_ method: String, _ parameters: JSONValue) {
        send(["jsonrpc": "2.0", "method": .text(method), "params": parameters])
    }
}
