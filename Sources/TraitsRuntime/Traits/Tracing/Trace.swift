extension Publisher {
    /// Gives this publisher a name under which its subscriptions are traced, and changes nothing else.
    ///
    /// ```
    ///                    --1--2--|-->
    /// trace("numbers")
    ///                    --1--2--|-->
    /// ```
    ///
    /// Every promise is kept. See ``Tracing`` for how a program is traced. As long as it isn't, the subscriber is given
    /// to this publisher as it is: a subscription costs five instructions more at most, and a value nothing. A name that is
    /// no literal takes `trace(_:file:line:value:)`, which costs some more for each subscription.
    ///
    /// - Demand, failure, cancellation: pass through.
    /// - Threads: events are written down where they happen, just before they are handed on.
    ///
    /// ```swift
    /// let cancellable = ["a", "b"].publisher
    ///     .trace("letters")
    ///     .sink { print($0) }
    /// // Prints: a
    /// // Prints: b
    /// ```
    ///
    /// - Parameters:
    ///   - name: what a trace calls the publisher.
    ///   - file: the file that a trace names; that of the call, unless you say something else.
    ///   - line: the same.
    @inlinable @inline(__always)
    public func trace(
        _ name: StaticString, file: StaticString = #fileID, line: UInt = #line
    ) -> Publishers.Trace<Self> {
        Publishers.Trace(upstream: self, name: name, file: file, line: line)
    }
}

extension Publishers {
    /// A publisher with a name under which its subscriptions are traced; see `trace(_:file:line:)`.
    public struct Trace<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        // The optimizer takes values of up to six fields apart, and keeps all others in memory, where they are retained and
        // destroyed for each subscription. Two fields that are no references leave room for those of the publisher.

        /// The publisher that is traced.
        public let upstream: Upstream
        @usableFromInline let literal: UnsafePointer<UInt8>
        @usableFromInline let place: _TracePlace

        /// Gives a publisher a name.
        @inlinable @inline(__always)
        public init(upstream: Upstream, name: StaticString, file: StaticString = #fileID, line: UInt = #line)
        {
            self.upstream = upstream
            literal = name.utf8Start
            place = _TracePlace(file, line)
        }

        @usableFromInline
        init(_ upstream: Upstream, _ literal: UnsafePointer<UInt8>, _ place: _TracePlace) {
            self.upstream = upstream
            self.literal = literal
            self.place = place
        }

        /// What a trace calls it.
        public var name: String { String(cString: literal) }

        /// The file and line that a trace names: `App/Screen.swift:21`.
        public var source: String { place.text }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            if _TraceSwitch.isOff || !_isTraced(literal) {
                upstream.receive(subscriber: consume subscriber)
            } else {
                _trace(_TraceRequest(upstream, consume subscriber, literal, place))
            }
        }

        public typealias _Answers = Upstream._Answers

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy { Upstream._immediacy }

        @inlinable @inline(__always)
        public func _immediate() -> _Immediate<Output, Failure> {
            _TraceSwitch.isOff || !_isTraced(literal)
                ? upstream._immediate() : .then(_restTraced(upstream, literal, place))
        }
    }
}

// Unchecked: what the addresses point to is in the program, and never changes.
extension Publishers.Trace: @unchecked Sendable where Upstream: Sendable {}
