import TraitgenCore

/// The parts of a module's symbol graph that the audit needs. `swift symbolgraph-extract` writes such graphs.
public struct SymbolGraph: Hashable, Sendable {
    /// A declaration.
    public struct Symbol: Hashable, Sendable {
        /// The mangled name.
        public var id: String
        /// The kind of declaration, such as `swift.struct`.
        public var kind: String
        /// The name with its enclosing types, such as `Publishers.Zip`.
        public var name: String
        /// The generic parameters, including those of enclosing types.
        public var parameters: [String]
        /// The protocols that each parameter has to conform to.
        public var requirements: [String: Set<String>]
        /// The module that declares it; nil if that is unknown.
        public var module: String?

        /// Creates a declaration.
        public init(
            id: String, kind: String, name: String, parameters: [String],
            requirements: [String: Set<String>] = [:]
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.parameters = parameters
            self.requirements = requirements
        }

        var isType: Bool { ["swift.struct", "swift.class", "swift.enum", "swift.actor"].contains(kind) }
    }

    /// A requirement of a declaration, such as `Self.Output: Sequence`, or `Self.Failure == Never`.
    public struct Constraint: Hashable, Sendable {
        /// The kind: `conformance`, `sameType` or `superclass`.
        public var kind: String
        /// The type that has to meet it.
        public var left: String
        /// The protocol or type.
        public var right: String
    }

    /// A method or an initialiser that makes a value of a type.
    public struct Maker: Hashable, Sendable {
        /// The kind of declaration, such as `swift.method`.
        public var kind: String
        /// The name with its enclosing types, such as `Publisher.map(_:)`.
        public var name: String
        /// The types of its parameters, as written.
        public var parameters: [String]
        /// The mangled name of the type that it returns; nil for an initialiser, and for a type without a name.
        public var returned: String?
        /// The arguments of the returned type, as written, such as `Self` and `Other`; empty for an initialiser.
        public var arguments: [String] = []
        /// The names of its own generic parameters; for an initialiser, with those of its type.
        public var generics: [String] = []
        /// Its own requirements, and those of its extension and its type.
        public var constraints: [Constraint] = []

        /// Creates a method or an initialiser.
        public init(kind: String, name: String, parameters: [String], returned: String?) {
            self.kind = kind
            self.name = name
            self.parameters = parameters
            self.returned = returned
        }
    }

    /// The public types of the module.
    public var symbols: [Symbol]
    /// The methods and initialisers, in the order of the file.
    public var makers: [Maker] = []
    /// The mangled names of the protocols that each type or protocol conforms to or refines.
    public var conformances: [String: Set<String>]

    /// Creates a graph of declarations and conformances.
    public init(symbols: [Symbol], conformances: [String: Set<String>]) {
        self.symbols = symbols
        self.conformances = conformances
    }

    /// Adds the contents of another file of the same module: a module has a file for each module that it extends.
    public mutating func merge(_ other: SymbolGraph) {
        symbols += other.symbols
        makers += other.makers
        conformances.merge(other.conformances) { $0.union($1) }
    }
}

extension SymbolGraph {
    /// The types that are publishers of a stream library.
    func publishers(of backend: Backend) -> [Symbol] {
        let library = backend.declaringModule
        let root = "s:\(library.utf8.count)\(library)9PublisherP"
        return symbols.filter { $0.isType && conforms($0.id, to: root) }
    }

    private func conforms(_ id: String, to root: String) -> Bool {
        var open = [id]
        var seen: Set<String> = []
        while let next = open.popLast() {
            if next == root { return true }
            guard seen.insert(next).inserted else { continue }
            open += conformances[next] ?? []
        }
        return false
    }
}
