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
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
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

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            upstream.subscribe(_NoFailureSubscriber(subscriber, prefix, file, line))
        }
    }
}

// MARK: - Inside

/// The subscriber of ``Publishers/AssertNoFailure``.
@frozen @usableFromInline
struct _NoFailureSubscriber<Input, Failure: Error, Downstream: Subscriber>: _PassThrough
where Downstream.Input == Input, Downstream.Failure == Never {
    @usableFromInline let downstream: Downstream
    @usableFromInline let prefix: String
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt

    @inlinable
    init(_ downstream: Downstream, _ prefix: String, _ file: StaticString, _ line: UInt) {
        self.downstream = downstream
        self.prefix = prefix
        self.file = file
        self.line = line
    }

    @usableFromInline var description: String { "AssertNoFailure" }

    @usableFromInline var customMirror: Mirror {
        Mirror(self, children: [("file", file as Any), ("line", line), ("prefix", prefix)])
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished:
            downstream.receive(completion: .finished)
        case .failure(let error):
            fatalError("\(prefix)\(prefix.isEmpty ? "" : ": ")\(error)", file: file, line: line)
        }
    }
}

extension Publishers.AssertNoFailure: Sendable where Upstream: Sendable {}
