extension Publisher where Output: Encodable {
    /// Encodes each value.
    ///
    /// ```
    ///                           --1----2----|-->
    /// encode(encoder: e)
    ///                           --"1"--"2"--|-->
    /// ```
    ///
    /// - Demand: passes through.
    /// - Failure: the encoder's error, after cancelling upstream; or upstream's failure.
    /// - Threads: the encoder runs wherever upstream sends.
    ///
    /// - Parameter encoder: encodes the values, for instance a `JSONEncoder`.
    @inlinable
    public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
        Publishers.Encode(upstream: self, encoder: encoder)
    }
}

extension Publishers {
    /// A publisher that encodes the values of another; see `encode(encoder:)`.
    public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: _StageOperator
    where Upstream.Output: Encodable {
        public typealias Output = Coder.Output
        public typealias Failure = any Error

        /// The publisher whose values are encoded.
        public let upstream: Upstream

        @usableFromInline let encoder: Coder

        /// Creates a publisher that encodes the values of another.
        @inlinable
        public init(upstream: Upstream, encoder: Coder) {
            self.upstream = upstream
            self.encoder = encoder
        }
    }
}

// MARK: - Inside

extension Publishers.Encode {
    @inlinable
    var _stage: _EncodeStage<Upstream.Output, Coder, Upstream.Failure> { .init(encoder) }
}

/// The stage of ``Publishers/Encode``.
@frozen @usableFromInline
struct _EncodeStage<Input: Encodable, Coder: TopLevelEncoder, UpstreamFailure: Error>: _ThrowingStage {
    @usableFromInline let encoder: Coder

    @inlinable
    init(_ encoder: Coder) { self.encoder = encoder }

    @usableFromInline static var name: String { "Encode" }

    @inlinable @inline(__always)
    static var _earlyEvents: _EarlyEvents { .pass }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Coder.Output, any Error> {
        do { return .next(try encoder.encode(input)) } catch { return .fail(error) }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        [
            ("downstream", downstream), ("finished", status?.isTerminal ?? false),
            ("upstreamSubscription", status?.subscription as Any),
        ]
    }
}

extension Publishers.Encode: Sendable where Upstream: Sendable, Coder: Sendable {}
