public import Foundation
public import TraitsRuntime

// What `encode(encoder:)` and `decode(type:decoder:)` work with.

extension JSONEncoder: TopLevelEncoder {
    public typealias Output = Data
}

extension JSONDecoder: TopLevelDecoder {
    public typealias Input = Data
}

extension PropertyListEncoder: TopLevelEncoder {
    public typealias Output = Data
}

extension PropertyListDecoder: TopLevelDecoder {
    public typealias Input = Data
}
