extension Mistake {
    /// Mistakes in marbles and the traits made of them.
    static let marbleMistakes: [Mistake] = [
        Mistake(
            "not a marble",
            """
            source Just   o|
            trait APublisher {
                --y-->   what
            }
            """,
            """
            Table.traits:3:7: error: `y` is not a marble [bad-marble]
            Table.traits:3:7: note: marbles are `o`, `o*`, `x`, `|`, `-`, `- - -` and `>`
            """),
        Mistake(
            "event after the end in a trait",
            """
            trait APublisher {
                --|-o->   what
            }
            """,
            """
            Table.traits:2:9: error: `o` comes after the end of the history [event-after-end]
            Table.traits:2:9: note: a history has at most one `|` or `x`, and it comes last
            """),
        Mistake(
            "event after the end in a source",
            """
            source Just   o|x
            """,
            """
            Table.traits:1:17: error: `x` comes after the end of the history [event-after-end]
            Table.traits:1:17: note: a history has at most one `|` or `x`, and it comes last
            """),
        Mistake(
            "trait line without its edge",
            """
            trait APublisher {
                --o|   one value
            }
            """,
            """
            Table.traits:2:5: error: a trait's line of marbles ends in `>` [bad-marble]
            Table.traits:2:5: note: write `--o|-->` and the meaning after it
            """),
        Mistake(
            "marbles after the edge",
            """
            source Just   o|->-
            """,
            """
            Table.traits:1:19: error: nothing can follow the `>` that ends a line of marbles [bad-marble]
            """),
        Mistake(
            "star without a value",
            """
            source Record   *|
            """,
            """
            Table.traits:1:17: error: `*` stands only after `o` [bad-marble]
            Table.traits:1:17: note: `o*` is any number of values, or none
            """),
        Mistake(
            "blank inside marbles",
            """
            trait APublisher {
                --o |-->   one value
            }
            """,
            """
            Table.traits:2:8: error: a blank stands only between dashes, as in `- - -` [bad-marble]
            Table.traits:2:8: note: leave the blank out
            """),
        Mistake(
            "event after anything",
            """
            trait APublisher {
                - - o->   what
            }
            """,
            """
            Table.traits:2:8: error: a blank stands only between dashes, as in `- - -` [bad-marble]
            Table.traits:2:8: note: leave the blank out
            """),
        Mistake(
            "history without an end",
            """
            source Just   --o
            """,
            """
            Table.traits:1:15: error: `--o` neither ends nor stays silent for ever [unended-history]
            Table.traits:1:15: note: end it in `|` or `x`, or in `-->` if it stays silent for ever
            """),
        Mistake(
            "history said twice",
            """
            source Just   o|, o|
            """,
            """
            Table.traits:1:19: error: `o|` is said twice [duplicate-marble]
            Table.traits:1:15: note: the first time is here
            Table.traits:1:19: note: remove one of them
            """),
        Mistake(
            "trait lines that say the same",
            """
            trait APublisher {
                --o|-->   one
                -o-|-->   one again
            }
            """,
            """
            Table.traits:3:5: error: `-o-|-->` says nothing new [duplicate-marble]
            Table.traits:2:5: note: this line allows the same histories
            Table.traits:3:5: note: remove one of them
            """),
        Mistake(
            "too many values",
            """
            source Nine   ooooooooo|
            """,
            """
            Table.traits:1:15: error: 9 values on one line are more than the 8 that can be told apart [too-many-values]
            Table.traits:1:15: note: use `o*` for any number of values
            """),
        Mistake(
            "character beyond ASCII in marbles",
            """
            trait APublisher {
                --●|-->   one
            }
            """,
            """
            Table.traits:2:7: error: unexpected character `●` [unexpected-character]
            Table.traits:2:7: note: marbles are `o`, `o*`, `x`, `|`, `-`, `- - -` and `>`
            """),
        Mistake(
            "trait without a line",
            """
            trait APublisher {
            }
            """,
            """
            Table.traits:1:7: error: `APublisher` allows no history at all [empty-trait]
            Table.traits:1:7: note: give it at least one line of marbles, such as `--o--|-->`
            """),
        Mistake(
            "trait without a closing brace",
            """
            trait APublisher {
                -->   silent
            source Just   o|
            """,
            """
            Table.traits:1:7: error: the trait has no closing `}` [unclosed-trait]
            Table.traits:1:7: note: write `}` on a line of its own after the marbles
            """),
        Mistake(
            "trait without an opening brace",
            """
            trait APublisher
                -->   silent
            }
            """,
            """
            Table.traits:2:5: error: `{` expected, not `-->` [expected]
            """),
        Mistake(
            "text after the closing brace",
            """
            trait APublisher {
                -->   silent
            } x
            """,
            """
            Table.traits:3:2: error: nothing can follow the `}` of a trait on its line [expected]
            """),
        Mistake(
            "trait without a name",
            """
            trait {
                -->   silent
            }
            """,
            """
            Table.traits:1:7: error: the name of a trait expected, not `{` [expected]
            """),
        Mistake(
            "trait name of the wrong form",
            """
            trait Single {
                -->   silent
            }
            """,
            """
            Table.traits:1:7: error: `Single` doesn't have the form of a trait's name, such as `SinglePublisher` [trait-name]
            Table.traits:1:7: note: call it `SinglePublisher`: `AnySinglePublisher` and the rest of the family are named after it
            """),
        Mistake(
            "trait named like an eraser",
            """
            trait AnySinglePublisher {
                -->   silent
            }
            """,
            """
            Table.traits:1:7: error: `AnySinglePublisher` is the name of an eraser [trait-name]
            Table.traits:1:7: note: call the trait `SinglePublisher`; its eraser is `AnySinglePublisher`
            """),
        Mistake(
            "trait named like a type of the streams",
            """
            trait AnyPublisher {
                -->   silent
            }
            trait ConnectablePublisher {
                -->   silent
            }
            """,
            """
            Table.traits:1:7: error: `AnyPublisher` is the name of a type of the streams [trait-name]
            Table.traits:1:7: note: call the trait `SomePublisher`; its eraser is `AnySomePublisher`
            Table.traits:4:7: error: `ConnectablePublisher` is the name of a type of the streams [trait-name]
            Table.traits:4:7: note: call the trait `MyConnectablePublisher`; its eraser is `AnyMyConnectablePublisher`
            """),
    ]
}
