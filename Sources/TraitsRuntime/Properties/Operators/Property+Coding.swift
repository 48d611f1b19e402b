extension Property where Value: Encodable {
    /// A property with each value encoded, or the error that came of trying.
    ///
    /// A property never fails, so each value stands for itself: after one that can't be encoded the next may be.
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameter encoder: encodes the values.
    @inlinable
    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Property<Result<Coder.Output, any Error>> {
        map { value in Result { try encoder.encode(value) } }
    }
}

extension Property {
    /// A property with each value decoded, or the error that came of trying.
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameters:
    ///   - type: what to make of the values.
    ///   - decoder: decodes the values.
    @inlinable
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(type: Item.Type, decoder: Coder)
        -> Property<Result<Item, any Error>>
    where Coder.Input == Value {
        map { value in Result { try decoder.decode(type, from: value) } }
    }
}
