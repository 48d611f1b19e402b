/// The template context of `zip`, `combineLatest` and `merge` for a fixed number of publishers. Templates write such an
/// operator once for each number that the table has a row for.
struct CombinationContext {
    let row: Row
    let combiner: String
    /// The rows of the same combiner and namespace with more inputs.
    let wider: [Row]

    /// The contexts of all such operators, in the order of the table.
    static func all(in model: Model) -> [CombinationContext] {
        let rows = model.rows.compactMap { row in combiner(of: row).map { (row: row, combiner: $0) } }
        let families = Dictionary(grouping: rows) { "\(namespace(of: $0.row)) \($0.combiner)" }
        return rows.map { row, combiner in
            let family = families["\(namespace(of: row)) \(combiner)"] ?? []
            let wider = family.map(\.row).filter { $0.inputs.count > row.inputs.count }
            return CombinationContext(row: row, combiner: combiner, wider: wider)
        }
    }

    var value: MustacheValue {
        let inputs = inputs
        let rest = Array(inputs.indices.dropFirst())
        return [
            "type": .text(row.type),
            "name": .text(Self.name(of: row)),
            "location": .text(row.location.fileName),
            "zip": .truth(combiner == "zip"),
            "latest": .truth(combiner == "latest"),
            "merge": .truth(combiner == "merge"),
            "given": .truth(row.inputs.allSatisfy { $0.given != nil }),
            "pair": .truth(inputs.count == 2),
            "count": .text("\(inputs.count)"),
            "countWord": .text(Self.word(for: inputs.count)),
            "othersWord": .text(Self.word(for: inputs.count - 1)),
            "inputs": .list(
                inputs.indices.map { index in
                    let others = inputs.indices.filter { $0 != index }
                    return input(index, in: Array(inputs.indices), others: others)
                }),
            "rest": .list(rest.map { input($0, in: rest) }),
            "base": .text(base),
            "method": .text(base.prefix(1).lowercased() + base.dropFirst()),
            "beyond": .list(
                Array(inputs.indices.dropFirst(4)).map { input($0, in: Array(4..<inputs.count)) }),
            "beyondCount": .text(inputs.count > 6 ? "\(inputs.count - 4)" : ""),
            "single": .truth(inputs.count == 5),
            "wider": .list(wider.map(widening)),
        ]
    }

    /// The context of the method that turns this operator into an operator with more inputs.
    private func widening(to row: Row) -> MustacheValue {
        let count = row.inputs.count - inputs.count
        let names = count == 1 ? ["P"] : "ZYXWVUTS".prefix(count).map { "\($0)" }
        let added = names.indices.map { index -> MustacheValue in
            [
                "type": .text(names[index]),
                "value": .text(count == 1 ? "other" : names[index].lowercased()),
                "previous": .text(index == 0 ? inputs[inputs.count - 1] : names[index - 1]),
                "first": .truth(index == 0),
                "last": .truth(index == count - 1),
            ]
        }
        return [
            "wideName": .text(Self.name(of: row)),
            "addedWord": .text(Self.word(for: count) + (count == 1 ? " publisher" : " publishers")),
            "added": .list(added),
        ]
    }

    /// The operator's name without a number.
    private var base: String { String(Self.name(of: row).prefix { !$0.isNumber }) }

    /// The generic parameters of the row.
    private var inputs: [String] { row.inputs.map(\.name) }

    /// - Parameters:
    ///   - list: the numbers of the inputs in the list, for the separators between them.
    ///   - others: the numbers of the other inputs.
    private func input(_ index: Int, in list: [Int], others: [Int] = []) -> MustacheValue {
        [
            "type": .text(inputs[index]),
            "value": .text(inputs[index].prefix(1).lowercased() + inputs[index].dropFirst()),
            "index": .text("\(index)"),
            "bit": .text("\(1 << index)"),
            "nested": .text(nested(index)),
            "ordinal": .text(Self.ordinal(index)),
            "previous": .text(index == 0 ? "" : inputs[index - 1]),
            "argument": .text(Self.argument(index)),
            "previousArgument": .text(Self.argument(index - 1)),
            "label": .text(inputs.count == 2 ? "other" : "publisher\(index)"),
            "first": .truth(index == list.first),
            "last": .truth(index == list.last),
            "others": .list(others.map { input($0, in: others) }),
        ]
    }

    /// The path of an input's value in nested tuples: a pair of a tuple of the first four values, and the other values. A
    /// single other value has no tuple.
    private func nested(_ index: Int) -> String {
        index < 4 ? "0.\(index)" : inputs.count == 5 ? "1" : "1.\(index - 4)"
    }

    /// A method's generic parameter for an input; empty for the publisher itself.
    private static func argument(_ index: Int) -> String {
        index < 1 ? "" : String(Array("PQRUVWXYZ")[index - 1])
    }

    /// The combiner of a row that is named after its combiner: `Zip` for two publishers, `Zip3` for three.
    private static func combiner(of row: Row) -> String? {
        let names: [Behaviour.Combiner: String] = [.zip: "Zip", .latest: "CombineLatest", .merge: "Merge"]
        let count = row.inputs.count
        guard count > 1, count < 10, let base = names[row.behaviour.combiner],
            name(of: row) == (count == 2 ? base : "\(base)\(count)"),
            Set(row.inputs.map(\.name)).count == count,
            row.inputs.allSatisfy({ !$0.isRepeated && !$0.name.contains(".") })
        else { return nil }
        return row.behaviour.combiner.rawValue
    }

    private static func namespace(of row: Row) -> Substring {
        row.type.lastIndex(of: ".").map { row.type[..<$0] } ?? ""
    }

    private static func name(of row: Row) -> String {
        String(row.type.split(separator: ".").last ?? "")
    }

    static func word(for count: Int) -> String {
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][count]
    }

    static func ordinal(_ index: Int) -> String {
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"][index]
    }
}
