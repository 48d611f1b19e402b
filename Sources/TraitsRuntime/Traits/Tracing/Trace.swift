extension Publisher {
    #if StrictIsolation
        /// Like `trace` of any closure, for one that the stream may run anywhere.
        @_disfavoredOverload
        public func trace(
            _ name: String, file: StaticString = #fileID, line: UInt = #line,
            value: sending ((Output) -> String)? = nil
        ) -> Publishers.Trace<Self> {
            Publishers.Trace(upstream: self, name: name, file: file, line: line, value: value)
        }
    #else
        /// Gives this publisher a name under which its subscriptions are traced, and changes nothing else.
        ///
        /// ```
        ///                    --1--2--|-->
        /// trace("numbers")
        ///                    --1--2--|-->
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
        ) -> Publishers.Trace<Self> {
            Publishers.Trace(upstream: self, name: name, file: file, line: line, value: value)
        }
    #endif
}

extension Publishers {
    /// A publisher with a name under which its subscriptions are traced; see `trace(_:file:line:value:)`.
    public struct Trace<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is traced.
        public let upstream: Upstream
        /// What a trace calls it.
        public let name: String
        /// The file that a trace names.
        public let file: StaticString
        /// The line that a trace names.
        public let line: UInt
        /// How a value is written; `nil` for a short description.
        public let value: ((Upstream.Output) -> String)?

        /// Gives a publisher a name.
        @inlinable @inline(__always)
        public init(
            upstream: Upstream, name: String, file: StaticString = #fileID, line: UInt = #line,
            value: ((Upstream.Output) -> String)? = nil
        ) {
            self.upstream = upstream
            self.name = name
            self.file = file
            self.line = line
            self.value = value
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: __owned S)
        where S.Input == Output, S.Failure == Failure {
            if _TraceSwitch.isOff {
                upstream.receive(subscriber: consume subscriber)
            } else {
                _trace(consume subscriber)
            }
        }

        /// Subscribes with a node that tells of everything, if somebody wants to know.
        @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
        func _trace<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
            let sessions = _TraceCenter.shared.sessions(for: name)
            if sessions.isEmpty { return upstream.receive(subscriber: subscriber) }
            let traced = _TracedSubscription(
                sessions, name: name, source: "\(file):\(line)", publisher: Upstream.self,
                object: Upstream.self is AnyClass
                    ? UInt(bitPattern: ObjectIdentifier(upstream as AnyObject)) : nil,
                subscriber: _type(of: subscriber), promise: _promise(of: upstream))
            if S._drops {
                _TraceNode(subscriber, traced, value ?? _traceText).subscribe(to: upstream)
            } else {
                _TraceNode(_Owned(subscriber), traced, value ?? _traceText).subscribe(to: upstream)
            }
        }

        /// Whether somebody wants to know.
        @usableFromInline
        var _isTraced: Bool { !_TraceCenter.shared.sessions(for: name).isEmpty }

        public typealias _Answers = Upstream._Answers

        @inlinable @inline(__always)
        public static var _immediacy: _Immediacy { Upstream._immediacy }

        @inlinable @inline(__always)
        public func _immediate() -> _Immediate<Output, Failure> {
            _TraceSwitch.isOff || !_isTraced ? upstream._immediate() : .then(_rest(self))
        }
    }
}

/// The promise of a publisher that says most about the number of its values.
// The value is cast and not its type: a publisher that has lost a promise has a conformance that isn't available, of which
// only the cast of a value knows.
private func _promise(of publisher: some Publisher) -> _TracePromise? {
    if publisher is any SinglePublisher { return _TracePromise(name: "Single", allowsEmptyFinish: false) }
    if publisher is any CompletablePublisher { return _TracePromise(name: "Completable", mostValues: 0) }
    return publisher is any MaybePublisher ? _TracePromise(name: "Maybe") : nil
}

/// The type of a subscriber, or of the one that an eraser hides.
private func _type<S: Subscriber>(of subscriber: S) -> Any.Type {
    switch subscriber {
    case let erased as _ErasedSubscriber<S.Input, S.Failure>: type(of: erased.node.base)
    case let erased as _ErasedUnlimitedSubscriber<S.Input, S.Failure>: type(of: erased.node.base)
    default: S.self
    }
}
