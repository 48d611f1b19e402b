extension Publisher {
    #if StrictIsolation
        /// Like `trace` of any closure, for one that the stream may run anywhere.
        @_disfavoredOverload
        public func trace(
            _ name: String, file: StaticString = #fileID, line: UInt = #line,
            value: sending ((Output) -> String)? = nil
        ) -> Publishers.CustomTrace<Self> {
            Publishers.CustomTrace(upstream: self, name: name, file: file, line: line, value: value)
        }
    #else
        /// Gives this publisher a name that is no literal, and says how its values are written.
        ///
        /// ```
        ///                                  --1--2--|-->
        /// trace("numbers") { "\($0)" }
        ///                                  --1--2--|-->
        /// ```
        ///
        /// Every promise is kept. See ``Tracing`` for how a program is traced. As long as it isn't, the subscriber is given
        /// to this publisher as it is, and a value costs nothing.
        ///
        /// - Demand, failure, cancellation: pass through.
        /// - Threads: events are written down where they happen, just before they are handed on; `value` is called there.
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
        ///   - name: what a trace calls the publisher.
        ///   - file: the file that a trace names; that of the call, unless you say something else.
        ///   - line: the same.
        ///   - value: how a value is written. Without it a value is described as `print` does, by sixty characters at the
        ///     most, and a string in quotes.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func trace(
            _ name: String, file: StaticString = #fileID, line: UInt = #line,
            value: ((Output) -> String)? = nil
        ) -> Publishers.CustomTrace<Self> {
            Publishers.CustomTrace(upstream: self, name: name, file: file, line: line, value: value)
        }
    #endif
}

extension Publishers {
    /// A publisher with a name under which its subscriptions are traced; see `trace(_:file:line:value:)`.
    public struct CustomTrace<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is traced.
        public let upstream: Upstream
        @usableFromInline let label: _TraceLabel<Upstream.Output>

        /// Gives a publisher a name.
        @inlinable @inline(__always)
        public init(
            upstream: Upstream, name: String, file: StaticString = #fileID, line: UInt = #line,
            value: ((Upstream.Output) -> String)? = nil
        ) {
            self.upstream = upstream
            label = _TraceLabel(name, _TracePlace(file, line), value)
        }

        /// What a trace calls it.
        public var name: String { label.name }

        /// The file and line that a trace names: `App/Screen.swift:21`.
        public var source: String { label.place.text }

        /// How a value is written; `nil` for a short description.
        public var value: ((Upstream.Output) -> String)? { label.value }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            if _TraceSwitch.isOff || !label.isTraced {
                upstream.receive(subscriber: consume subscriber)
            } else {
                _traceCustom(upstream, label, consume subscriber)
            }
        }

        public typealias _Answers = Upstream._Answers

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy { Upstream._immediacy }

        @inlinable @inline(__always)
        public func _immediate() -> _Immediate<Output, Failure> {
            _TraceSwitch.isOff || !label.isTraced ? upstream._immediate() : .then(_rest(self))
        }
    }
}

@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _traceCustom<Upstream: Publisher, S: Subscriber>(
    _ upstream: __owned Upstream, _ label: _TraceLabel<Upstream.Output>, _ subscriber: __owned S
) where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    var name = label.name
    name.withUTF8 {
        _trace(upstream, $0, label.name, label.place, label.value ?? _traceText, subscriber)
    }
}

/// What a traced publisher is called, where, and how its values are written.
@usableFromInline
final class _TraceLabel<Value> {
    let name: String
    let place: _TracePlace
    let value: ((Value) -> String)?

    @usableFromInline
    init(_ name: String, _ place: _TracePlace, _ value: ((Value) -> String)?) {
        self.name = name
        self.place = place
        self.value = value
    }

    /// Whether a session wants the name.
    @usableFromInline
    var isTraced: Bool { _TraceCenter.shared.isTraced(name) }
}
