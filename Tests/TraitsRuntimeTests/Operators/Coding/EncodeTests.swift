import Testing
import TraitsRuntime
import TraitsTesting

/// `encode`.
@Suite("encode") struct EncodeTests {
    static let cases = [
        OperatorCase("Encode", finished: "<1> <2> <3> |", failed: "<1> <2> TestError()") {
            $0.encode(encoder: BracketCoder())
        }
    ]

    /// What comes of values, of a failure and of nothing, however the subscriber asks.
    @Test(arguments: cases) func history(entry: OperatorCase) { entry.expectHistories() }
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
