/// The name of a kind of mistake, such as `unknown-trait`.
public enum DiagnosticID: String, Hashable, Sendable, CaseIterable {
    // Text
    case emptyTable = "empty-table"
    case invalidText = "invalid-text"
    case unexpectedCharacter = "unexpected-character"
    case unterminatedText = "unterminated-text"
    case unknownEscape = "unknown-escape"
    case strayIndentation = "stray-indentation"
    case unknownWord = "unknown-word"
    case expected
    case missingText = "missing-text"
    case emptyText = "empty-text"

    // Marbles
    case badMarble = "bad-marble"
    case eventAfterEnd = "event-after-end"
    case unendedHistory = "unended-history"
    case timeInRule = "time-in-rule"
    case tooManyValues = "too-many-values"
    case duplicateMarble = "duplicate-marble"

    // Headers
    case unknownBackend = "unknown-backend"
    case duplicateBackend = "duplicate-backend"
    case backendMismatch = "backend-mismatch"
    case importNotFound = "import-not-found"
    case importCycle = "import-cycle"
    case duplicateImport = "duplicate-import"
    case misplacedHeader = "misplaced-header"

    // Traits and facts
    case traitName = "trait-name"
    case emptyTrait = "empty-trait"
    case unclosedTrait = "unclosed-trait"
    case duplicateTrait = "duplicate-trait"
    case unknownTrait = "unknown-trait"
    case brokenRefinement = "broken-refinement"
    case refinementCycle = "refinement-cycle"
    case duplicateFact = "duplicate-fact"

    // Rows
    case typeName = "type-name"
    case duplicateRow = "duplicate-row"
    case duplicateClause = "duplicate-clause"
    case silentRow = "silent-row"
    case contradictoryRules = "contradictory-rules"
    case unreachableRule = "unreachable-rule"
    case needlessRule = "needless-rule"
    case duplicateAlternative = "duplicate-alternative"
    case cutEvent = "cut-event"
    case inputCount = "input-count"
    case unknownInput = "unknown-input"
    case badInput = "bad-input"
    case notForSource = "not-for-source"
    case notForOperator = "not-for-operator"
    case badRequirement = "bad-requirement"
    case unknownRow = "unknown-row"
    case foreignTrait = "foreign-trait"
    case badVersion = "bad-version"

    // Claims and preferences
    case needlessClaim = "needless-claim"
    case incompleteClaim = "incomplete-claim"
    case duplicateClaim = "duplicate-claim"
    case needlessPreference = "needless-preference"
    case wrongPreference = "wrong-preference"
    case needlessRemedy = "needless-remedy"

    // Samples
    case duplicateSample = "duplicate-sample"
    case duplicateSet = "duplicate-set"
    case unknownSet = "unknown-set"
    case unusedSet = "unused-set"
    case unusedSection = "unused-section"

    // What follows from a table
    /// A table with rows that sees no trait.
    case noTraits = "no-traits"
    /// A search that was given up.
    case tooLong = "too-long"

    // Laws
    /// A row that no test could hold to its word.
    case unsampledRow = "unsampled-row"
    /// A change of a row is explained, and laws notice it.
    case needlessSurvivor = "needless-survivor"

    // Lint
    /// A row from which nothing follows.
    case idleRow = "idle-row"
    /// A rule without which nothing would change.
    case idleRule = "idle-rule"
    /// A condition that another one implies.
    case shadowedCondition = "shadowed-condition"
    /// A reason for what needs none.
    case needlessReason = "needless-reason"
    /// A line of a trait that others cover.
    case coveredLine = "covered-line"
    /// A sample that shows nothing new.
    case idleSample = "idle-sample"
    /// An unseen history that the row doesn't predict.
    case unpredictedHistory = "unpredicted-history"

    // Templates
    /// A template that can't be read or rendered.
    case badTemplate = "bad-template"
}
