/// The rows of several modules by the types that they are about.
///
/// Types of several modules may have one name. A row belongs to the module that declares its type.
struct RowNames {
    /// The types that several modules declare.
    private var shared: Set<String> = []

    /// - Parameter rows: the rows of all tables of a run, with the module of each type; nil for the run's own module.
    init(_ rows: some Sequence<(type: String, module: String?)>) {
        var first: [String: String?] = [:]
        for (type, module) in rows {
            if let known = first[type], known != module { shared.insert(type) }
            first[type] = .some(module)
        }
    }

    /// Indicates whether several modules have a row for a type of this name.
    func areSeveral(_ type: String) -> Bool { shared.contains(type) }
}

extension TableLoader.Loaded {
    /// The module that declares the type of a row; nil for the run's own module.
    func home(of row: Table.RowDeclaration) -> String? { row.module?.value ?? module }
}

extension Row {
    /// The namespaces of the streams, to which any module may add types.
    private static let namespaces: Set<Substring> = [
        "Publishers", "MorePublishers", "Properties", "Property", "TraitPublishers", "Subscribers",
        "Optional", "Result",
    ]

    /// The type as generated code spells it. A type in a namespace of another module needs a module selector if several
    /// modules add a type of its name.
    ///
    /// - Parameter module: the module that the code becomes part of.
    func spelling(in module: String) -> String {
        guard sharesType else { return type }
        guard let dot = type.lastIndex(of: "."), let outer = type.split(separator: ".").first,
            Self.namespaces.contains(outer)
        else { return name }
        return "\(type[...dot])\(self.module ?? module)::\(type[type.index(after: dot)...])"
    }
}
