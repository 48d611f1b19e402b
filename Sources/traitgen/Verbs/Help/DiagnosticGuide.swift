import TraitgenCore

/// Explanations of each kind of mistake: shown by `traitgen errors`, and written into the documentation.
extension DiagnosticID {
    /// The meaning of the mistake, and a way to mend it, in a sentence each.
    package var guide: (cause: String, remedy: String) {
        switch self {
        case .emptyTable:
            ("A table has no declaration.", "Start with a row, such as `operator MyOperator   o => o`.")
        case .invalidText: ("A file isn't UTF-8.", "Save it in UTF-8.")
        case .unexpectedCharacter:
            (
                "A character has no meaning here.",
                "Tables are ASCII outside of quoted texts, samples and comments."
            )
        case .unterminatedText: ("A quoted text has no closing quote.", "Close it on the line it starts on.")
        case .unknownEscape:
            (
                "A backslash stands before something other than a quote or a backslash.",
                "Write `\\\\` for a backslash."
            )
        case .strayIndentation:
            (
                "An indented line continues a row, and there is none, or it was meant to be a row.",
                "Start declarations at the beginning of a line."
            )
        case .unknownWord:
            (
                "A word isn't one of the table language.",
                "See \(Self.tableLanguage); the message proposes the nearest word."
            )
        case .expected: ("Something else has to stand here.", "The message says what.")
        case .missingText: ("A reason or a text is missing.", "Add it in quotes.")
        case .emptyText: ("A text is empty.", "Write one, or remove the word before it.")
        case .badMarble: ("A line of marbles can't be read.", "Marbles are `-`, `o`, `|`, `x` and `*`.")
        case .eventAfterEnd: ("An event stands behind the end of a history.", "Put `|` or `x` last.")
        case .unendedHistory:
            ("A history of a trait doesn't say how it goes on.", "End it with `|`, `x`, `->` or `- - ->`.")
        case .timeInRule: ("A rule says that time passes.", "Add the word `later` to the row.")
        case .tooManyValues: ("A history has more values than are told apart.", "Write `o*` for any number.")
        case .duplicateMarble: ("A line says nothing new.", "Remove one of the two.")
        case .unknownBackend:
            ("There is no stream library of that name.", "It is `TraitsRuntime`, `Combine` or `OpenCombine`.")
        case .duplicateBackend: ("A table names two stream libraries.", "Keep one.")
        case .backendMismatch:
            (
                "A table and one that it imports are for different libraries.",
                "Name the same library in both, or pass `--backend`."
            )
        case .importNotFound:
            (
                "An imported table isn't there.",
                "Depend on the module and run `swift package resolve`, or pass `--import NAME=PATH`."
            )
        case .importCycle: ("A table imports itself.", "Move what both need into a third table.")
        case .duplicateImport: ("A table is imported twice.", "Remove one of the imports.")
        case .misplacedHeader: ("`backend` or `import` stands behind a declaration.", "Move it to the top.")
        case .traitName:
            (
                "The name of a trait has the wrong form, or a type that would be written for it has the name of another.",
                "Choose another name that ends in `Publisher`."
            )
        case .emptyTrait: ("A trait allows no history.", "Draw at least one line.")
        case .unclosedTrait: ("A trait has no closing brace.", "Add `}` on a line of its own.")
        case .duplicateTrait: ("Two traits have one name.", "Rename one of them.")
        case .unknownTrait: ("There is no trait of that name in sight.", "Import the table that declares it.")
        case .unknownType:
            (
                "A row is about a type that the sources of its module don't declare.",
                "Correct the name, or say `from` and the module if a macro or another tool declares the type."
            )
        case .ambiguousName:
            (
                "A name means traits or rows of several imported modules.",
                "Write the module before it, as in `TraitsRuntime.SinglePublisher`."
            )
        case .brokenRefinement:
            (
                "A trait allows what the one that it refines doesn't.",
                "Remove the line, or don't refine that trait."
            )
        case .refinementCycle: ("A trait refines itself.", "Remove one of the traits behind a colon.")
        case .duplicateFact: ("Two facts have one name.", "Rename one of them.")
        case .typeName:
            ("A word isn't the name of a type.", "Write it as an extension does, such as `Publishers.Map`.")
        case .duplicateRow: ("A type has two rows.", "Remove one of them, or say `on` in both.")
        case .duplicateClause: ("Something is said twice.", "Keep one of the two.")
        case .silentRow: ("A row doesn't say what becomes of events.", "Write `passes` if all of them pass.")
        case .contradictoryRules:
            ("Two clauses of a row contradict each other.", "Keep one, or join alternatives with `or`.")
        case .unreachableRule: ("A rule never applies.", "Remove it.")
        case .needlessRule: ("A rule says what would happen without it.", "Remove it.")
        case .duplicateAlternative: ("An alternative is said twice.", "Remove one of them.")
        case .cutEvent: ("A cut doesn't end the stream.", "Write `cut => |` or `cut => x`.")
        case .inputCount: ("A combiner has too few or too many inputs.", "List the inputs that it takes.")
        case .unknownInput: ("A word names no input of the row.", "Name one of its inputs.")
        case .badInput:
            (
                "An input can't be read, or isn't a generic parameter of the row's type.",
                "Name the generic parameters that are publishers, as in `operator Twice (Source)`."
            )
        case .notForSource:
            (
                "A clause needs an input, and a source has none.",
                "Start the row with `operator`, or list histories."
            )
        case .notForOperator:
            (
                "A history stands in the row of an operator.",
                "Say what becomes of each event, such as `o => o`."
            )
        case .badRequirement:
            ("A requirement can't be read.", "Write `Upstream: SinglePublisher` or `Failure == Never`.")
        case .unknownRow: ("There is no row of that name.", "The message proposes the nearest one.")
        case .needlessClaim: ("A claim follows from the row.", "Remove it.")
        case .incompleteClaim: ("A claim lacks one about a trait that it refines.", "Add that claim.")
        case .duplicateClaim: ("A claim is made twice.", "Keep one of them.")
        case .needlessPreference: ("A preference changes nothing.", "Remove it.")
        case .wrongPreference:
            ("A preference isn't one of the weakest conditions.", "Prefer a condition that `explain` lists.")
        case .needlessRemedy: ("A remedy is found without being told, or the trait isn't lost.", "Remove it.")
        case .duplicateSample: ("A row has a sample twice.", "Remove one of them.")
        case .duplicateSet: ("Two sets of samples have one name.", "Rename one of them.")
        case .unknownSet:
            ("There is no set of samples of that name.", "The message proposes the nearest one.")
        case .unusedSet: ("No row uses a set of samples.", "Remove it.")
        case .unusedSection: ("No row needs what a section says.", "Remove it.")
        case .noTraits:
            (
                "A table has rows and sees no trait.",
                "Import a table that declares some, such as `import TraitsRuntime`."
            )
        case .tooLong:
            (
                "The weakest conditions of a row can't be found in reasonable time.",
                "Split the row's inputs, or claim the trait."
            )
        case .unsampledRow:
            ("A row has no sample, and laws can't check it.", "Add a sample, or `unsampled because`.")
        case .needlessSurvivor: ("A change is explained, and laws notice it.", "Remove the explanation.")
        case .idleRow:
            ("`lint`: a row keeps no trait, and no sample checks it.", "Add a sample, or remove the row.")
        case .idleRule: ("`lint`: without a rule nothing would change.", "Remove it.")
        case .shadowedCondition: ("`lint`: a condition asks for nothing beside another one.", "Remove it.")
        case .needlessReason:
            (
                "`lint`: a row has a reason, and says nothing that needs one.",
                "Remove the reason, or make it a comment."
            )
        case .uncheckedSharing:
            (
                "`lint`: no history tells whether a source is `shared`, and the row doesn't say why it is.",
                "Add `because`, or remove `shared`. A sample may count the work."
            )
        case .emptyPromise:
            (
                "`lint`: a trait allows every history, so every publisher keeps it.",
                "Remove the lines that allow too much, or the trait."
            )
        case .coveredLine:
            (
                "`lint`: the other lines of a trait allow all that a line does.",
                "Remove it, if it isn't there for its meaning."
            )
        case .idleSample:
            (
                "`lint`: a sample shows nothing that those before it don't.",
                "Remove it, if it isn't there for another initialiser."
            )
        case .unpredictedHistory:
            (
                "`lint`: a history is said to be unseen, and the row doesn't predict it.",
                "Remove it from `unseen`."
            )
        case .unknownRule:
            (
                "`lint`: a comment allows what no rule of `lint` is called.",
                "The message proposes the nearest rule."
            )
        case .needlessAllowance:
            (
                "`lint`: a comment allows what isn't found there.",
                "Remove the comment, or move it to the line."
            )
        case .brokenTrace:
            (
                "`trace`: a file is no trace of streams, or has a line that is no event.",
                "Record it with `TRAITS_TRACE=run.json`. A cut last line is no fault."
            )
        case .unsoundConformance:
            (
                "`import`: a conformance that is written by hand promises what the type doesn't keep.",
                "The notes show a history that breaks the promise. Ask for what the table says, or remove it."
            )
        case .badTemplate:
            ("A template can't be read or rendered.", "The message names the place and the nearest name.")
        }
    }

    /// A line for each kind, or for some.
    static func list(_ ids: [DiagnosticID]) -> String {
        ids.map { "\($0.rawValue)\n    \(plain($0.guide.cause)) \(plain($0.guide.remedy))" }.joined(
            separator: "\n")
    }

    private static let tableLanguage =
        "[<a href=\"TableLanguage.md\">The table language</a>](doc:TableLanguage)"

    private static func plain(_ text: String) -> String {
        text.replacing(tableLanguage, with: "the reference of the table language")
    }

    static func json(_ ids: [DiagnosticID]) -> JSONValue {
        .list(
            ids.map {
                [
                    "id": .text($0.rawValue), "cause": .text(plain($0.guide.cause)),
                    "remedy": .text(plain($0.guide.remedy)),
                ]
            })
    }

    /// The article that lists all kinds; a test checks that the documentation has this text.
    static var article: String {
        let lines = [
            "# Diagnostics", "",
            "The kinds of mistakes that `traitgen` reports, each with its cause and a remedy.", "",
            "A diagnostic ends with its kind in brackets, such as `[duplicate-row]`. Kinds are stable: scripts may rely on "
                + "them. `traitgen errors` shows the same. A test writes this page.", "",
            "## Kinds", "", "| kind | cause | remedy |", "| --- | --- | --- |",
        ]
        return
            (lines
            + allCases.map { id in
                let cells = [id.guide.cause, id.guide.remedy].map { $0.replacing("|", with: "\\|") }
                return "| `\(id.rawValue)` | \(cells.joined(separator: " | ")) |"
            }).joined(separator: "\n") + "\n"
    }
}
