extension Mistake {
    /// Mistakes in clauses that don't go together.
    static let clauseMistakes: [Mistake] = [
        Mistake(
            "two rules for one event",
            """
            operator Publishers.Map   o => o   o => nothing
            """,
            """
            Table.traits:1:36: error: a second rule for `o` [contradictory-rules]
            Table.traits:1:27: note: the first is here
            Table.traits:1:36: note: join them with `or` if both can happen
            """),
        Mistake(
            "rule that two others replace",
            """
            operator Publishers.Map   | => x   -| => |   o-| => o|
            """,
            """
            Table.traits:1:27: error: the rule for `|` never applies [unreachable-rule]
            Table.traits:1:27: note: the rules for `-|` and `o-|` leave nothing to it
            """),
        Mistake(
            "rule after the end",
            """
            operator Publishers.First   o => o|   o-| => x
            """,
            """
            Table.traits:1:39: error: the rule for `o-|` never applies [unreachable-rule]
            Table.traits:1:29: note: every stream has ended after its first value
            Table.traits:1:39: note: remove it
            """),
        Mistake(
            "passes and a rule",
            """
            operator Publishers.Map   passes   o => o
            """,
            """
            Table.traits:1:27: error: `passes` contradicts `o => o` [contradictory-rules]
            Table.traits:1:36: note: `o => o` is said here
            Table.traits:1:27: note: `passes` is for rows that say nothing else; events without a rule pass anyway
            """),
        Mistake(
            "passes and later",
            """
            operator Publishers.Map   passes   later
            """,
            """
            Table.traits:1:27: error: `passes` contradicts `later` [contradictory-rules]
            Table.traits:1:36: note: `later` is said here
            Table.traits:1:27: note: `passes` is for rows that say nothing else; events without a rule pass anyway
            """),
        Mistake(
            "anything and a rule",
            """
            operator Publishers.Map   anything   o => o
            """,
            """
            Table.traits:1:27: error: `anything` contradicts `o => o` [contradictory-rules]
            Table.traits:1:38: note: `o => o` is said here
            Table.traits:1:27: note: `anything` leaves nothing more to say about events
            """),
        Mistake(
            "grouped and a rule",
            """
            operator Publishers.Collect   grouped   | => o|
            """,
            """
            Table.traits:1:31: error: `grouped` contradicts `| => o|` [contradictory-rules]
            Table.traits:1:41: note: `| => o|` is said here
            Table.traits:1:31: note: `grouped` already says what becomes of each event
            """),
        Mistake(
            "held and a rule",
            """
            operator Publishers.Debounce   held   | => o|
            """,
            """
            Table.traits:1:32: error: `held` contradicts `| => o|` [contradictory-rules]
            Table.traits:1:39: note: `| => o|` is said here
            Table.traits:1:32: note: `held` already says what becomes of each event
            """),
        Mistake(
            "held and grouped",
            """
            operator Publishers.Debounce   grouped   held
            """,
            """
            Table.traits:1:42: error: `held` contradicts `grouped` [contradictory-rules]
            Table.traits:1:32: note: `grouped` is said here
            Table.traits:1:42: note: values are put into groups, or each waits by itself, or the newest wait for the finish
            """),
        Mistake(
            "last and held",
            """
            operator Publishers.Debounce   last   held
            """,
            """
            Table.traits:1:39: error: `held` contradicts `last` [contradictory-rules]
            Table.traits:1:32: note: `last` is said here
            Table.traits:1:39: note: values are put into groups, or each waits by itself, or the newest wait for the finish
            """),
        Mistake(
            "last and a rule",
            """
            operator Publishers.Debounce   last   -| => o|
            """,
            """
            Table.traits:1:32: error: `last` contradicts `-| => o|` [contradictory-rules]
            Table.traits:1:39: note: `-| => o|` is said here
            Table.traits:1:32: note: `last` already says what becomes of each event
            """),
        Mistake(
            "held and until",
            """
            operator Publishers.Debounce   held   cut => |   until o
            """,
            """
            Table.traits:1:32: error: `held` contradicts `until o` [contradictory-rules]
            Table.traits:1:50: note: `until o` is said here
            Table.traits:1:32: note: `held` already says what becomes of each event
            """),
        Mistake(
            "until a value and nothing that it ends",
            """
            operator Publishers.Drop   later   until o
            """,
            """
            Table.traits:1:36: error: there is no rule and no cut for `until o` to end [needless-rule]
            Table.traits:1:36: note: remove it, or say what happens before a value gets through
            """),
        Mistake(
            "later twice",
            """
            operator Publishers.Delay   later   later
            """,
            """
            Table.traits:1:37: error: the row says `later` twice [duplicate-clause]
            Table.traits:1:29: note: the first time is here
            Table.traits:1:37: note: keep one of them
            """),
        Mistake(
            "cut into a value",
            """
            operator Publishers.Timeout   cut => o
            """,
            """
            Table.traits:1:38: error: a cut ends the stream: `|` or `x` expected, not `o` [cut-event]
            """),
        Mistake(
            "cut said twice",
            """
            operator Publishers.Timeout   cut => | or |
            """,
            """
            Table.traits:1:43: error: `|` is said twice [duplicate-alternative]
            Table.traits:1:38: note: the first time is here
            Table.traits:1:43: note: remove one of them
            """),
        Mistake(
            "cut without an arrow",
            """
            operator Publishers.Timeout   cut |
            """,
            """
            Table.traits:1:35: error: `=>` expected, not `|` [expected]
            """),
        Mistake(
            "joins without late",
            """
            operator Publishers.Share   joins
            """,
            """
            Table.traits:1:34: error: `late` or `now` expected [expected]
            """),
        Mistake(
            "joins early",
            """
            operator Publishers.Share   joins early
            """,
            """
            Table.traits:1:35: error: `late` or `now` expected, not `early` [expected]
            """),
        Mistake(
            "unknown library in a row",
            """
            source Just   o|   on Apple
            """,
            """
            Table.traits:1:23: error: `Apple` is not a known stream library [unknown-backend]
            Table.traits:1:23: note: the stream libraries are `TraitsRuntime`, `Combine` and `OpenCombine`
            """),
        Mistake(
            "library said twice",
            """
            source Just   o|   on Combine, Combine
            """,
            """
            Table.traits:1:32: error: `Combine` is said twice [duplicate-clause]
            Table.traits:1:23: note: the first time is here
            Table.traits:1:32: note: remove one of them
            """),
        Mistake(
            "empty sample",
            """
            source Just   o|
                sample
            """,
            """
            Table.traits:2:11: error: the sample is empty [empty-text]
            Table.traits:2:11: note: write a Swift expression, such as `upstream.map { $0 }`
            """),
        Mistake(
            "requirement without a type",
            """
            source Just   o|   where Output:
            """,
            """
            Table.traits:1:33: error: a type expected [expected]
            """),
        Mistake(
            "requirement without a relation",
            """
            source Just   o|   where Output Never
            """,
            """
            Table.traits:1:33: error: `:` or `==` expected, not `Never` [expected]
            """),
        Mistake(
            "requirement on nothing",
            """
            source Just   o|   where "Output"
            """,
            """
            Table.traits:1:26: error: a quoted text can't start a requirement [bad-requirement]
            Table.traits:1:26: note: write `Upstream: SinglePublisher` or `Failure == Never`
            """),
    ]
}
