extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Gives this publisher a name that isn't a literal, and decides how its values are written.
        ///
        /// ```
        ///                                  --1--2--|-->
        /// trace("numbers") { "\($0)" }
        ///                                  --1--2--|-->
        /// ```
        ///
        /// Every promise is kept. The module `TraitsTracing` records the events of a publisher with a name; see
        /// <doc:Debugging>. As long as nothing is recorded, the subscriber is passed to this publisher unchanged, and a
        /// value costs nothing.
        ///
        /// - Demand, failure, cancellation: pass through.
        /// - Threads: events are recorded where they happen, just before they are passed on; `value` is called there.
        ///
        /// ```swift
        /// let cancellable = ["a", "b"].publisher
        ///     .trace("letters") { $0.uppercased() }
        ///     .sink { print($0) }
        /// // Prints: a
        /// // Prints: b
        /// ```
        ///
        /// - Parameters:
        ///   - name: the publisher's name in a trace.
        ///   - values: `.hidden` for values that no trace may hold, such as passwords; `value` isn't called then. If left
        ///     out, `Tracing.values` decides.
        ///   - file: the file that a trace names; the file of the call by default.
        ///   - line: the line that a trace names; the line of the call by default.
        ///   - value: how a value is written, by 1,024 bytes at most; masks a part of it, for example. Without it a value is
        ///     described as `print` does, by sixty characters at most, and a string in quotes.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func trace(
            _ name: String, values: TraceValues? = nil, file: StaticString = #fileID, line: UInt = #line,
            value: ((Output) -> String)? = nil
        ) -> MorePublishers.CustomTrace<Self> {
            MorePublishers.CustomTrace(
                upstream: self, name: name, values: values, file: file, line: line, value: value)
        }
    #endif
}

extension MorePublishers {
    /// A publisher with a name under which its subscriptions are traced; see `trace(_:values:file:line:value:)`.
    public struct CustomTrace<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is traced.
        public let upstream: Upstream
        @usableFromInline let label: _TraceLabel<Upstream.Output>

        /// Gives a publisher a name.
        @inlinable @inline(__always)
        public init(
            upstream: Upstream, name: String, values: TraceValues? = nil, file: StaticString = #fileID,
            line: UInt = #line, value: ((Upstream.Output) -> String)? = nil
        ) {
            self.upstream = upstream
            label = _TraceLabel(name, values, _TracePlace(file, line), value)
        }

        /// The publisher's name in a trace.
        public var name: String { label.name }

        /// The part of the values that a trace shows; `nil` if `Tracing.values` decides.
        public var values: TraceValues? { label.values }

        /// The file and line that a trace names: `App/Screen.swift:21`.
        public var source: String { label.place.text }

        /// How a value is written; `nil` for a short description.
        public var value: ((Upstream.Output) -> String)? { label.value }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            if _TraceHook.isOff || !label.isTraced {
                upstream.receive(subscriber: consume subscriber)
            } else {
                _traceCustom(upstream, label, consume subscriber)
            }
        }

        public typealias _Answers = Upstream._Answers

        @inlinable @inline(__always)
        public static var _answering: _Answering { Upstream._answering }

        @inlinable @inline(__always)
        public func _answer() -> _Answer<Output, Failure> {
            _TraceHook.isOff || !label.isTraced ? upstream._answer() : .then(_rest(self))
        }
    }
}

@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _traceCustom<Upstream: Publisher, S: Subscriber>(
    _ upstream: __owned Upstream, _ label: _TraceLabel<Upstream.Output>, _ subscriber: __owned S
) where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    _trace(upstream, label.name, label.values, label.place, label.value, subscriber)
}

/// The name and the place of a traced publisher, and the way in which its values are written.
@usableFromInline
final class _TraceLabel<Value> {
    let name: String
    let values: TraceValues?
    let place: _TracePlace
    let value: ((Value) -> String)?

    @usableFromInline
    init(
        _ name: String, _ values: TraceValues?, _ place: _TracePlace, _ value: ((Value) -> String)?
    ) {
        self.name = name
        self.values = values
        self.place = place
        self.value = value
    }

    /// A Boolean value that indicates whether a trace wants the name.
    @usableFromInline
    var isTraced: Bool { _isTraced(name) }
}
