/// The name of a kind of mistake, such as `unknown-trait`.
public enum DiagnosticID: String, Hashable, Sendable, CaseIterable {
    // Text
    /// A table has no declaration.
    case emptyTable = "empty-table"
    /// A file isn't UTF-8.
    case invalidText = "invalid-text"
    /// A character has no meaning here.
    case unexpectedCharacter = "unexpected-character"
    /// A quoted text has no closing quote.
    case unterminatedText = "unterminated-text"
    /// A backslash stands before something other than a quote or a backslash.
    case unknownEscape = "unknown-escape"
    /// An indented line continues a row, and there is none, or it was meant to be a row.
    case strayIndentation = "stray-indentation"
    /// A word doesn't belong to the table language.
    case unknownWord = "unknown-word"
    /// Another word or sign is expected here.
    case expected
    /// A reason or a text is missing.
    case missingText = "missing-text"
    /// A text is empty.
    case emptyText = "empty-text"

    // Marbles
    /// A line of marbles can't be read.
    case badMarble = "bad-marble"
    /// An event follows the end of a history.
    case eventAfterEnd = "event-after-end"
    /// A history of a trait doesn't say how it continues.
    case unendedHistory = "unended-history"
    /// A rule says that time passes.
    case timeInRule = "time-in-rule"
    /// A history has more values than can be distinguished.
    case tooManyValues = "too-many-values"
    /// A line of a trait allows the same histories as another.
    case duplicateMarble = "duplicate-marble"

    // Headers
    /// There is no stream library of that name.
    case unknownBackend = "unknown-backend"
    /// A table names two stream libraries.
    case duplicateBackend = "duplicate-backend"
    /// A table and an imported table are for different libraries.
    case backendMismatch = "backend-mismatch"
    /// An imported table isn't there.
    case importNotFound = "import-not-found"
    /// A table imports itself.
    case importCycle = "import-cycle"
    /// A table is imported twice.
    case duplicateImport = "duplicate-import"
    /// `backend` or `import` follows a declaration.
    case misplacedHeader = "misplaced-header"

    // Traits and facts
    /// The name of a trait has the wrong form, or a type that would be generated for it has the name of another type.
    case traitName = "trait-name"
    /// A trait allows no history.
    case emptyTrait = "empty-trait"
    /// A trait has no closing brace.
    case unclosedTrait = "unclosed-trait"
    /// Two traits have one name.
    case duplicateTrait = "duplicate-trait"
    /// No visible trait has that name.
    case unknownTrait = "unknown-trait"
    /// A name means declarations of several imported modules.
    case ambiguousName = "ambiguous-name"
    /// A trait allows a history that a refined trait forbids.
    case brokenRefinement = "broken-refinement"
    /// A trait refines itself.
    case refinementCycle = "refinement-cycle"
    /// Two facts have one name.
    case duplicateFact = "duplicate-fact"

    // Rows
    /// A word isn't the name of a type.
    case typeName = "type-name"
    /// A type has two rows.
    case duplicateRow = "duplicate-row"
    /// A statement appears twice.
    case duplicateClause = "duplicate-clause"
    /// A row says nothing about events.
    case silentRow = "silent-row"
    /// The module declares no type of that name.
    case unknownType = "unknown-type"
    /// Two clauses of a row contradict each other.
    case contradictoryRules = "contradictory-rules"
    /// A rule never applies.
    case unreachableRule = "unreachable-rule"
    /// A rule or a word doesn't change the row's behaviour.
    case needlessRule = "needless-rule"
    /// An alternative appears twice.
    case duplicateAlternative = "duplicate-alternative"
    /// A cut doesn't end the stream.
    case cutEvent = "cut-event"
    /// A combiner has too few or too many inputs.
    case inputCount = "input-count"
    /// A word names no input of the row.
    case unknownInput = "unknown-input"
    /// An input can't be read.
    case badInput = "bad-input"
    /// A clause needs an input, and a source has none.
    case notForSource = "not-for-source"
    /// The row of an operator contains a history.
    case notForOperator = "not-for-operator"
    /// A requirement can't be read.
    case badRequirement = "bad-requirement"
    /// There is no row of that name.
    case unknownRow = "unknown-row"

    // Claims and preferences
    /// A claim can be derived from the row.
    case needlessClaim = "needless-claim"
    /// A claim lacks a claim about a trait that its trait refines.
    case incompleteClaim = "incomplete-claim"
    /// A claim is made twice.
    case duplicateClaim = "duplicate-claim"
    /// A preference changes nothing.
    case needlessPreference = "needless-preference"
    /// A preference isn't one of the weakest conditions.
    case wrongPreference = "wrong-preference"
    /// A remedy would be found anyway, or the trait isn't lost.
    case needlessRemedy = "needless-remedy"

    // Samples
    /// A row has a sample twice.
    case duplicateSample = "duplicate-sample"
    /// Two sets of samples have one name.
    case duplicateSet = "duplicate-set"
    /// There is no set of samples of that name.
    case unknownSet = "unknown-set"
    /// No row uses a set of samples.
    case unusedSet = "unused-set"
    /// No row needs a section.
    case unusedSection = "unused-section"

    // Derivation
    /// A table with rows that sees no trait.
    case noTraits = "no-traits"
    /// A search that exceeded its limit.
    case tooLong = "too-long"

    // Laws
    /// A row that no test can check.
    case unsampledRow = "unsampled-row"
    /// A change of a row is explained, though laws notice it.
    case needlessSurvivor = "needless-survivor"

    // Lint
    /// A row without any derived trait.
    case idleRow = "idle-row"
    /// A rule that has no effect.
    case idleRule = "idle-rule"
    /// A condition that another condition implies.
    case shadowedCondition = "shadowed-condition"
    /// A reason for a statement that needs none.
    case needlessReason = "needless-reason"
    /// A source that shares its work, which no history shows.
    case uncheckedSharing = "unchecked-sharing"
    /// A trait that allows every history.
    case emptyPromise = "empty-promise"
    /// A line of a trait that other lines cover.
    case coveredLine = "covered-line"
    /// A sample that shows nothing new.
    case idleSample = "idle-sample"
    /// An unseen history that the row doesn't predict.
    case unpredictedHistory = "unpredicted-history"
    /// A comment allows what no rule of lint is called.
    case unknownRule = "unknown-rule"
    /// A comment allows what lint doesn't find.
    case needlessAllowance = "needless-allowance"

    // Traces
    /// A file that is no trace, or has an unreadable line.
    case brokenTrace = "broken-trace"

    // Import
    /// A handwritten conformance promises more than the type keeps.
    case unsoundConformance = "unsound-conformance"

    // Templates
    /// A template that can't be read or rendered.
    case badTemplate = "bad-template"
}
