extension Mistake {
    /// Mistakes in what a row says beside its events: samples and why there are none, laws, bounds, remedies.
    static let attributeMistakes: [Mistake] = [
        Mistake(
            "unsampled without a reason",
            """
            operator Publishers.Map   o => o   unsampled
            """,
            """
            Table.traits:1:45: error: `because` expected [expected]
            """),
        Mistake(
            "a change that survives, explained twice",
            """
            operator Publishers.Map   o => o
                survives "with the cut x" because "it can't be seen"
                survives "with the cut x" because "it really can't"
            """,
            """
            Table.traits:3:5: error: the change is explained twice [duplicate-clause]
            Table.traits:3:5: note: remove one of them
            """),
        Mistake(
            "a change that survives without a reason",
            """
            operator Publishers.Map   o => o
                survives "with the cut x"
            """,
            """
            Table.traits:2:30: error: `because` expected [expected]
            """),
        Mistake(
            "an unseen history that is none",
            """
            operator Publishers.Map   o => o
                unseen o => nothing because "it can't be seen"
            """,
            """
            Table.traits:2:17: error: a history expected, not `nothing` [expected]
            """),
        Mistake(
            "unsampled with a word",
            """
            operator Publishers.Map   o => o   unsampled because it is so
            """,
            """
            Table.traits:1:54: error: the reason in quotes expected, not `it` [expected]
            """),
        Mistake(
            "unsampled and a sample",
            """
            operator Publishers.Map   o => o
                unsampled because "it can't be"
                sample upstream.map { $0 }
            """,
            """
            Table.traits:2:5: error: the row has a sample [contradictory-rules]
            Table.traits:3:12: note: the sample is here
            Table.traits:2:5: note: remove one of them
            """),
        Mistake(
            "unsampled twice",
            """
            operator Publishers.Map   o => o
                unsampled because "it can't be"
                unsampled because "it really can't"
            """,
            """
            Table.traits:3:5: error: the row says `unsampled` twice [duplicate-clause]
            Table.traits:2:5: note: the first time is here
            Table.traits:3:5: note: keep one of them
            """),
        Mistake(
            "unseen with an empty reason",
            """
            operator Publishers.Map   o => o   unseen because " "
            """,
            """
            Table.traits:1:51: error: the reason is empty [empty-text]
            """),
        Mistake(
            "unseen twice",
            """
            operator Publishers.Map   o => o   unseen because "so"   unseen because "so"
            """,
            """
            Table.traits:1:58: error: the row says `unseen` twice [duplicate-clause]
            Table.traits:1:36: note: the first time is here
            Table.traits:1:58: note: keep one of them
            """),
        Mistake(
            "exempt from nothing",
            """
            operator Publishers.Map   o => o   exempt because "so"
            """,
            """
            Table.traits:1:43: error: there is no law `because` to be exempt from [unknown-word]
            Table.traits:1:43: note: the laws are `subscription`, `end`, `demand`, `cancellation`, `patience`, `completion`, `sink`, `path`, `order`, `serial`, `place`, `sharing`, `release`, `leak`, `surplus`
            """),
        Mistake(
            "exempt from a law that is no law",
            """
            operator Publishers.Map   o => o   exempt patients because "so"
            """,
            """
            Table.traits:1:43: error: there is no law `patients` to be exempt from [unknown-word]
            Table.traits:1:43: note: did you mean `patience`?
            """),
        Mistake(
            "exempt from what promises are",
            """
            operator Publishers.Map   o => o   exempt promise because "so"
            """,
            """
            Table.traits:1:43: error: there is no law `promise` to be exempt from [unknown-word]
            Table.traits:1:43: note: the laws are `subscription`, `end`, `demand`, `cancellation`, `patience`, `completion`, `sink`, `path`, `order`, `serial`, `place`, `sharing`, `release`, `leak`, `surplus`
            """),
        Mistake(
            "exempt twice",
            """
            operator Publishers.Map   o => o   exempt patience, patience because "so"
            """,
            """
            Table.traits:1:53: error: `patience` is said twice [duplicate-clause]
            Table.traits:1:53: note: remove one of them
            """),
        Mistake(
            "exempt without a reason",
            """
            operator Publishers.Map   o => o   exempt patience
            """,
            """
            Table.traits:1:51: error: `because` expected [expected]
            """),
        Mistake(
            "restore without with",
            traits + """
                operator Publishers.Filter   o => o or nothing   restore SinglePublisher "first"
                """,
            """
            Table.traits:12:74: error: `with` expected, not a quoted text [expected]
            """),
        Mistake(
            "restore of an unknown trait",
            traits + """
                operator Publishers.Filter   o => o or nothing   restore SingelPublisher with "first"
                """,
            """
            Table.traits:12:58: error: there is no trait `SingelPublisher` [unknown-trait]
            Table.traits:12:58: note: did you mean `SinglePublisher`?
            """),
        Mistake(
            "restore of what is kept",
            traits + """
                operator Publishers.Map   o => o   restore SinglePublisher with "first"
                """,
            """
            Table.traits:12:36: error: `Publishers.Map` can keep `SinglePublisher`, so there is nothing to restore [needless-remedy]
            Table.traits:12:36: note: remove the remedy
            """),
        Mistake(
            "restore twice",
            traits + """
                operator Publishers.Filter   o => o or nothing
                    restore SinglePublisher with "first"
                    restore SinglePublisher with "second"
                """,
            """
            Table.traits:14:5: error: there are two remedies for `SinglePublisher` [duplicate-clause]
            Table.traits:13:5: note: the first is here
            Table.traits:14:5: note: join them in one text
            """),
        Mistake(
            "bound by an unknown trait",
            traits + """
                operator Publishers.Zip (A: SingelPublisher, B)   zip
                """,
            """
            Table.traits:12:29: error: there is no trait `SingelPublisher` [unknown-trait]
            Table.traits:12:29: note: did you mean `SinglePublisher`?
            """),
        Mistake(
            "bound without a trait",
            """
            operator Publishers.Zip (A: , B)   zip
            """,
            """
            Table.traits:1:29: error: a trait expected, not `,` [expected]
            """),
        Mistake(
            "none of one input",
            """
            operator Publishers.Map   o => o   none => |
            """,
            """
            Table.traits:1:36: error: `none` is for rows that may have no input at all [bad-input]
            Table.traits:1:36: note: say so with `(Upstream...)` or `| => again or |`, or remove it
            """),
        Mistake(
            "none twice",
            """
            operator Publishers.MergeMany (Upstream...)   merge   none => |   none => o|
            """,
            """
            Table.traits:1:67: error: the row says `none` twice [duplicate-clause]
            Table.traits:1:55: note: the first time is here
            Table.traits:1:67: note: keep one of them
            """),
        Mistake(
            "none that becomes no history",
            """
            operator Publishers.MergeMany (Upstream...)   merge   none => nothing
            """,
            """
            Table.traits:1:63: error: `nothing` is not a history [unknown-word]
            Table.traits:1:63: note: a history is a line of marbles, such as `--o|`, or `silent`
            """),
        Mistake(
            "race of one",
            """
            operator Publishers.Race   race
            """,
            """
            Table.traits:1:28: error: `race` needs at least two inputs, and there is one [input-count]
            Table.traits:1:28: note: list them after the type, such as `(A, B)`, or `(Upstream...)` for any number
            """),
        Mistake(
            "next of three",
            """
            operator Publishers.IfEmpty (A, B, C)   -| => next
            """,
            """
            Table.traits:1:41: error: `-| => next` needs two inputs, and there are 3 [input-count]
            Table.traits:1:41: note: list the outer one first, such as `(Upstream, NewPublisher)`
            """),
    ]
}
