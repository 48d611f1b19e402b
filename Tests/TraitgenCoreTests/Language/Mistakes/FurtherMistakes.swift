extension Mistake {
    /// Several mistakes in one row.
    static let furtherMistakes: [Mistake] = [
        Mistake(
            "two rules and an attribute with mistakes",
            """
            operator X   o => foo   x => bar
                restore SinglePublisher wth "first()"
                as ""
            """,
            """
            Table.traits:1:19: error: an event can't become `foo` [unknown-word]
            Table.traits:1:19: note: write events such as `o|`, or `nothing`
            Table.traits:1:30: error: an event can't become `bar` [unknown-word]
            Table.traits:1:30: note: write events such as `o|`, or `nothing`
            Table.traits:2:29: error: `with` expected, not `wth` [expected]
            Table.traits:3:8: error: the method is empty [empty-text]
            """),
        Mistake(
            "mistakes in the head and in clauses of several lines",
            """
            operator X (A B)   o => oops
                or nothing
                because "a reason"
                conforms SinglePublisher where
                    Upstream = Y
                sample
            """,
            """
            Table.traits:1:15: error: `)` expected, not `B` [expected]
            Table.traits:1:25: error: an event can't become `oops` [unknown-word]
            Table.traits:1:25: note: write events such as `o|`, or `nothing`
            Table.traits:5:18: error: a single `=` means nothing here [unexpected-character]
            Table.traits:5:18: note: an arrow is `=>`, a requirement on equal types has `==`
            Table.traits:6:11: error: the sample is empty [empty-text]
            Table.traits:6:11: note: write a Swift expression, such as `upstream.map { $0 }`
            """),
        Mistake(
            "clause twice behind a mistake",
            """
            operator X   konkat
                joins late
                joins now
            """,
            """
            Table.traits:1:14: error: there is no word `konkat` [unknown-word]
            Table.traits:1:14: note: the reference of the table language lists all words
            Table.traits:3:5: error: the row says `joins` twice [duplicate-clause]
            Table.traits:2:5: note: the first time is here
            Table.traits:3:5: note: keep one of them
            """),
        Mistake(
            "reason that belongs to the clause with the mistake",
            """
            operator X   passes
                because "it passes"
                conforms SinglePublisher were Upstream: SinglePublisher
                    because "so"
            """,
            """
            Table.traits:3:29: error: a claim needs a reason [missing-text]
            Table.traits:3:29: note: add `because "…"`: nothing else will tell a reader why it holds
            """),
        Mistake(
            "rules in a source",
            """
            source X   later
                x => o
                held
            """,
            """
            Table.traits:1:12: error: `later` needs an input, and a source has none [not-for-source]
            Table.traits:1:12: note: list the histories of a source, such as `silent, --x, --o|`
            """),
    ]
}
