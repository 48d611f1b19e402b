/// The template context of a numbered operator, such as `Publishers.MapKeyPath` for one property and `MapKeyPath2` for two.
struct NumberedContext {
    let row: Row
    /// The name without the number.
    let base: String
    let count: Int
    /// The names of all numbered operators of the table, without their numbers.
    let names: Set<String>

    /// The contexts of all numbered operators, in the order of the table.
    static func all(in model: Model) -> [NumberedContext] {
        let types = Set(model.rows.map(\.type))
        let rows: [(row: Row, base: String, count: Int)] = model.rows.compactMap { row in
            let digit = row.type.last?.wholeNumberValue
            let base = digit == nil ? row.type : String(row.type.dropLast())
            guard types.contains(base), types.contains(base + "2") else { return nil }
            return (row, base.split(separator: ".").last.map(String.init) ?? base, digit ?? 1)
        }
        let names = Set(rows.map(\.base))
        return rows.map { NumberedContext(row: $0.row, base: $0.base, count: $0.count, names: names) }
    }

    var value: MustacheValue {
        [
            "type": .text(row.type),
            "name": .text(count == 1 ? base : "\(base)\(count)"),
            "location": .text(row.location.fileName),
            "is": .choice(base, among: names),
            "single": .truth(count == 1),
            "pair": .truth(count == 2),
            "countWord": .text(CombinationContext.word(for: count)),
            "parts": .list(
                (0..<count).map { index in
                    [
                        "number": .text(count == 1 ? "" : "\(index)"),
                        "ordinal": .text(CombinationContext.ordinal(index)),
                        "first": .truth(index == 0),
                        "last": .truth(index == count - 1),
                    ]
                }),
        ]
    }
}
