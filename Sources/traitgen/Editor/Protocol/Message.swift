import TraitgenVerbs

/// A message of the protocol, as JSON-RPC has it.
enum Message {
    /// A request, which is answered.
    case request(id: JSONValue, method: String, parameters: JSONValue)
    case notification(method: String, parameters: JSONValue)
    /// An answer to a request of the server, which sends none.
    case response
    /// A value that is no message, with the number of the request if it has one.
    case invalid(id: JSONValue)

    init(_ value: JSONValue) {
        let id = value["id"]
        let isID = id.text != nil || id.number != nil
        guard case .object(let members) = value else {
            self = .invalid(id: .null)
            return
        }
        if let method = value["method"].text {
            let parameters = value["params"]
            if isID {
                self = .request(id: id, method: method, parameters: parameters)
            } else if members.contains(where: { $0.name == "id" }) {
                self = .invalid(id: .null)
            } else {
                self = .notification(method: method, parameters: parameters)
            }
        } else if isID, value["method"].isNull,
            members.contains(where: { ["result", "error"].contains($0.name) })
        {
            self = .response
        } else {
            self = .invalid(id: isID ? id : .null)
        }
    }
}

/// An error that answers a request.
struct ResponseError: Error {
    /// The kinds of errors, with the numbers of JSON-RPC and of the protocol.
    enum Code: Int {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case notInitialized = -32002
        case requestCancelled = -32800
        /// The request is right, and can't be carried out.
        case requestFailed = -32803
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The answer to a request with this number.
    func answer(to id: JSONValue) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id,
            "error": ["code": .number(code.rawValue), "message": .text(message)],
        ]
    }
}
