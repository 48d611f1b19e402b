// The template `_PropertyZip.mustache` writes `zip` of two to four properties, each with a separate type, from the rows of
// the table.

/// An input of a zip, with the values that wait for partners. Belongs to the thread with the graph's writer lock.
class _AnyZipInput {
    let node: _GraphNode

    init(_ node: _GraphNode) { self.node = node }

    /// Takes the input's value if it has changed.
    func collect() {}
    /// Indicates whether a value waits.
    var isReady: Bool { false }
    /// Indicates whether no value will ever wait here again.
    var isExhausted: Bool { true }
}

final class _ZipInput<Value>: _AnyZipInput {
    let property: Property<Value>
    @exclusivity(unchecked) var queue = _Queue<Value>()

    init(_ property: Property<Value>) {
        self.property = property
        super.init(property.node)
    }

    /// The current value, with which the zip begins; drops the values that wait.
    var first: Value {
        _replace(&queue, with: _Queue())
        return property.working
    }

    /// The oldest value that waits, which is removed. For an input that is ready.
    var next: Value { queue.pop()! }

    override func collect() {
        if property.isChanged { queue.push(property.working) }
    }

    override var isReady: Bool { !queue.isEmpty }

    override var isExhausted: Bool { queue.isEmpty && node.isDone }
}

extension Property {
    /// - Parameters:
    ///   - inputs: the inputs to zip.
    ///   - start: makes a value of the inputs' first values.
    ///   - next: makes a value of the oldest values that wait.
    convenience init(
        _zipping inputs: [_AnyZipInput], start: @escaping () -> Value, next: @escaping () -> Value
    ) {
        self.init(
            _inputs: ContiguousArray(inputs.map(\.node)), start: start,
            step: {
                for input in inputs { input.collect() }
                return inputs.allSatisfy(\.isReady) ? next() : nil
            },
            isOver: { inputs.isEmpty || inputs.contains(where: \.isExhausted) })
    }

    /// A property of the first values of this property and any number of others, then of their second values; see
    /// `zip(_:)`.
    public func zip<B, C, D, E, each Other>(
        _ b: Property<B>, _ c: Property<C>, _ d: Property<D>, _ e: Property<E>,
        _ other: repeat Property<each Other>
    ) -> Property<(Value, B, C, D, E, repeat each Other)> {
        let all = Properties.ZipMany(self, b, c, d, e, repeat each other)
        return all.property()
    }

    /// A property of the first values of several properties, then of their second values, and so on; see `zip(_:)`.
    ///
    /// It isn't a method of collections: `zip(self, other)` in an extension of `Array` would no longer find Swift's
    /// function.
    ///
    /// Name the type of the values, as in `Property<Int>.zip(counts)`: in the language mode of Swift 6 the compiler doesn't
    /// infer it where a type that is `Sendable` under a condition has methods of that name too.
    ///
    /// - Parameter properties: the properties; if there are none, the result is constant and empty.
    public static func zip<C: Collection>(_ properties: C) -> Property<[Value]>
    where C.Element == Property<Value> {
        Properties.ZipCollection(properties).property()
    }
}

extension Properties {
    /// The operator of `zip(_:_:_:_:_:)`.
    public struct ZipMany<each Value>: PropertyOperator {
        public typealias Output = (repeat each Value)

        let properties: (repeat Property<each Value>)

        /// Creates the operator on several properties.
        public init(_ properties: repeat Property<each Value>) {
            self.properties = (repeat each properties)
        }

        public func _property(initial: (() -> Output)?) -> Property<Output> {
            let zipped = (repeat _ZipInput(each properties))
            var inputs: [_AnyZipInput] = []
            for input in repeat each zipped { inputs.append(input) }
            return Property(
                _zipping: inputs, start: { (repeat (each zipped).first) },
                next: { (repeat (each zipped).next) })
        }
    }

    /// The operator of ``Property/zip(_:)-(C)``.
    public struct ZipCollection<Value>: PropertyOperator {
        public typealias Output = [Value]

        let properties: ContiguousArray<Property<Value>>

        /// Creates the operator on several properties.
        public init<C: Collection>(_ properties: C) where C.Element == Property<Value> {
            self.properties = ContiguousArray(properties)
        }

        public func _property(initial: (() -> [Value])?) -> Property<[Value]> {
            let inputs = properties.map { _ZipInput($0) }
            return Property(_zipping: inputs, start: { inputs.map(\.first) }, next: { inputs.map(\.next) })
        }
    }
}
