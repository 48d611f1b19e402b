/// A type that encodes values for `encode(encoder:)`, such as `JSONEncoder`.
public protocol TopLevelEncoder {
    /// The kind of data that this type makes.
    associatedtype Output

    /// Encodes a value.
    ///
    /// - Parameter value: the value.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A type that decodes values for `decode(type:decoder:)`, such as `JSONDecoder`.
public protocol TopLevelDecoder {
    /// The kind of data that this type reads.
    associatedtype Input

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - from: the data.
    func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}
