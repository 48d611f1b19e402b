/// A concrete history of an input: a ``Shape`` with an exact number of values.
package struct History: Hashable {
    package var isImmediate: Bool
    var values: Int
    var end: Shape.End

    /// Nothing ever comes.
    package static let silence = History(isImmediate: false, values: 0, end: .silent)

    /// The number of events.
    package var count: Int { values + (end == .silent ? 0 : 1) }

    /// The histories that a set stands for.
    ///
    /// The largest number of a set means "that many or more", so it is unfolded into itself and some larger numbers:
    /// after values are taken away, the rest must still cover both cases.
    ///
    /// - Parameter most: the largest number of values.
    package static func all(of set: ShapeSet, upTo most: Int) -> [History] {
        set.shapes.flatMap { shape in
            (shape.values...(shape.values == set.limit ? most : shape.values)).map {
                History(isImmediate: shape.first == .immediate, values: $0, end: shape.end)
            }
        }
    }
}
