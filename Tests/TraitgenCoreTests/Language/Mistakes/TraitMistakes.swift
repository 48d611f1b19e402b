extension Mistake {
    /// Mistakes in traits, facts, backends and imports.
    static let traitMistakes: [Mistake] = [
        Mistake(
            "two traits of one name",
            """
            trait APublisher {
                -->   silent
            }
            trait APublisher {
                --x-->   fails
            }
            """,
            """
            Table.traits:4:7: error: there are two traits `APublisher` [duplicate-trait]
            Table.traits:1:7: note: the first is here
            Table.traits:4:7: note: rename one of them
            """),
        Mistake(
            "unknown refined trait",
            traits + """
                trait FewPublisher: MayebPublisher {
                    -->   silent
                }
                """,
            """
            Table.traits:12:21: error: there is no trait `MayebPublisher` [unknown-trait]
            Table.traits:12:21: note: did you mean `MaybePublisher`?
            """),
        Mistake(
            "refined trait said twice",
            traits + """
                trait FewPublisher: MaybePublisher, MaybePublisher {
                    -->   silent
                }
                """,
            """
            Table.traits:12:37: error: `MaybePublisher` is said twice [duplicate-clause]
            Table.traits:12:37: note: remove one of them
            """),
        Mistake(
            "trait that refines itself",
            """
            trait APublisher: BPublisher {
                -->   silent
            }
            trait BPublisher: APublisher {
                -->   silent
            }
            """,
            """
            Table.traits:1:7: error: `APublisher` refines itself [refinement-cycle]
            Table.traits:1:7: note: remove one of the traits after the colon
            """),
        Mistake(
            "refinement that doesn't hold",
            traits + """
                trait FewPublisher: MaybePublisher {
                    --o|-->    one
                    --oo|-->   two
                }
                """,
            """
            Table.traits:14:5: error: `FewPublisher` allows `oo|`, `MaybePublisher` doesn't [broken-refinement]
            Table.traits:1:7: note: `MaybePublisher` is declared here
            Table.traits:14:5: note: remove the line, or don't refine `MaybePublisher`
            """),
        Mistake(
            "refinement broken by time",
            """
            trait NowPublisher {
                o|-->   one, immediately
            }
            trait SoonPublisher: NowPublisher {
                -o|-->   one soon
            }
            """,
            """
            Table.traits:5:5: error: `SoonPublisher` allows `--o|`, `NowPublisher` doesn't [broken-refinement]
            Table.traits:1:7: note: `NowPublisher` is declared here
            Table.traits:5:5: note: remove the line, or don't refine `NowPublisher`
            """),
        Mistake(
            "unknown backend",
            """
            backend Combin
            source Just   o|
            """,
            """
            Table.traits:1:9: error: `Combin` is not a known stream library [unknown-backend]
            Table.traits:1:9: note: did you mean `Combine`?
            """),
        Mistake(
            "two backends",
            """
            backend Combine
            backend OpenCombine
            source Just   o|
            """,
            """
            Table.traits:2:1: error: the table already has a backend [duplicate-backend]
            Table.traits:1:9: note: `Combine` is chosen here
            Table.traits:2:1: note: keep one of them
            """),
        Mistake(
            "backend below a row",
            """
            source Just   o|
            backend Combine
            """,
            """
            Table.traits:2:1: error: `backend` has to stand above traits, facts and rows [misplaced-header]
            Table.traits:1:8: note: the first of these is here
            Table.traits:2:1: note: move the line up
            """),
        Mistake(
            "import below a row",
            """
            source Just   o|
            import "Base.traits"
            """,
            """
            Table.traits:2:1: error: `import` has to stand above traits, facts and rows [misplaced-header]
            Table.traits:1:8: note: the first of these is here
            Table.traits:2:1: note: move the line up
            """),
        Mistake(
            "import without a name",
            """
            import
            """,
            """
            Table.traits:1:7: error: a module or a quoted path expected [expected]
            """),
        Mistake(
            "import of a number",
            """
            import 7
            """,
            """
            Table.traits:1:8: error: a module or a quoted path expected, not `7` [expected]
            """),
        Mistake(
            "empty path",
            """
            import ""
            """,
            """
            Table.traits:1:8: error: the path of the import is empty [empty-text]
            """),
        Mistake(
            "import that isn't found",
            """
            import "Nowhere.traits"
            import Nothing
            """,
            """
            Table.traits:1:8: error: there is no table at "Nowhere.traits" [import-not-found]
            Table.traits:1:8: note: a path starts at the folder of the table that imports
            Table.traits:2:8: error: there is no table for module `Nothing` [import-not-found]
            Table.traits:2:8: note: depend on the module and run `swift package resolve`, or say where its table is with `--import Nothing=PATH`
            """),
        Mistake(
            "import twice",
            """
            import "Base.traits"
            import "Base.traits"
            """,
            """
            Table.traits:2:8: error: "Base.traits" is imported twice [duplicate-import]
            Table.traits:1:8: note: the first import is here
            Table.traits:2:8: note: remove one of them
            """),
        Mistake(
            "module imported twice",
            """
            import Base
            import Base
            """,
            """
            Table.traits:2:8: error: `Base` is imported twice [duplicate-import]
            Table.traits:1:8: note: the first import is here
            Table.traits:2:8: note: remove one of them
            """),
        Mistake(
            "import of itself",
            """
            import "Cycle.traits"
            """,
            """
            Cycle.traits:1:8: error: the table imports itself [import-cycle]
            Table.traits:1:8: note: this import leads back
            Cycle.traits:1:8: note: move what both need into a third table
            """),
        Mistake(
            "import for another library",
            """
            backend Combine
            import "Base.traits"
            """,
            """
            Table.traits:1:9: error: the table is for `Combine`, an imported one for `TraitsRuntime` [backend-mismatch]
            Base.traits:1:9: note: the imported table says so here
            Table.traits:1:9: note: name the same stream library in both
            """),
        Mistake(
            "mistake in an imported table",
            """
            import "Bad.traits"
            source Just   o|
            """,
            """
            Bad.traits:1:14: error: there is no word `y` [unknown-word]
            Bad.traits:1:14: note: the reference of the table language lists all words
            """),
        Mistake(
            "trait of an imported table declared again",
            """
            import "Base.traits"
            trait MaybePublisher {
                -->   silent
            }
            """,
            """
            Table.traits:2:7: error: there are two traits `MaybePublisher` [duplicate-trait]
            Base.traits:2:7: note: the first is here
            Table.traits:2:7: note: rename one of them
            """),
        Mistake(
            "row of an imported table again",
            """
            import "Base.traits"
            source Just   o|
            """,
            """
            Table.traits:2:8: error: `Just` has two rows [duplicate-row]
            Base.traits:8:8: note: the first is here
            Table.traits:2:8: note: remove one of them
            """),
        Mistake(
            "fact without a trait",
            traits + """
                fact _atMostOne from
                """,
            """
            Table.traits:12:21: error: a trait expected [expected]
            """),
        Mistake(
            "fact of an unknown trait",
            traits + """
                fact _atMostOne from MaybePublishr
                """,
            """
            Table.traits:12:22: error: there is no trait `MaybePublishr` [unknown-trait]
            Table.traits:12:22: note: did you mean `MaybePublisher`?
            """),
        Mistake(
            "fact without from",
            traits + """
                fact _atMostOne of MaybePublisher
                """,
            """
            Table.traits:12:17: error: `from` expected, not `of` [expected]
            """),
        Mistake(
            "two facts of one name",
            traits + """
                fact _few from MaybePublisher
                fact _few from SinglePublisher
                """,
            """
            Table.traits:13:6: error: there are two facts `_few` [duplicate-fact]
            Table.traits:12:6: note: the first is here
            Table.traits:13:6: note: rename one of them
            """),
        Mistake(
            "fact with more on its line",
            traits + """
                fact _few from MaybePublisher now
                """,
            """
            Table.traits:12:31: error: the line should end before `now` [expected]
            """),
    ]
}
