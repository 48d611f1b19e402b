extension Mistake {
    /// Mistakes in claims, preferences and several mistakes together.
    static let claimMistakes: [Mistake] = [
        Mistake(
            "requirement on a trait",
            traits + """
                operator Publishers.Map   passes   where Upstream: MaybePublisher
                """,
            """
            Table.traits:12:52: error: a condition on a trait is derived and can't be required of a whole row [bad-requirement]
            Table.traits:12:52: note: remove it, or claim the conformance it is meant for with `conforms`
            """),
        Mistake(
            "claim of an unknown trait",
            traits + """
                operator Publishers.Share   joins late   conforms SinglPublisher because "it replays"
                """,
            """
            Table.traits:12:51: error: there is no trait `SinglPublisher` [unknown-trait]
            Table.traits:12:51: note: did you mean `SinglePublisher`?
            """),
        Mistake(
            "claim without a reason",
            traits + """
                operator Publishers.Share   joins late   conforms SinglePublisher where Upstream: SinglePublisher
                """,
            """
            Table.traits:12:98: error: a claim needs a reason [missing-text]
            Table.traits:12:98: note: add `because "…"`: nothing else will tell a reader why it holds
            """),
        Mistake(
            "claim on an unknown input",
            traits + """
                operator Publishers.Share   joins late
                    conforms SinglePublisher where Upstrem: SinglePublisher because "it replays"
                """,
            """
            Table.traits:13:36: error: the row has no input `Upstrem` [unknown-input]
            Table.traits:13:36: note: did you mean `Upstream`?
            """),
        Mistake(
            "claim under an unknown trait",
            traits + """
                operator Publishers.Share   joins late
                    conforms SinglePublisher where Upstream: SinglePublishr because "it replays"
                """,
            """
            Table.traits:13:46: error: there is no trait `SinglePublishr` [unknown-trait]
            Table.traits:13:46: note: did you mean `SinglePublisher`?
            """),
        Mistake(
            "claim of what is derived",
            traits + """
                operator Publishers.Map   passes
                    conforms SinglePublisher where Upstream: SinglePublisher because "it is so"
                """,
            """
            Table.traits:13:5: error: `Publishers.Map` keeps `SinglePublisher` `where Upstream: SinglePublisher` by its rules [needless-claim]
            Table.traits:13:5: note: remove the claim
            """),
        Mistake(
            "claim without the trait it refines",
            traits + """
                operator Publishers.Merge (A, B)   merge
                    conforms SinglePublisher where A: SinglePublisher because "it is so"
                """,
            """
            Table.traits:13:5: error: the claim needs `MaybePublisher`, which `Publishers.Merge` doesn't keep [incomplete-claim]
            Table.traits:13:5: note: claim `MaybePublisher` as well
            """),
        Mistake(
            "claim wider than the trait it refines",
            traits + """
                operator Publishers.Share   joins late
                    conforms SinglePublisher because "it is so"
                """,
            """
            Table.traits:13:5: error: the claim needs `MaybePublisher`, which holds `where Upstream: MaybePublisher` [incomplete-claim]
            Table.traits:13:5: note: make the condition of the claim imply that one
            """),
        Mistake(
            "claim twice",
            traits + """
                operator Publishers.Share   joins late
                    conforms SinglePublisher where Upstream: SinglePublisher because "one"
                    conforms SinglePublisher where Upstream: SinglePublisher because "two"
                """,
            """
            Table.traits:14:5: error: `SinglePublisher` is claimed twice [duplicate-claim]
            Table.traits:13:5: note: the first claim is here
            Table.traits:14:5: note: Swift holds one conformance of a type to a protocol: keep one of them
            """),
        Mistake(
            "remedy for what isn't lost",
            traits + """
                operator Publishers.Map   passes
                    restore SinglePublisher with "'first(orError:)'"
                """,
            """
            Table.traits:13:5: error: `Publishers.Map` can keep `SinglePublisher`, so there is nothing to restore [needless-remedy]
            Table.traits:13:5: note: remove the remedy
            """),
        Mistake(
            "two remedies",
            traits + """
                operator Publishers.Filter   o => o or nothing
                    restore SinglePublisher with "one"
                    restore SinglePublisher with "two"
                """,
            """
            Table.traits:14:5: error: there are two remedies for `SinglePublisher` [duplicate-clause]
            Table.traits:13:5: note: the first is here
            Table.traits:14:5: note: join them in one text
            """),
        Mistake(
            "preference without an alternative",
            traits + """
                operator Publishers.Map   passes
                    prefer MaybePublisher where Upstream: MaybePublisher
                """,
            """
            Table.traits:13:5: error: `MaybePublisher` has one condition, so there is nothing to prefer [needless-preference]
            Table.traits:13:5: note: remove the preference
            """),
        Mistake(
            "preference for what doesn't hold",
            traits + """
                operator Publishers.Map   passes
                    prefer SinglePublisher where Upstream: MaybePublisher
                """,
            """
            Table.traits:13:5: error: `Publishers.Map` doesn't keep `SinglePublisher` under just this condition [wrong-preference]
            Table.traits:13:5: note: it does `where Upstream: SinglePublisher`
            """),
        Mistake(
            "preference without a condition",
            traits + """
                operator Publishers.Map   passes
                    prefer SinglePublisher
                """,
            """
            Table.traits:13:27: error: `where` expected [expected]
            """),
        Mistake(
            "preference on a type",
            traits + """
                operator Publishers.Map   passes
                    prefer SinglePublisher where Output == Int
                """,
            """
            Table.traits:13:34: error: a preference chooses among conditions that are derived, and none is `Output == Int` [bad-requirement]
            Table.traits:13:34: note: write it as `explain` lists it, such as `where A: SinglePublisher`
            """),
        Mistake(
            "claim under an unknown trait of what is no input",
            traits + """
                operator Publishers.Share   joins late
                    conforms SinglePublisher where Upstream: SinglePublisher, Other: SinglePublishr because "it replays"
                """,
            """
            Table.traits:13:70: error: there is no trait `SinglePublishr` [unknown-trait]
            Table.traits:13:70: note: did you mean `SinglePublisher`?
            """),
        Mistake(
            "trait of a module that isn't imported",
            traits + """
                operator Publishers.Share   joins late
                    conforms Streams.MaybePublisher where Upstream: MaybePublisher because "it replays"
                """,
            """
            Table.traits:13:14: error: there is no trait `Streams.MaybePublisher` [unknown-trait]
            Table.traits:13:14: note: did you mean `MaybePublisher`?
            """),
        Mistake(
            "uses of what a missing import declares",
            """
            import Nothing
            operator Publishers.Share   joins late   conforms SinglePublisher because "it is so"
            """,
            """
            Table.traits:1:8: error: there is no table for module `Nothing` [import-not-found]
            Table.traits:1:8: note: depend on the module and run `swift package resolve`, or say where its table is with `--import Nothing=PATH`
            """),
        Mistake(
            "blank before the first dash pair",
            """
            trait APublisher {
                o - ->   what
            }
            """,
            """
            Table.traits:2:6: error: a blank stands only between dashes, as in `- - -` [bad-marble]
            Table.traits:2:6: note: leave the blank out
            """),
        Mistake(
            "value after anything",
            """
            trait APublisher {
                - - -o->   what
            }
            """,
            """
            Table.traits:2:10: error: `o` comes after `- - -`, which already stands for anything [bad-marble]
            Table.traits:2:10: note: end the line with `- - ->`
            """),
        Mistake(
            "two mistakes in one table",
            """
            operator Publishers.Map   o => y
            source Just
            source Empty   |
            """,
            """
            Table.traits:1:32: error: an event can't become `y` [unknown-word]
            Table.traits:1:32: note: write events such as `o|`, or `nothing`
            Table.traits:2:8: error: `Just` lists no history [silent-row]
            Table.traits:2:8: note: list what a subscriber may see, such as `silent, --x, --o|`
            """),
    ]
}
