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
        /// For each parameter, whether a call may leave it out; empty if that is unknown.
        public var hasDefault: [Bool] = []
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

    /// A case of an enumeration.
    public struct Case: Hashable, Sendable {
        /// The name with its enclosing types, such as `Behavior.inclusive`, or `Event.value(_:)`.
        public var name: String
        /// The types of its values, as written.
        public var payload: [String]

        /// Creates a case.
        public init(name: String, payload: [String] = []) {
            self.name = name
            self.payload = payload
        }
    }

    /// The public types of the module.
    public var symbols: [Symbol]
    /// The methods and initialisers, in the order of the file.
    public var makers: [Maker] = []
    /// The cases of enumerations, in the order of the file.
    public var cases: [Case] = []
    /// The names of the module's protocols.
    public var protocols: Set<String> = []
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
        cases += other.cases
        protocols.formUnion(other.protocols)
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

    /// Indicates whether nothing gives an input a protocol of the module: it comes of no trait.
    func isForeignToInputs(_ name: String) -> Bool {
        let call = ".unchecked\(Trait.shortName(name))()"
        return protocols.contains(name) && !makers.contains { $0.name.hasSuffix(call) }
    }

    /// The first case without values of an enumeration of the module; nil if there is none.
    func plainCase(of type: String) -> String? {
        cases.first { $0.payload.isEmpty && $0.name.hasPrefix(type + ".") && !$0.name.hasSuffix(")") }
            .map { String($0.name.dropFirst(type.count + 1)) }
            .flatMap { $0.contains(".") ? nil : $0 }
    }

    /// A case that wraps a number, as a value of an enumeration of the module that conforms to a protocol of the module, such as
    /// `Event<Int, TestError>.value`; nil if there is none.
    func wrapper(conformingTo name: String) -> String? {
        let id = "\(name.utf8.count)\(name)P"
        for type in symbols where type.kind == "swift.enum" {
            guard conformances[type.id]?.contains(where: { $0.hasSuffix(id) }) == true else { continue }
            func isError(_ parameter: String) -> Bool {
                type.requirements[parameter]?.contains(where: \.isError) == true
            }
            let wrapper = cases.first { one in
                one.name.hasPrefix(type.name + ".") && one.payload.count == 1
                    && type.parameters.contains(one.payload[0]) && !isError(one.payload[0])
            }
            guard let wrapper else { continue }
            let arguments = type.parameters.map { isError($0) ? "TestError" : "Int" }
            return "\(type.name)<\(arguments.joined(separator: ", "))>"
                + wrapper.name.dropFirst(type.name.count).prefix { $0 != "(" }
        }
        return nil
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
