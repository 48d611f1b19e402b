extension Mistake {
    /// Mistakes in inputs that are always one publisher, in joining, and in methods that can't be there.
    static let givenMistakes: [Mistake] = [
        Mistake(
            "input that is given by nothing",
            """
            operator Boxes.Map (Upstream ==)   o => o
            """,
            """
            Table.traits:1:32: error: `)` is not the name of a type [type-name]
            Table.traits:1:32: note: name a publisher that has a row, such as `Just`
            """),
        Mistake(
            "input that is given by a type without a row",
            """
            source Box.Values   oo*-->
            operator Boxes.Map (Upstream == Box.Valeus)   o => o
            """,
            """
            Table.traits:2:33: error: there is no row for `Box.Valeus` [bad-input]
            Table.traits:2:33: note: did you mean `Box.Values`?
            """),
        Mistake(
            "input that is given by an operator",
            """
            operator Publishers.Map   o => o
            operator Boxes.Map (Upstream == Publishers.Map)   o => o
            """,
            """
            Table.traits:2:33: error: `Publishers.Map` is an operator: what it does depends on its inputs [bad-input]
            Table.traits:1:10: note: its row is here
            Table.traits:2:33: note: an input can be a publisher whose histories a row lists, such as `Just`
            """),
        Mistake(
            "input that is given once and not the other time",
            """
            source Just   o|
            operator Boxes.Zip (A == Just, A)   zip
            """,
            """
            Table.traits:2:32: error: `A` is two things [bad-input]
            Table.traits:2:21: note: the other one is here
            Table.traits:2:32: note: say the same of it each time, or give one of them another name
            """),
        Mistake(
            "condition on an input that is given",
            traits + """
                source Box   - - ->
                operator Boxes.First (Upstream == Box)   anything
                    conforms MaybePublisher where Upstream: MaybePublisher because "it is so"
                """,
            """
            Table.traits:14:35: error: `Upstream` is always `Box` [bad-requirement]
            Table.traits:13:35: note: the row says so here
            Table.traits:14:35: note: require nothing of it
            """),
        Mistake(
            "joining at another time",
            """
            operator Publishers.Share   joins soon
            """,
            """
            Table.traits:1:35: error: `late` or `now` expected, not `soon` [expected]
            """),
        Mistake(
            "joining late and now",
            """
            operator Publishers.Share   joins late   joins now
            """,
            """
            Table.traits:1:42: error: the row says `joins` twice [duplicate-clause]
            Table.traits:1:29: note: the first time is here
            Table.traits:1:42: note: keep one of them
            """),
        Mistake(
            "lost method of no type",
            traits + """
                operator Publishers.Filter   o => o or nothing
                    restore SinglePublisher with "'first(orError:)'" in (Publisher)
                """,
            """
            Table.traits:13:57: error: `(` is not the name of a type [type-name]
            Table.traits:13:57: note: name the type whose method it is, such as `Publisher`
            """),
        Mistake(
            "lost method without a signature",
            traits + """
                operator Publishers.Filter   o => o or nothing
                    restore SinglePublisher with "'first(orError:)'" in Publisher
                """,
            """
            Table.traits:13:66: error: the method is missing [empty-text]
            Table.traits:13:66: note: write what follows `func`, such as `filter(_ isIncluded: (Value) -> Bool) -> Self`
            """),
    ]
}
