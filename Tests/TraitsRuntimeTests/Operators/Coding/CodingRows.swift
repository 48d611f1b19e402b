import TraitsRuntime

extension OperatorRow {
    static let coding: [OperatorRow] = [
        OperatorRow("Encode", finished: "<1> <2> <3> |", failed: "<1> <2> TestError()") {
            $0.encode(encoder: BracketCoder())
        },
        OperatorRow("Decode", finished: "1 2 3 |", failed: "1 2 TestError()") {
            $0.map { "<\($0)>" }.decode(type: Int.self, decoder: BracketCoder())
        },
    ]
}

/// Writes an integer between brackets, and reads it again; anything else makes it throw.
struct BracketCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String {
        guard let number = value as? Int, number >= 0 else { throw Thrown() }
        return "<\(number)>"
    }

    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        guard let number = Int(text.dropFirst().dropLast()), number >= 0, let value = number as? T else {
            throw Thrown()
        }
        return value
    }
}
