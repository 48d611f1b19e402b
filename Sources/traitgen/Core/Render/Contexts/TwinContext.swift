/// The template context of an operator with a throwing variant, such as `Publishers.Filter` and `Publishers.TryFilter`. It
/// tells the two apart.
struct TwinContext {
    let row: Row
    /// The name of the variant whose closure doesn't throw.
    let plain: String
    /// The names of all operators of the table with a throwing variant.
    let names: Set<String>

    /// The contexts of all such operators and variants, in the order of the table.
    static func all(in model: Model) -> [TwinContext] {
        let types = Set(model.rows.map(\.type))
        let pairs: [(row: Row, plain: String)] = model.rows.compactMap { row in
            let (namespace, name) = parts(of: row.type)
            if types.contains("\(namespace)Try\(name)") { return (row, name) }
            guard name.hasPrefix("Try"), types.contains(namespace + name.dropFirst(3)) else { return nil }
            return (row, String(name.dropFirst(3)))
        }
        let names = Set(pairs.map(\.plain))
        return pairs.map { TwinContext(row: $0.row, plain: $0.plain, names: names) }
    }

    var value: MustacheValue {
        let name = Self.parts(of: row.type).name
        return [
            "type": .text(row.type),
            "name": .text(name),
            "location": .text(row.location.shortDescription),
            "throws": .truth(name != plain),
            "failure": .text(name == plain ? "Upstream.Failure" : "any Error"),
            "is": .choice(plain, among: names),
        ]
    }

    /// Splits a type's name after its last dot.
    private static func parts(of type: String) -> (namespace: String, name: String) {
        let start = type.lastIndex(of: ".").map { type.index(after: $0) } ?? type.startIndex
        return (String(type[..<start]), String(type[start...]))
    }
}
