/// One concrete history of an input: what a ``Shape`` stands for, with an exact number of values.
struct History: Hashable {
    var isImmediate: Bool
    var values: Int
    var end: Shape.End

    /// The number of events.
    var count: Int { values + (end == .silent ? 0 : 1) }

    /// The histories a set stands for.
    ///
    /// The largest number of a set means "that many or more", so it is unfolded into itself and
    /// its successor: an operator that takes one value away must still see both kinds.
    static func all(of set: ShapeSet) -> [History] {
        set.shapes.flatMap { shape -> [History] in
            let one = History(isImmediate: shape.first == .immediate, values: shape.values, end: shape.end)
            guard shape.values == set.limit else { return [one] }
            var more = one
            more.values += 1
            return [one, more]
        }
    }
}
