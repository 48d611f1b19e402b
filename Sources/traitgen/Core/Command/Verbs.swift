extension Verb {
    private static let imports = Option(
        name: "--import", placeholder: "NAME=PATH", value: .file,
        help: "the table of a module that a table imports, or a folder; otherwise the tables in Sources/NAME",
        isRepeatable: true)
    private static let backend = Option(
        name: "--backend", placeholder: "NAME", value: .words(Backend.allCases.map(\.rawValue)),
        help: "the stream library, in place of the table's own")
    private static let reading = [imports, backend]
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

    private static let tables =
        "TABLE is a table, a folder for all tables in it, or - for standard input."

    /// All verbs, in the order of help.
    static let all: [Verb] = [
        Verb(
            name: "generate", operands: "TABLE… --output DIR", summary: "Write the code of tables.",
            discussion: """
                \(tables) In DIR, {module} and {table} stand for the table's module and name. Files that \
                traitgen didn't write are never overwritten, and files that no longer follow from a table are removed.
                """,
            options: [
                Option(name: "--output", placeholder: "DIR", value: .folder, help: "the folder to write to"),
                Option(
                    name: "--templates", placeholder: "DIR", value: .folder,
                    help:
                        "a folder of templates, later ones on top; otherwise the package's, and on top the target's",
                    isRepeatable: true),
                Option(
                    name: "--module", placeholder: "NAME", value: .text,
                    help: "the module that the code becomes part of; otherwise the table's target"),
                Option(
                    name: "--access", placeholder: "LEVEL", value: .words(["public", "internal"]),
                    help: "public, or internal"),
                Option(
                    name: "--check", placeholder: "", value: .none,
                    help: "write nothing, and say which files are stale"),
                Option(
                    name: "--for-build", placeholder: "", value: .none,
                    help: "name lines of the table, write all files, overwrite all: for the plugin"),
                format(),
            ] + reading,
            examples: [
                Example(
                    arguments: "generate Sources --output 'Sources/{module}/Generated/{table}' --check",
                    meaning: "Say whether committed output is fresh")
            ]),
        Verb(
            name: "check", operands: "TABLE…", summary: "Read and derive tables, and write nothing.",
            discussion: "\(tables) All mistakes of all tables are reported.",
            options: [format()] + reading,
            examples: [Example(arguments: "check Sources", meaning: "Check all tables of a package")]),
        Verb(
            name: "explain", operands: "WHAT", summary: "Say what holds for a publisher type, and why.",
            discussion:
                "WHAT is a type, a method such as filter, or a chain, which stands for the types that it makes.",
            options: [
                tableOption, format(),
            ] + reading,
            examples: [
                Example(arguments: "explain Publishers.Filter", meaning: "Say which promises filter loses")
            ]),
        Verb(
            name: "dump", operands: "TABLE…", summary: "Write the derived model of tables.",
            discussion: "\(tables) As text, each row is explained; as JSON, the model is whole.",
            options: [format()] + reading,
            examples: [
                Example(arguments: "dump Sources --format json", meaning: "Hand the model to a script")
            ]),
        Verb(
            name: "diff", operands: "OLD NEW", summary: "Say what clients notice of a change of tables.",
            discussion: """
                OLD and NEW are tables, folders, or paths in a revision of the git repository, such as \
                HEAD~3:Sources. What breaks the source of clients and what may change how their programs behave are \
                listed apart, then what is added.
                """,
            options: [
                Option(
                    name: "--format", placeholder: "FORMAT", value: .words(["text", "markdown", "json"]),
                    help: "text, markdown for a changelog, or json; text if nothing is said")
            ] + reading,
            examples: [
                Example(arguments: "diff HEAD:Sources Sources", meaning: "Review what hasn't been committed")
            ]),
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
            ]),
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
            ]),
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
            ]),
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
            ]),
        Verb(
            name: "coverage", operands: "TABLE… --observed FILE",
            summary: "Count the rows that a law run has checked for each trait.",
            discussion: "\(tables) It counts by taker of the values, and on how many threads.",
            options: [observed, format()] + reading,
            examples: [
                Example(
                    arguments: "coverage Sources --observed laws.txt",
                    meaning: "Find promises that nobody tried")
            ]),
        Verb(
            name: "format", operands: "TABLE…", summary: "Lay tables out in columns.",
            discussion: """
                \(tables) Only blanks change, comments stay. What comes from standard input goes to standard output.
                """,
            options: [
                Option(
                    name: "--check", placeholder: "", value: .none,
                    help: "write nothing, and say which tables aren't laid out"), format(),
            ],
            examples: [
                Example(arguments: "format Sources --check", meaning: "Check the layout of all tables")
            ]),
        Verb(
            name: "lint", operands: "TABLE…", summary: "Find what tables say without effect.",
            discussion: "\(tables) With a record, samples that show nothing new are found as well.",
            options: [observed, format()] + reading,
            examples: [Example(arguments: "lint Sources", meaning: "Look through all tables")]),
        Verb(
            name: "init", operands: "MODULE --symbol-graph DIR", summary: "Write a first table of a module.",
            discussion: """
                It has a row for each public publisher that no imported table knows. The rules are open, and samples are \
                made of methods and initialisers whose arguments can be made up. Nothing is overwritten.
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
            ]),
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
            ]),
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
            ]),
        Verb(
            name: "errors", operands: "[ID…]",
            summary: "List the kinds of mistakes, each with cause and remedy.",
            discussion: "Diagnostics end with their kind in brackets, such as [duplicate-row].",
            options: [format()],
            examples: [Example(arguments: "errors duplicate-row", meaning: "Explain one kind")]),
        Verb(
            name: "completions", operands: "SHELL", summary: "Write completions for bash, zsh or fish.",
            discussion: "Put the output where the shell looks for completions.",
            options: [],
            examples: [
                Example(
                    arguments: "completions fish > ~/.config/fish/completions/traitgen.fish",
                    meaning: "Complete in fish")
            ]),
        Verb(
            name: "man", operands: "", summary: "Write the man page.",
            discussion: "It is roff, for the macros of man(7).", options: [],
            examples: [Example(arguments: "man > traitgen.1", meaning: "Install it beside the program")]),
        Verb(
            name: "help", operands: "[VERB]",
            summary: "Show all verbs, or one with its options and an example.",
            discussion: "", options: [],
            examples: [Example(arguments: "help generate", meaning: "Show the options of generate")]),
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
