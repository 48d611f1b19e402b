extension Publisher {
    /// Sends a property of each value.
    ///
    /// ```
    ///                --"ab"--"c"--""--|-->
    /// map(\.count)
    ///                --2-----1----0---|-->
    /// ```
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// ["ab", "c"].publisher.map(\.count)      // 2, 1
    /// ```
    ///
    /// - Parameter keyPath: the property.
    @inlinable
    public func map<T>(
        _ keyPath: KeyPath<Output, T>
    ) -> Publishers.MapKeyPath<Self, T> {
        Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
    }

    /// Sends two properties of each value, as a tuple.
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// ["ab"].publisher.map(\.count, \.isEmpty)      // (2, false)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath0: the first property.
    ///   - keyPath1: the second property.
    @inlinable
    public func map<T0, T1>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
    }

    /// Sends three properties of each value, as a tuple.
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// ["ab"].publisher.map(\.count, \.isEmpty, \.first)      // (2, false, "a")
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath0: the first property.
    ///   - keyPath1: the second property.
    ///   - keyPath2: the third property.
    @inlinable
    public func map<T0, T1, T2>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        Publishers.MapKeyPath3(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
    }
}

extension Publishers {
    /// A publisher of a property of each value of another; see `map(_:)`.
    @frozen
    public struct MapKeyPath<Upstream: Publisher, Output>: _KeyPathOperator {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values have the properties.
        public let upstream: Upstream

        /// The property to send.
        public let keyPath: KeyPath<Upstream.Output, Output>

        @inlinable
        init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
            self.upstream = upstream
            self.keyPath = keyPath
        }

        @inlinable @inline(__always)
        public func _value(of input: Upstream.Output) -> Output {
            input[keyPath: keyPath]
        }

        public static var _name: String { "ValueForKey" }

        public var _children: [Mirror.Child] { [("keyPath", keyPath)] }
    }

    /// A publisher of two properties of each value of another; see `map(_:_:)`.
    @frozen
    public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: _KeyPathOperator {
        public typealias Output = (Output0, Output1)
        public typealias Failure = Upstream.Failure

        /// The publisher whose values have the properties.
        public let upstream: Upstream

        /// The first property.
        public let keyPath0: KeyPath<Upstream.Output, Output0>

        /// The second property.
        public let keyPath1: KeyPath<Upstream.Output, Output1>

        @inlinable
        init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
            keyPath1: KeyPath<Upstream.Output, Output1>
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
        }

        @inlinable @inline(__always)
        public func _value(of input: Upstream.Output) -> Output {
            (input[keyPath: keyPath0], input[keyPath: keyPath1])
        }

        public static var _name: String { "ValueForKeys" }

        public var _children: [Mirror.Child] { [("keyPath0", keyPath0), ("keyPath1", keyPath1)] }
    }

    /// A publisher of three properties of each value of another; see `map(_:_:_:)`.
    @frozen
    public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: _KeyPathOperator {
        public typealias Output = (Output0, Output1, Output2)
        public typealias Failure = Upstream.Failure

        /// The publisher whose values have the properties.
        public let upstream: Upstream

        /// The first property.
        public let keyPath0: KeyPath<Upstream.Output, Output0>

        /// The second property.
        public let keyPath1: KeyPath<Upstream.Output, Output1>

        /// The third property.
        public let keyPath2: KeyPath<Upstream.Output, Output2>

        @inlinable
        init(
            upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>,
            keyPath1: KeyPath<Upstream.Output, Output1>, keyPath2: KeyPath<Upstream.Output, Output2>
        ) {
            self.upstream = upstream
            self.keyPath0 = keyPath0
            self.keyPath1 = keyPath1
            self.keyPath2 = keyPath2
        }

        @inlinable @inline(__always)
        public func _value(of input: Upstream.Output) -> Output {
            (input[keyPath: keyPath0], input[keyPath: keyPath1], input[keyPath: keyPath2])
        }

        public static var _name: String { "ValueForKeys" }

        public var _children: [Mirror.Child] {
            [("keyPath0", keyPath0), ("keyPath1", keyPath1), ("keyPath2", keyPath2)]
        }
    }
}

// MARK: - Inside

/// What the three key path operators have in common: a value is made of a value, and nothing else happens.
public protocol _KeyPathOperator<Output, Failure>: _ImmediateOperator where Failure == Upstream.Failure {
    func _value(of input: Upstream.Output) -> Output
    static var _name: String { get }
    var _children: [Mirror.Child] { get }
}

extension _KeyPathOperator {
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(_KeyPathInner(subscriber, self))
    }

    @inlinable @inline(__always)
    public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
        return answer.map({ .value(_value(of: $0)) }) { rest in
            AnyPublisher(_boxing: Publishers.Map(upstream: rest, transform: _value(of:)))
        }
    }
}

@frozen @usableFromInline
struct _KeyPathInner<Operator: _KeyPathOperator, Downstream: Subscriber>: _PassThrough
where Downstream.Input == Operator.Output, Downstream.Failure == Operator.Failure {
    @usableFromInline typealias Input = Operator.Upstream.Output
    @usableFromInline typealias Failure = Operator.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let mapping: Operator

    @inlinable @inline(__always)
    init(_ downstream: Downstream, _ mapping: Operator) {
        self.downstream = downstream
        self.mapping = mapping
    }

    @usableFromInline var description: String { Operator._name }
    @usableFromInline var customMirror: Mirror { Mirror(self, children: mapping._children) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(mapping._value(of: input))
    }
}
