extension Property where Value: Encodable {
    /// A property with the result of encoding each value: the output or the error.
    ///
    /// A property never fails, so each value is encoded separately: a value may be encoded after another one could not.
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
    /// A property with the result of decoding each value: the item or the error.
    ///
    /// - Threads, lifetime, completion: as for ``map(_:)-((Value)->T)``.
    ///
    /// - Parameters:
    ///   - type: the type that the values are decoded to.
    ///   - decoder: decodes the values.
    @inlinable
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(type: Item.Type, decoder: Coder)
        -> Property<Result<Item, any Error>>
    where Coder.Input == Value {
        Properties.Decode(self, decoder).property()
    }
}

extension Properties {
    /// The operator of ``Property/encode(encoder:)``.
    @frozen
    public struct Encode<Value: Encodable, Coder: TopLevelEncoder>: PropertyOperator {
        public typealias Output = Result<Coder.Output, any Error>

        @usableFromInline let source: Property<Value>
        @usableFromInline let encoder: Coder

        /// Creates the operator on a property, with the parameters of ``Property/encode(encoder:)``.
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

    /// The operator of ``Property/decode(type:decoder:)``.
    @frozen
    public struct Decode<Item: Decodable, Coder: TopLevelDecoder>: PropertyOperator {
        public typealias Output = Result<Item, any Error>

        @usableFromInline let source: Property<Coder.Input>
        @usableFromInline let decoder: Coder

        /// Creates the operator on a property, with the parameters of ``Property/decode(type:decoder:)``.
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
