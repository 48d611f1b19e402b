extension Mistake {
    /// Rules about signals.
    static let signalMistakes: [Mistake] = [
        Mistake(
            "signal without a second input",
            """
            operator Publishers.Gate   signal o => opens
            """,
            """
            Table.traits:1:28: error: `signal` needs two inputs, and there is one [input-count]
            Table.traits:1:28: note: list the one that sends signals second, such as `(Upstream, Other)`
            """),
        Mistake(
            "signal among three inputs",
            """
            operator Publishers.Gate (A, B, C)   signal o => opens
            """,
            """
            Table.traits:1:38: error: `signal` needs two inputs, and there are 3 [input-count]
            Table.traits:1:38: note: list the one that sends signals second, such as `(Upstream, Other)`
            """),
        Mistake(
            "signal of any number",
            """
            operator Publishers.Gate (Upstream...)   signal o => opens
            """,
            """
            Table.traits:1:42: error: `signal` needs two inputs, and there is any number [input-count]
            Table.traits:1:42: note: list the one that sends signals second, such as `(Upstream, Other)`
            """),
        Mistake(
            "signal without a rule",
            """
            operator Publishers.Gate (A, B)   signal
            """,
            """
            Table.traits:1:41: error: an event expected [expected]
            """),
        Mistake(
            "signal without an event",
            """
            operator Publishers.Gate (A, B)   signal opens
            """,
            """
            Table.traits:1:42: error: an event, such as `o`, expected, not `opens` [expected]
            """),
        Mistake(
            "signal without an arrow",
            """
            operator Publishers.Gate (A, B)   signal o
            """,
            """
            Table.traits:1:43: error: `=>` expected after `o` [expected]
            Table.traits:1:43: note: a rule says what an event becomes, such as `o => o or nothing`
            """),
        Mistake(
            "misspelt effect",
            """
            operator Publishers.Gate (A, B)   signal o => open
            """,
            """
            Table.traits:1:47: error: a signal can't become `open` [unknown-word]
            Table.traits:1:47: note: did you mean `opens`?
            """),
        Mistake(
            "signal that becomes two events",
            """
            operator Publishers.Gate (A, B)   signal o => o|
            """,
            """
            Table.traits:1:47: error: a signal can't become `o|` [bad-marble]
            Table.traits:1:47: note: a signal sends one event at most, `o`, `|` or `x`; what becomes of that, a rule says
            """),
        Mistake(
            "signal that traps",
            """
            operator Publishers.Gate (A, B)   signal o => traps
            """,
            """
            Table.traits:1:47: error: a signal can't become `traps` [unknown-word]
            Table.traits:1:47: note: write events such as `|`, or `nothing`, `opens`, `opens once` or `grouped`
            """),
        Mistake(
            "signal that opens twice",
            """
            operator Publishers.Gate (A, B)   signal o => opens or opens
            """,
            """
            Table.traits:1:56: error: `opens` is said twice [duplicate-alternative]
            Table.traits:1:47: note: the first time is here
            Table.traits:1:56: note: remove one of them
            """),
        Mistake(
            "two rules for a signal",
            """
            operator Publishers.Gate (A, B)   signal o => opens   signal o => |
            """,
            """
            Table.traits:1:62: error: a second rule for `o` [contradictory-rules]
            Table.traits:1:42: note: the first is here
            Table.traits:1:62: note: join them with `or` if both can happen
            """),
        Mistake(
            "signal after the last one",
            """
            operator Publishers.Gate (A, B)   signal o => |   signal o-x => nothing
            """,
            """
            Table.traits:1:58: error: the rule for `o-x` never applies [unreachable-rule]
            Table.traits:1:42: note: every stream has ended after its first signal
            Table.traits:1:58: note: remove it
            """),
        Mistake(
            "signal with both contexts said",
            """
            operator Publishers.Gate (A, B)   signal -| => |   signal o-| => x   signal | => nothing
            """,
            """
            Table.traits:1:77: error: the rule for `|` never applies [unreachable-rule]
            Table.traits:1:77: note: the rules for `-|` and `o-|` leave nothing to it
            """),
        Mistake(
            "signal beside a combiner",
            """
            operator Publishers.Gate (A, B)   zip   signal o => opens
            """,
            """
            Table.traits:1:41: error: `signal` contradicts `zip` [contradictory-rules]
            Table.traits:1:35: note: `zip` is said here
            Table.traits:1:41: note: a row combines its inputs in one way
            """),
        Mistake(
            "combiner beside a signal",
            """
            operator Publishers.Gate (A, B)   signal o => opens   merge
            """,
            """
            Table.traits:1:55: error: `merge` contradicts `signal` [contradictory-rules]
            Table.traits:1:35: note: `signal` is said here
            Table.traits:1:55: note: a row combines its inputs in one way
            """),
        Mistake(
            "signal of two events",
            """
            operator Publishers.Gate (A, B)   signal oo => opens
            """,
            """
            Table.traits:1:42: error: `oo` is not one event [bad-marble]
            Table.traits:1:42: note: left of `=>` stands `o`, `x` or `|`, after `-` for no value before it, after `o-` for some
            """),
        Mistake(
            "signal of a source",
            """
            source Gate   signal o => opens
            """,
            """
            Table.traits:1:15: error: `signal` needs an input, and a source has none [not-for-source]
            Table.traits:1:15: note: list the histories of a source, such as `silent, --x, --o|`
            """),
        Mistake(
            "signal that passes",
            """
            operator Publishers.Gate (A, B)   passes   signal o => opens
            """,
            """
            Table.traits:1:35: error: `passes` contradicts `signal` [contradictory-rules]
            Table.traits:1:44: note: `signal` is said here
            Table.traits:1:35: note: `passes` is for rows that say nothing else; events without a rule pass anyway
            """),
        Mistake(
            "effect of a signal in a rule",
            """
            operator Publishers.Gate (A, B)   o => opens
            """,
            """
            Table.traits:1:40: error: an event can't become `opens` [unknown-word]
            Table.traits:1:40: note: write events such as `o|`, or `nothing`
            """),
        Mistake(
            "group beside a gate",
            """
            operator Publishers.Gate (A, B)   signal o => grouped   signal -| => opens
            """,
            """
            Table.traits:1:70: error: `grouped` contradicts `opens` [contradictory-rules]
            Table.traits:1:70: note: values pass an open gate, or they wait for a signal that sends them as a group
            """),
    ]
}
