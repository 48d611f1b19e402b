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
        Properties.Encode(self, encoder).property()
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
        Properties.Decode(self, decoder).property()
    }
}

extension Properties {
    /// What ``Property/encode(encoder:)`` makes.
    @frozen
    public struct Encode<Value: Encodable, Coder: TopLevelEncoder>: PropertyOperator {
        public typealias Output = Result<Coder.Output, any Error>

        @usableFromInline let source: Property<Value>
        @usableFromInline let encoder: Coder

        /// Applies the operator.
        @inlinable
        public init(_ source: Property<Value>, _ encoder: Coder) {
            self.source = source
            self.encoder = encoder
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [source.node], start: { Result { try encoder.encode(source.working) } })
        }
    }

    /// What ``Property/decode(type:decoder:)`` makes.
    @frozen
    public struct Decode<Item: Decodable, Coder: TopLevelDecoder>: PropertyOperator {
        public typealias Output = Result<Item, any Error>

        @usableFromInline let source: Property<Coder.Input>
        @usableFromInline let decoder: Coder

        /// Applies the operator.
        @inlinable
        public init(_ source: Property<Coder.Input>, _ decoder: Coder) {
            self.source = source
            self.decoder = decoder
        }

        @inlinable
        public func _property(initial: (() -> Output)?) -> Property<Output> {
            Property(
                _inputs: [source.node],
                start: { Result { try decoder.decode(Item.self, from: source.working) } })
        }
    }
}
