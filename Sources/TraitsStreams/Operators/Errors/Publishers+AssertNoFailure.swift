extension Publisher {
    /// Stops the program if the publisher fails.
    ///
    /// ```
    ///                   --1--2--|-->
    /// assertNoFailure()
    ///                   --1--2--|-->
    /// ```
    ///
    /// For failures that would be mistakes in the program. In a release build too, a failure stops it.
    ///
    /// - Demand: passes through.
    /// - Failure: a fatal error.
    ///
    /// ```swift
    /// func check(_ value: Int) throws -> Int { value }
    /// [1, 2].publisher.tryMap(check).assertNoFailure()      // 1, 2; its failure type is `Never`
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the fatal error's message.
    ///   - file: the file that the message names.
    ///   - line: the line that the message names.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}

extension Publishers {
    /// A publisher that stops the program if another fails; see `assertNoFailure(_:file:line:)`.
    @frozen
    public struct AssertNoFailure<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// The publisher that must not fail.
        public let upstream: Upstream

        /// The file that the message names.
        public let file: StaticString

        /// The line that the message names.
        public let line: UInt

        /// The beginning of the message.
        public let prefix: String

        /// Creates a publisher that stops the program if another fails.
        @inlinable
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }
    }
}

// MARK: - Inside

extension Publishers.AssertNoFailure {
    @inlinable
    var _stage: _AssertNoFailureStage<Upstream.Output, Upstream.Failure> { .init(prefix, file, line) }
}

/// The stage of ``Publishers/AssertNoFailure``.
@frozen @usableFromInline
struct _AssertNoFailureStage<Output, UpstreamFailure: Error>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias Failure = Never
    @usableFromInline typealias _PassesSubscription = _Yes

    @usableFromInline let prefix: String
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(_ prefix: String, _ file: StaticString, _ line: UInt) {
        (self.prefix, self.file, self.line) = (prefix, file, line)
    }

    @usableFromInline static var name: String { "AssertNoFailure" }

    @inlinable
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Never> {
        switch completion {
        case .finished:
            return .finished
        case .failure(let error):
            fatalError("\(prefix)\(prefix.isEmpty ? "" : ": ")\(error)", file: file, line: line)
        }
    }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        [("file", file), ("line", line), ("prefix", prefix)]
    }
}

extension Publishers.AssertNoFailure: Sendable where Upstream: Sendable {}
