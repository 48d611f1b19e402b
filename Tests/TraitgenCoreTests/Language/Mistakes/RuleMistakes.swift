extension Mistake {
    /// Mistakes in words, rules and histories.
    static let ruleMistakes: [Mistake] = [
        Mistake(
            "or left out",
            """
            operator Publishers.Map   o => o nothing
            """,
            """
            Table.traits:1:34: error: `or` expected before `nothing` [expected]
            Table.traits:1:34: note: `or` stands between what one event may become, as in `o => o or nothing`
            """),
        Mistake(
            "an indented row",
            """
            operator Publishers.Map   o => o
              operator Publishers.Filter   o => o or nothing
            """,
            """
            Table.traits:2:3: error: `operator` is indented, so it continues the row of `Publishers.Map` [stray-indentation]
            Table.traits:2:3: note: start it at the beginning of the line
            """),
        Mistake(
            "empty reason",
            """
            source Just   o|   because " "
            """,
            """
            Table.traits:1:28: error: the reason is empty [empty-text]
            """),
        Mistake(
            "reason without quotes",
            """
            source Just   o|   because so
            """,
            """
            Table.traits:1:28: error: the reason in quotes expected, not `so` [expected]
            """),
        Mistake(
            "reason missing",
            """
            source Just   o|   because
            """,
            """
            Table.traits:1:27: error: the reason in quotes expected [expected]
            """),
        Mistake(
            "unknown word in an operator",
            """
            operator Publishers.Delay   latter
            """,
            """
            Table.traits:1:29: error: there is no word `latter` [unknown-word]
            Table.traits:1:29: note: did you mean `later`?
            """),
        Mistake(
            "unknown word in a source",
            """
            source Future   sillent, --x
            """,
            """
            Table.traits:1:17: error: there is no word `sillent` [unknown-word]
            Table.traits:1:17: note: did you mean `silent`?
            """),
        Mistake(
            "unknown word among histories",
            """
            source Future   --x, silnt
            """,
            """
            Table.traits:1:22: error: `silnt` is not a history [unknown-word]
            Table.traits:1:22: note: did you mean `silent`?
            """),
        Mistake(
            "mark in place of a clause",
            """
            operator Publishers.Map   : o
            """,
            """
            Table.traits:1:27: error: a clause can't start with `:` [unknown-word]
            Table.traits:1:27: note: the reference of the table language lists all words
            """),
        Mistake(
            "unknown outcome",
            """
            operator Publishers.Filter   o => o or nothin
            """,
            """
            Table.traits:1:40: error: an event can't become `nothin` [unknown-word]
            Table.traits:1:40: note: did you mean `nothing`?
            """),
        Mistake(
            "outcome missing",
            """
            operator Publishers.Filter   o =>
            """,
            """
            Table.traits:1:34: error: what `o` becomes is missing [expected]
            Table.traits:1:34: note: write events such as `o|`, or `nothing`
            """),
        Mistake(
            "outcome missing after or",
            """
            operator Publishers.Filter   o => o or
            """,
            """
            Table.traits:1:39: error: what `o` becomes is missing [expected]
            Table.traits:1:39: note: write events such as `o|`, or `nothing`
            """),
        Mistake(
            "comma between outcomes",
            """
            operator Publishers.Filter   o => o, nothing
            """,
            """
            Table.traits:1:36: error: `or` expected, not `,` [expected]
            Table.traits:1:36: note: `or` stands between what one event may become
            """),
        Mistake(
            "or between histories",
            """
            source Future   --x or --o|
            """,
            """
            Table.traits:1:21: error: `,` expected, not `or` [expected]
            Table.traits:1:21: note: the histories of a source are a list; `or` stands between what one event may become
            """),
        Mistake(
            "comma missing between histories",
            """
            source Future   --x --o|
            """,
            """
            Table.traits:1:21: error: `,` expected before `--o|` [expected]
            Table.traits:1:21: note: the histories of a source stand in one list, such as `silent, --x, --o|`
            """),
        Mistake(
            "history missing after a comma",
            """
            source Future   --x,
            """,
            """
            Table.traits:1:21: error: a history expected [expected]
            """),
        Mistake(
            "arrow missing",
            """
            operator Publishers.Map   o
            """,
            """
            Table.traits:1:28: error: `=>` expected after `o` [expected]
            Table.traits:1:28: note: a rule says what an event becomes, such as `o => o or nothing`
            """),
        Mistake(
            "two events left of an arrow",
            """
            operator Publishers.Map   oo => o
            """,
            """
            Table.traits:1:27: error: `oo` is not one event [bad-marble]
            Table.traits:1:27: note: left of `=>` stands `o`, `x` or `|`, after `-` for no value before it, after `o-` for some
            """),
        Mistake(
            "time right of an arrow",
            """
            operator Publishers.Delay   o => --o
            """,
            """
            Table.traits:1:34: error: a rule can't say that time passes [time-in-rule]
            Table.traits:1:34: note: add the word `later` to the row if nothing comes immediately
            """),
        Mistake(
            "star right of an arrow",
            """
            operator Publishers.Map   o => o*
            """,
            """
            Table.traits:1:33: error: `*` can't stand right of `=>` [bad-marble]
            Table.traits:1:33: note: write the events one by one, such as `oo`
            """),
        Mistake(
            "event after the end in a rule",
            """
            operator Publishers.First   o => |o
            """,
            """
            Table.traits:1:35: error: nothing can follow the end of a history [event-after-end]
            Table.traits:1:35: note: `|` and `x` come last
            """),
        Mistake(
            "outcome said twice",
            """
            operator Publishers.Filter   o => o or nothing or o
            """,
            """
            Table.traits:1:51: error: `o` is said twice [duplicate-alternative]
            Table.traits:1:35: note: the first time is here
            Table.traits:1:51: note: remove one of them
            """),
        Mistake(
            "next after a value",
            """
            operator Publishers.Then (A, B)   o => next
            """,
            """
            Table.traits:1:35: error: no rule reads `o => next` [expected]
            Table.traits:1:35: note: the rules with `next` and `again` are `| => next`, `-| => next`, `x => next`, `x => next or x`, `x => again or x`, `x => again or later or x` and `| => again or |`
            """),
        Mistake(
            "next beside another combiner",
            """
            operator Publishers.Then (A, B)   zip   | => next
            """,
            """
            Table.traits:1:41: error: `| => next` contradicts `zip` [contradictory-rules]
            Table.traits:1:35: note: `zip` is said here
            Table.traits:1:41: note: a row combines its inputs in one way
            """),
        Mistake(
            "failures that come last of latest values",
            """
            operator Publishers.Latest (A, B)   latest   x last
            """,
            """
            Table.traits:1:46: error: `x last` is for rows that say `merge` or `zip` [contradictory-rules]
            Table.traits:1:46: note: it makes a failure wait for the inputs' common end
            """),
        Mistake(
            "failures that come last of three values",
            """
            operator Publishers.Zip3 (A, B, C)   zip   x last
            """,
            """
            Table.traits:1:38: error: `zip   x last` needs two inputs, and there are 3 [input-count]
            Table.traits:1:38: note: list the two publishers after the type, such as `(A, B)`
            """),
    ]
}
