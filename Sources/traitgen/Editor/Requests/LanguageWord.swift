import TraitgenCore

/// The words of the table language, with their meanings as an editor shows them.
enum LanguageWord {
    /// The meaning of a word; nil for another word.
    static func meaning(of word: String) -> String? {
        declarations[word] ?? clauses[word] ?? attributes[word] ?? others[word]
    }

    /// The words that begin a line of a table.
    static let declarations = [
        "source":
            "A publisher without inputs, and the histories that a subscriber may see: `source Just   o|`",
        "operator":
            "A publisher that is built on others, and what becomes of their events: `operator Publishers.Map   o => o`",
        "trait":
            "A promise about every history of a publisher: lines of marbles in braces, `at` a global actor, or `shared`",
        "fact": "A static Boolean that follows a trait: `fact _atMostOne from MaybePublisher`",
        "import":
            "The table of a module, or a table beside this one: `import TraitsRuntime`, `import \"Shared.traits\"`",
        "backend": "The stream library that code is written for: `TraitsRuntime`, `Combine` or `OpenCombine`",
        "section": "A title, with clauses for all rows up to the next section",
    ]

    /// The words that begin a clause about events.
    static let clauses = [
        "zip": "One value from each input; finishes when an input has finished and none of its values wait",
        "latest":
            "The latest value of each input, whenever an input sends and all have sent; finishes with the last",
        "merge": "All values, as they come; finishes with the last",
        "race": "The input that sends the first event, alone",
        "flatten": "A publisher for each value of the first input, all merged",
        "switch": "A publisher for each value of the first input, the newest alone",
        "anything": "Any history: nothing is derived but what the row claims",
        "signal": "The second input controls the first: `signal o => opens`",
        "passes": "All events pass unchanged",
        "later": "Nothing comes synchronously",
        "grouped":
            "Groups of one size, the last before the finish; beside `later` also when time has passed, and after `signal` at each signal",
        "held": "A value waits for time to pass, the next replaces it, and the end drops it",
        "last": "The newest values, perhaps none, before the finish",
        "cut": "An event that may end the stream at any moment: `cut => | or x`",
        "joins":
            "What late subscribers see: `joins late`, they may miss values; `joins now`, they get the newest",
        "none": "The history without inputs: `none => o|`",
        "until": "`until o`: once a value has got through, all events pass",
        "silent": "A history without events, `-->`",
    ]

    /// The words that begin a clause that isn't about events.
    static let attributes = [
        "because": "The reason for the row, or for a claim, in quotes",
        "on": "The only stream libraries that the row holds for",
        "where":
            "Requirements of every conformance, of a claim, or of a preference: `where Failure == Never`",
        "if": "The condition of the compiler under which the type exists: `if \"os(macOS)\"`",
        "conforms": "A claim that doesn't follow from the rules: `conforms T where A: T because \"…\"`",
        "prefer": "The choice among weakest conditions: `prefer T where A: T`",
        "restore":
            "The way to restore a lost trait: `restore T with \"…\"`, and `in TYPE METHOD` for a method",
        "sample":
            "A Swift expression that makes the publisher for tests, over `upstream` or the inputs in lower case",
        "unsampled": "The reason that there is no sample: `unsampled because \"…\"`",
        "unseen": "Predicted histories that no sample can show: `unseen x => --| because \"…\"`",
        "exempt": "Laws that don't hold: `exempt patience because \"…\"`",
        "survives":
            "A change that no law notices, as `traitgen mutate` names it: `survives \"…\" because \"…\"`",
        "as": "The method that makes the publisher, for advice about lost traits: `as \"first()\"`",
        "at": "The places of all events: `caller`, `anywhere`, inputs or schedulers",
        "shared": "Subscribing starts nothing: all subscribers share one subscription to the inputs",
        "anew": "Generic parameters whose publishers a closure makes for each subscriber",
    ]

    /// The words that stand behind others.
    static let others = [
        "nothing": "The event has no effect, or no value comes",
        "traps": "The program stops",
        "next": "The next input is subscribed to",
        "again": "The same input is subscribed to again",
        "opens": "From then on values of the first input pass; `opens once`: its next value, and no more",
        "once": "The next value passes, and no more",
        "or": "Stands between the outcomes of one event",
        "late": "`joins late`: late subscribers may miss any number of values, and see the end",
        "now": "`joins now`: late subscribers get the newest values synchronously, and the end",
        "from": "The module of the row's type, or the trait of a fact",
        "with": "The way to restore a trait, in quotes",
        "in": "The type of a method that can't exist, or the module of a type",
        "inputs": "The publisher that each input of the section's rows is: `inputs == Property.AllValues`",
        "caller": "Inside a call that subscribes or asks",
        "anywhere": "On any thread",
        "set": "Lines that several samples have in common: `each NAME` stands for each of them",
        "each": "Stands for each line of a set",
        "elsewhere": "Names of other libraries that no row has, and what to write instead",
    ]
}
