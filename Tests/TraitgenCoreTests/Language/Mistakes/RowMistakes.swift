extension Mistake {
    /// Mistakes in rows and their inputs.
    static let rowMistakes: [Mistake] = [
        Mistake(
            "row without a type",
            """
            source
            """,
            """
            Table.traits:1:7: error: the name of a type expected [expected]
            """),
        Mistake(
            "type that is no name",
            """
            source 7Up   o|
            """,
            """
            Table.traits:1:8: error: `7Up` is not the name of a type [type-name]
            Table.traits:1:8: note: write the name as an extension does, such as `Publishers.Map`
            """),
        Mistake(
            "type with generic arguments",
            """
            source Just<Int>   o|
            """,
            """
            Table.traits:1:8: error: `Just<Int>` is not the name of a type [type-name]
            Table.traits:1:8: note: write the name as an extension does, such as `Publishers.Map`
            """),
        Mistake(
            "two rows for one type",
            """
            operator Publishers.Map   o => o
            operator Publishers.Map   o => o
            """,
            """
            Table.traits:2:10: error: `Publishers.Map` has two rows [duplicate-row]
            Table.traits:1:10: note: the first is here
            Table.traits:2:10: note: remove one of them
            """),
        Mistake(
            "two rows for one type and one library",
            """
            operator Publishers.Map   o => o   on Combine
            operator Publishers.Map   o => o
            """,
            """
            Table.traits:2:10: error: `Publishers.Map` has two rows [duplicate-row]
            Table.traits:1:10: note: the first is here
            Table.traits:2:10: note: remove one of them
            """),
        Mistake(
            "source without histories",
            """
            source Just
            """,
            """
            Table.traits:1:8: error: `Just` lists no history [silent-row]
            Table.traits:1:8: note: list what a subscriber may see, such as `silent, --x, --o|`
            """),
        Mistake(
            "operator without rules",
            """
            operator Publishers.Map
            """,
            """
            Table.traits:1:10: error: `Publishers.Map` doesn't say what becomes of its input's events [silent-row]
            Table.traits:1:10: note: write `passes` if all of them pass unchanged
            """),
        Mistake(
            "operator with attributes alone",
            """
            operator Publishers.Map   because "it is so"
            """,
            """
            Table.traits:1:10: error: `Publishers.Map` doesn't say what becomes of its input's events [silent-row]
            Table.traits:1:10: note: write `passes` if all of them pass unchanged
            """),
        Mistake(
            "rule in a source",
            """
            source Just   later
            """,
            """
            Table.traits:1:15: error: `later` needs an input, and a source has none [not-for-source]
            Table.traits:1:15: note: list the histories of a source, such as `silent, --x, --o|`
            """),
        Mistake(
            "inputs of a source",
            """
            source Just (Upstream)   o|
            """,
            """
            Table.traits:1:13: error: a source has no inputs [not-for-source]
            Table.traits:1:13: note: a row for a publisher built on others starts with `operator`
            """),
        Mistake(
            "history in an operator",
            """
            operator Publishers.Map   --o|
            """,
            """
            Table.traits:1:27: error: `--o|` is a history, and an operator has rules [not-for-operator]
            Table.traits:1:27: note: say what becomes of each event, such as `o => o`, or start the row with `source`
            """),
        Mistake(
            "silence in an operator",
            """
            operator Publishers.Map   silent
            """,
            """
            Table.traits:1:27: error: `silent` is a history, and an operator has rules [not-for-operator]
            Table.traits:1:27: note: say what becomes of each event, such as `o => o`, or start the row with `source`
            """),
        Mistake(
            "empty list of inputs",
            """
            operator Publishers.Map ()   passes
            """,
            """
            Table.traits:1:25: error: the list of inputs is empty [bad-input]
            Table.traits:1:25: note: leave it out for the one input `Upstream`, or start the row with `source`
            """),
        Mistake(
            "input that is no name",
            """
            operator Publishers.Zip (A, 2)   zip
            """,
            """
            Table.traits:1:29: error: `2` is not the name of an input [bad-input]
            Table.traits:1:29: note: an input is a generic parameter of the type, such as `Upstream`, or `Upstream...`
            """),
        Mistake(
            "list of inputs without its end",
            """
            operator Publishers.Zip (A, B   zip
            """,
            """
            Table.traits:1:33: error: `)` expected, not `zip` [expected]
            """),
        Mistake(
            "two inputs, one word short",
            """
            operator Publishers.Zip (A, B)   o => o
            """,
            """
            Table.traits:1:10: error: `Publishers.Zip` doesn't say how its 2 inputs become one stream [input-count]
            Table.traits:1:10: note: add one of `zip`, `latest`, `merge`, `race`, `flatten` and `switch`, or a rule with `signal` or `next`
            """),
        Mistake(
            "repeated input, one word short",
            """
            operator Publishers.MergeMany (Upstream...)   passes
            """,
            """
            Table.traits:1:10: error: `Publishers.MergeMany` doesn't say how its inputs become one stream [input-count]
            Table.traits:1:10: note: add one of `zip`, `latest`, `merge`, `race`, `flatten` and `switch`, or a rule with `signal` or `next`
            """),
        Mistake(
            "repeated input beside another",
            """
            operator Publishers.Odd (A, B...)   merge
            """,
            """
            Table.traits:1:29: error: `B...` has to be the only input [bad-input]
            Table.traits:1:29: note: any number of publishers of one type stand alone, such as `(Upstream...)`
            """),
        Mistake(
            "combiner with one input",
            """
            operator Publishers.Zip   zip
            """,
            """
            Table.traits:1:27: error: `zip` needs at least two inputs, and there is one [input-count]
            Table.traits:1:27: note: list them after the type, such as `(A, B)`, or `(Upstream...)` for any number
            """),
        Mistake(
            "flatten of three",
            """
            operator Publishers.FlatMap (A, B, C)   flatten
            """,
            """
            Table.traits:1:41: error: `flatten` needs two inputs, and there are 3 [input-count]
            Table.traits:1:41: note: list the outer one first, such as `(Upstream, NewPublisher)`
            """),
        Mistake(
            "again of two",
            """
            operator Publishers.Retry (A, B)   x => again or x
            """,
            """
            Table.traits:1:36: error: `x => again or x` needs one input [input-count]
            Table.traits:1:36: note: leave the list out for the one input `Upstream`
            """),
        Mistake(
            "again of any number",
            """
            operator Publishers.Repeat (Upstream...)   | => again or |
            """,
            """
            Table.traits:1:44: error: `| => again or |` needs one input [input-count]
            Table.traits:1:44: note: leave the list out for the one input `Upstream`
            """),
        Mistake(
            "seventeen inputs",
            """
            operator Publishers.Merge17 (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q)   merge
            """,
            """
            Table.traits:1:78: error: 17 inputs are more than the 16 there can be [input-count]
            """),
        Mistake(
            "rows without a trait",
            """
            source Mine   o|
            operator Publishers.Mine   o => o
            """,
            """
            Table.traits:1:8: error: the table has rows, and there is no trait that they could keep [no-traits]
            Table.traits:1:8: note: import the table that declares some, such as `import TraitsRuntime`, or declare one
            """),
        Mistake(
            "two combiners",
            """
            operator Publishers.Zip (A, B)   zip merge
            """,
            """
            Table.traits:1:38: error: `merge` contradicts `zip` [contradictory-rules]
            Table.traits:1:34: note: `zip` is said here
            Table.traits:1:38: note: a row combines its inputs in one way
            """),
    ]
}
