extension Publisher {
    /// Gives this publisher a name under which its subscriptions are traced, and changes nothing else.
    ///
    /// ```
    ///                    --1--2--|-->
    /// trace("numbers")
    ///                    --1--2--|-->
    /// ```
    ///
    /// Every promise is kept. The module `TraitsTracing` records the events of a publisher with a name; see
    /// <doc:Debugging>. As long as nothing is recorded, the subscriber is passed to this publisher unchanged: a
    /// subscription costs five instructions more at most, and a value nothing. A name that isn't a literal takes
    /// `trace(_:values:file:line:value:)`, which costs some more for each subscription.
    ///
    /// - Demand, failure, cancellation: pass through.
    /// - Threads: events are recorded where they happen, just before they are passed on.
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
    ///   - name: the publisher's name in a trace.
    ///   - values: `.hidden` for values that no trace may hold, such as passwords. If left out, `Tracing.values` decides.
    ///   - file: the file that a trace names; the file of the call by default.
    ///   - line: the line that a trace names; the line of the call by default.
    @inlinable @inline(__always)
    public func trace(
        _ name: StaticString, values: TraceValues? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> MorePublishers.Trace<Self> {
        MorePublishers.Trace(upstream: self, name: name, values: values, file: file, line: line)
    }
}

extension MorePublishers {
    /// A publisher with a name under which its subscriptions are traced; see `trace(_:values:file:line:)`.
    public struct Trace<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        // The optimizer takes values of up to six fields apart, and keeps all others in memory, where they are retained and
        // destroyed for each subscription. Two fields that are no references leave room for the publisher's fields.

        /// The publisher that is traced.
        public let upstream: Upstream
        @usableFromInline let label: _TraceName
        @usableFromInline let place: _TracePlace

        /// Gives a publisher a name.
        @inlinable @inline(__always)
        public init(
            upstream: Upstream, name: StaticString, values: TraceValues? = nil,
            file: StaticString = #fileID, line: UInt = #line
        ) {
            self.upstream = upstream
            label = _TraceName(name, values)
            place = _TracePlace(file, line)
        }

        @usableFromInline
        init(_ upstream: Upstream, _ label: _TraceName, _ place: _TracePlace) {
            self.upstream = upstream
            self.label = label
            self.place = place
        }

        /// The publisher's name in a trace.
        public var name: String { label.text }

        /// The part of the values that a trace shows; `nil` if `Tracing.values` decides.
        public var values: TraceValues? { label.values }

        /// The file and line that a trace names: `App/Screen.swift:21`.
        public var source: String { place.text }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            if _TraceHook.isOff || !_isTraced(label) {
                upstream.receive(subscriber: consume subscriber)
            } else {
                _trace(_TraceRequest(upstream, consume subscriber, label, place))
            }
        }

        public typealias _Answers = Upstream._Answers

        @inlinable @inline(__always)
        public static var _answering: _Answering { Upstream._answering }

        @inlinable @inline(__always)
        public func _answer() -> _Answer<Output, Failure> {
            _TraceHook.isOff || !_isTraced(label)
                ? upstream._answer() : .then(_restTraced(upstream, label, place))
        }
    }
}

// Unchecked: the addresses point to memory of the program that never changes.
extension MorePublishers.Trace: @unchecked Sendable where Upstream: Sendable {}
