extension Publisher {
    /// Decodes each value.
    ///
    /// ```
    ///                                      --"1"--"2"--|-->
    /// decode(type: Int.self, decoder: d)
    ///                                      --1----2----|-->
    /// ```
    ///
    /// - Demand: passes through.
    /// - Failure: the decoder's error, after cancelling upstream; or upstream's failure.
    /// - Threads: the decoder runs wherever upstream sends.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - decoder: decodes the values, for instance a `JSONDecoder`.
    @inlinable
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        Publishers.Decode(upstream: self, decoder: decoder)
    }
}

extension Publishers {
    /// A publisher that decodes the values of another; see `decode(type:decoder:)`.
    public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: _StageOperator
    where Upstream.Output == Coder.Input {
        public typealias Failure = any Error

        /// The publisher whose values are decoded.
        public let upstream: Upstream

        @usableFromInline let decoder: Coder

        /// Creates a publisher that decodes the values of another.
        @inlinable
        public init(upstream: Upstream, decoder: Coder) {
            self.upstream = upstream
            self.decoder = decoder
        }
    }
}

// MARK: - Inside

extension Publishers.Decode {
    @inlinable
    var _stage: _DecodeStage<Output, Coder, Upstream.Failure> { .init(decoder) }
}

/// The stage of ``Publishers/Decode``.
@frozen @usableFromInline
struct _DecodeStage<Output: Decodable, Coder: TopLevelDecoder, UpstreamFailure: Error>:
    _ThrowingStage
{
    @usableFromInline let decoder: Coder

    @inlinable
    init(_ decoder: Coder) { self.decoder = decoder }

    @usableFromInline static var name: String { "Decode" }

    @inlinable @inline(__always)
    static var _earlyEvents: _EarlyEvents { .pass }

    @inlinable
    mutating func receive(_ input: Coder.Input) -> OperatorStep<Output, any Error> {
        do { return .next(try decoder.decode(Output.self, from: input)) } catch { return .fail(error) }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        [
            ("downstream", downstream), ("finished", status?.isTerminal ?? false),
            ("upstreamSubscription", status?.subscription as Any),
        ]
    }
}

extension Publishers.Decode: Sendable where Upstream: Sendable, Coder: Sendable {}
