import TraitgenCore

extension Verb {
    private static let tableOption = Option(
        name: "--table", placeholder: "PATH", value: .file,
        help: "a table or a folder; otherwise every table in Sources, and those imported",
        isRepeatable: true)
    private static let symbolGraph = Option(
        name: "--symbol-graph", placeholder: "DIR", value: .folder,
        help: "what swift symbolgraph-extract wrote for the module")
    private static let observed = Option(
        name: "--observed", placeholder: "FILE", value: .file, help: "what a law run has recorded")

    private static func format(_ others: [String] = ["text"]) -> Option {
        Option(
            name: "--format", placeholder: "FORMAT", value: .words(others + ["json"]),
            help: "\((others + ["json"]).joined(separator: ", ")); \(others[0]) if nothing is said")
    }

    static func named(_ name: String) -> Verb? { all.first { $0.name == name } }

    /// The verb with the option `--format`, before the options about reading.
    ///
    /// - Parameter run: the method that also sets the result of the report.
    private func answeringInJSON(
        _ run: @escaping @Sendable (TraitgenCommand) -> (Options) throws(UsageError) -> TraitgenCommand.Status
    ) -> Verb {
        var verb = self
        verb.options.insert(Self.format(), at: options.count - Self.reading.count)
        verb.run = run
        return verb
    }

    /// The verb whose program talks to an editor; see the module `TraitgenEditor`.
    package static let lsp = Verb(
        name: "lsp", operands: "", summary: "Serve an editor over the standard streams.",
        discussion: """
            It speaks the Language Server Protocol: diagnostics while you type, explanations, completion, definitions, \
            references, renaming, formatting and fixes. Imported tables are found in the table's package, in those that it \
            depends on, and in those around it.
            """,
        options: reading,
        examples: [Example(arguments: "lsp", meaning: "Start the server; the editor does so")],
        run: { _ in { (_) throws(UsageError) in throw UsageError("this program has no editor's server") } })

    /// All verbs, in the order of help.
    static let all: [Verb] = [
        .generate.answeringInJSON(TraitgenCommand.generateForReport),
        .check.answeringInJSON(TraitgenCommand.checkForReport),
        Verb(
            name: "explain", operands: "WHAT", summary: "Say what holds for a publisher type, and why.",
            discussion:
                """
                WHAT is a type, a trait, a method such as filter, a chain, or a message of the compiler, and stands for the \
                types and the traits that it names. Names of other libraries find their equivalents.
                """,
            options: [
                tableOption, format(),
            ] + reading,
            examples: [
                Example(arguments: "explain Publishers.Filter", meaning: "Say which promises filter loses")
            ],
            run: TraitgenCommand.explain),
        Verb(
            name: "dump", operands: "TABLE…", summary: "Write the derived model of tables.",
            discussion: "\(tables) As text, each row is explained; as JSON, the model is whole.",
            options: [format()] + reading,
            examples: [
                Example(arguments: "dump Sources --format json", meaning: "Hand the model to a script")
            ],
            run: TraitgenCommand.dump),
        Verb(
            name: "diff", operands: "OLD NEW", summary: "Say what clients notice of a change of tables.",
            discussion: """
                OLD and NEW are tables, folders, or paths in a revision of the git repository, such as \
                HEAD~3:Sources. What breaks the source of clients and what may change how their programs behave are \
                listed apart, then what is added.
                """,
            options: [
                Option(
                    name: "--accept", placeholder: "FILE", value: .file,
                    help:
                        "breaks that don't count: the kind and the names of a change in each line, # begins a comment"
                ),
                Option(
                    name: "--format", placeholder: "FORMAT",
                    value: .words(["text", "markdown", "accept", "json"]),
                    help:
                        "text, markdown for a changelog, accept for the lines of such a file, or json; text if nothing is said"
                ),
            ] + reading,
            examples: [
                Example(arguments: "diff HEAD:Sources Sources", meaning: "Review what hasn't been committed"),
                Example(
                    arguments: "diff 1.0:Sources Sources --accept breaks.txt",
                    meaning: "Fail in CI if a change breaks more than is known"),
            ],
            run: TraitgenCommand.diff),
        Verb(
            name: "audit", operands: "TABLE… --symbol-graph DIR",
            summary: "Check tables of a module against its public types.",
            discussion: tables,
            options: [
                symbolGraph, format(),
            ] + reading,
            examples: [
                Example(
                    arguments: "audit Sources/App --symbol-graph graph",
                    meaning: "Find publishers without a row")
            ],
            run: TraitgenCommand.audit),
        Verb(
            name: "import", operands: "SOURCE…",
            summary: "Compare conformances that are written by hand with tables.",
            discussion: """
                SOURCE is a Swift file, a folder for all in it, or - for standard input. Of each conformance to a trait it \
                says whether it agrees with the tables, asks for more than it has to, or is unsound, with a history that \
                breaks the promise; then what the tables know besides. It reads headers alone, in all branches of #if, and \
                calls no compiler.
                """,
            options: [tableOption, format()] + reading,
            examples: [
                Example(
                    arguments: "import Sources/App --table Sources/TraitsRuntime",
                    meaning: "Check extensions of the streams' types")
            ],
            run: TraitgenCommand.importSources),
        Verb(
            name: "table", operands: "TABLE…", summary: "Write which types keep which traits, and why not.",
            discussion: """
                \(tables) The format html writes one page of all operators, which needs no network; its address keeps the \
                search and the chosen promises, and its links lead to the folder documentation beside it. The format docc \
                writes pages that extend those of types and methods in a documentation catalogue, with a picture of each \
                history. Methods are found by the names beside the table, among the catalogue's links. A diagram in a \
                method's comment, a block of code without a language, becomes a picture: marbles in one column happen at \
                the same time, and a value called x is (x).
                """,
            options: [
                format(["markdown", "html", "docc", "places", "sharing"]),
                Option(
                    name: "--output", placeholder: "FILE", value: .file,
                    help:
                        "the file to write to, in place of standard output; for docc a folder of the catalogue"
                ),
                Option(
                    name: "--check", placeholder: "", value: .none,
                    help: "for docc: write nothing, and say which files are stale"),
                observed,
                Option(
                    name: "--documentation", placeholder: "URL", value: .folder,
                    help:
                        "for html: the folder or address that has the documentation of the modules; otherwise that of the page"
                ),
            ] + reading,
            examples: [
                Example(arguments: "table Sources --format html", meaning: "Write a page with pictures")
            ],
            run: TraitgenCommand.table),
        Verb(
            name: "mutate", operands: "TABLE… --observed FILE",
            summary: "Count the changes of rows that no law test would notice.",
            discussion: tables,
            options: [
                observed,
                Option(name: "--row", placeholder: "TYPE", value: .text, help: "one row alone"),
                Option(
                    name: "--sample", placeholder: "NUMBER", value: .text,
                    help: "so many changes alone, which follow from the seed"),
                Option(name: "--seed", placeholder: "NUMBER", value: .text, help: "another sample"),
                Option(
                    name: "--gaps", placeholder: "yes", value: .words(["yes"]),
                    help: "list also what rows predict and no sample shows"),
                format(),
            ] + reading,
            examples: [
                Example(
                    arguments: "mutate Sources --observed laws.txt", meaning: "Try all changes of all rows")
            ],
            run: TraitgenCommand.mutate),
        Verb(
            name: "coverage", operands: "TABLE… --observed FILE",
            summary: "Count the rows that a law run has checked for each trait.",
            discussion: "\(tables) It counts by taker of the values, and on how many threads.",
            options: [observed, format()] + reading,
            examples: [
                Example(
                    arguments: "coverage Sources --observed laws.txt",
                    meaning: "Find promises that nobody tried")
            ],
            run: TraitgenCommand.coverage),
        Verb(
            name: "format", operands: "TABLE…", summary: "Lay tables out in columns.",
            discussion: """
                \(tables) Only blanks change, comments stay. What comes from standard input goes to standard output.
                """,
            options: [
                Option(
                    name: "--check", placeholder: "", value: .none,
                    help: "write nothing, and say which tables aren't laid out"),
                Option(
                    name: "--diff", placeholder: "", value: .none,
                    help: "write nothing, and show the changes as a unified diff"), format(),
            ],
            examples: [
                Example(arguments: "format Sources --check", meaning: "Check the layout of all tables"),
                Example(arguments: "format Sources --diff", meaning: "See what would change"),
            ],
            run: TraitgenCommand.format),
        Verb(
            name: "lint", operands: "TABLE…", summary: "Find what tables say without effect.",
            discussion: """
                \(tables) With a record, samples that show nothing new are found as well. The comment \
                // lint: allow RULE, on a line or above it, allows what a rule finds there.
                """,
            options: [observed, format()] + reading,
            examples: [Example(arguments: "lint Sources", meaning: "Look through all tables")],
            run: TraitgenCommand.lint),
        .lsp,
        Verb(
            name: "init", operands: "MODULE --symbol-graph DIR", summary: "Write a first table of a module.",
            discussion: """
                It has a row for each public publisher that the module's own tables don't have. The rules are open, and \
                samples are made of methods and initialisers whose arguments can be made up. Nothing is overwritten.
                """,
            options: [
                symbolGraph,
                Option(
                    name: "--output", placeholder: "FILE", value: .file,
                    help: "the file to write to, in place of standard output"),
            ] + reading,
            examples: [
                Example(
                    arguments: "init App --symbol-graph graph --output Sources/App/App.traits",
                    meaning: "Begin a table")
            ],
            run: TraitgenCommand.start),
        Verb(
            name: "propose", operands: "TABLE… --observed FILE",
            summary: "Say which rules the samples of rows without one show.",
            discussion: """
                \(tables) A proposal is the tightest rule of at most \(RuleCandidates.mostClauses) clauses that allows all that \
                samples showed. Samples show what a publisher does and not what it may do: confirm each proposal.
                """,
            options: [
                observed,
                Option(
                    name: "--row", placeholder: "TYPE", value: .text, help: "this row, whatever its rule says"
                ),
                format(),
            ] + reading,
            examples: [
                Example(
                    arguments: "propose Sources/App --observed laws.txt",
                    meaning: "Find rules after a law run")
            ],
            run: TraitgenCommand.propose),
        .prove,
        Verb(
            name: "trace", operands: "[FILE]", summary: "Say what a run of a program shows, or draw it.",
            discussion: """
                FILE is what TRAITS_TRACE=FILE swift run has written, or - for standard input. The last line may be cut. \
                Findings come the worst first, with what to do about each; notes are no findings. With --output, \
                findings don't change the status; without FILE it writes a page onto which files are dropped.
                """,
            options: [
                Option(
                    name: "--output", placeholder: "FILE", value: .file,
                    help: "write a page that draws the run, and shows the findings; it needs no network"),
                Option(
                    name: "--accept", placeholder: "FILE", value: .file,
                    help:
                        "findings that don't count: the ID and the stream's name in each line, # begins a comment"
                ),
                format(),
            ],
            examples: [
                Example(arguments: "trace run.json", meaning: "Fail in CI if a run shows a fault"),
                Example(
                    arguments: "trace run.json --accept accepted.txt",
                    meaning: "The same, but for faults that are known"),
                Example(arguments: "trace run.json --output run.html", meaning: "Look at a run"),
            ],
            run: TraitgenCommand.trace),
        Verb(
            name: "errors", operands: "[ID…]",
            summary: "List the kinds of mistakes, each with cause and remedy.",
            discussion: "Diagnostics end with their kind in brackets, such as [duplicate-row].",
            options: [format()],
            examples: [Example(arguments: "errors duplicate-row", meaning: "Explain one kind")],
            run: TraitgenCommand.listErrors),
        Verb(
            name: "schema", operands: "", summary: "Write the JSON Schema of the output in JSON.",
            discussion: "It is of the draft 2020-12, and describes the results of all verbs.", options: [],
            examples: [
                Example(arguments: "schema > traitgen.schema.json", meaning: "Check what a script reads")
            ],
            run: TraitgenCommand.schema),
        Verb(
            name: "completions", operands: "SHELL", summary: "Write completions for bash, zsh or fish.",
            discussion: "Put the output where the shell looks for completions.",
            options: [],
            examples: [
                Example(
                    arguments: "completions fish > ~/.config/fish/completions/traitgen.fish",
                    meaning: "Complete in fish")
            ],
            run: TraitgenCommand.completions),
        Verb(
            name: "man", operands: "", summary: "Write the man page.",
            discussion: "It is roff, for the macros of man(7).", options: [],
            examples: [Example(arguments: "man > traitgen.1", meaning: "Install it beside the program")],
            run: TraitgenCommand.man),
        Verb(
            name: "help", operands: "[VERB]",
            summary: "Show all verbs, or one with its options and an example.",
            discussion: "", options: [],
            examples: [Example(arguments: "help generate", meaning: "Show the options of generate")],
            run: TraitgenCommand.help),
    ]
}

extension TraitgenCommand.Status {
    /// All statuses, with their meanings.
    static let meanings: [(status: Self, meaning: String)] = [
        (.clean, "all is well; diff: nothing has changed, or things were added alone"),
        (
            .findings,
            "tables, templates or committed files have mistakes, which are on standard error; trace: there are findings"
        ),
        (.usage, "the command was called wrongly"),
        (.internal, "the system failed, such as a full disk"),
        (.breaking, "diff: the source of clients breaks, and behaviour may have changed as well"),
        (.behaviour, "diff: clients compile, and their programs may behave differently"),
    ]
}
