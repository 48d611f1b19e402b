/// The template context of a source that sends every subscriber the same outcome immediately, with at most one value, such as
/// `Just`. Templates write operators on it that compute their outcome when the chain is built.
struct ConstantContext {
    let row: Row
    let shapes: ShapeSet

    /// The contexts of all such sources, in the order of the table.
    static func all(in model: Model) -> [ConstantContext] {
        model.rows.compactMap { row in
            guard row.kind == .source, row.isShared, case .source(let shapes) = row.behaviour.combination,
                shapes.limit > 1, shapes.shapes.allSatisfy(isConstant), shapes.contains(.value)
            else { return nil }
            return ConstantContext(row: row, shapes: shapes)
        }
    }

    var value: MustacheValue {
        let mayFinish = shapes.contains(.finish)
        let mayFail = shapes.contains(.failure)
        // `Optional.Publisher` with another value type is `Optional<T>.Publisher`.
        let path = row.type.split(separator: ".", maxSplits: 1)
        let nested = path.count == 2 ? ".\(path[1])" : ""
        return [
            "type": .text(row.type),
            "location": .text(row.location.shortDescription),
            "certain": .truth(!mayFinish && !mayFail),
            "mayFinish": .truth(mayFinish),
            "mayFail": .truth(mayFail),
            "open": .text("\(path[0])<"),
            "close": .text((mayFail ? ", Failure>" : ">") + nested),
        ]
    }

    private static func isConstant(_ shape: Shape) -> Bool { [.value, .finish, .failure].contains(shape) }
}

extension Shape {
    fileprivate static let value = Shape(first: .immediate, values: 1, end: .finished)
    fileprivate static let finish = Shape(first: .immediate, values: 0, end: .finished)
    fileprivate static let failure = Shape(first: .immediate, values: 0, end: .failed)
}
