public import Foundation
public import TraitsStreams

// The coders of Foundation that `encode(encoder:)` and `decode(type:decoder:)` accept.

/// Encoding values as JSON in `encode(encoder:)`.
extension JSONEncoder: TopLevelEncoder {
    public typealias Output = Data
}

/// Decoding values from JSON in `decode(type:decoder:)`.
extension JSONDecoder: TopLevelDecoder {
    public typealias Input = Data
}

/// Encoding values as property lists in `encode(encoder:)`.
extension PropertyListEncoder: TopLevelEncoder {
    public typealias Output = Data
}

/// Decoding values from property lists in `decode(type:decoder:)`.
extension PropertyListDecoder: TopLevelDecoder {
    public typealias Input = Data
}
