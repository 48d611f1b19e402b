/// The name of a kind of mistake, such as `unknown-trait`.
///
/// The table language's own identifiers are constants below; other stages add theirs in
/// extensions of this type.
public struct DiagnosticID: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension DiagnosticID {
    // Text
    public static let emptyTable = DiagnosticID("empty-table")
    public static let invalidText = DiagnosticID("invalid-text")
    public static let unexpectedCharacter = DiagnosticID("unexpected-character")
    public static let unterminatedText = DiagnosticID("unterminated-text")
    public static let unknownEscape = DiagnosticID("unknown-escape")
    public static let strayIndentation = DiagnosticID("stray-indentation")
    public static let unknownWord = DiagnosticID("unknown-word")
    public static let expected = DiagnosticID("expected")
    public static let missingText = DiagnosticID("missing-text")
    public static let emptyText = DiagnosticID("empty-text")

    // Marbles
    public static let badMarble = DiagnosticID("bad-marble")
    public static let eventAfterEnd = DiagnosticID("event-after-end")
    public static let unendedHistory = DiagnosticID("unended-history")
    public static let timeInRule = DiagnosticID("time-in-rule")
    public static let tooManyValues = DiagnosticID("too-many-values")
    public static let duplicateMarble = DiagnosticID("duplicate-marble")

    // Headers
    public static let unknownBackend = DiagnosticID("unknown-backend")
    public static let duplicateBackend = DiagnosticID("duplicate-backend")
    public static let backendMismatch = DiagnosticID("backend-mismatch")
    public static let importNotFound = DiagnosticID("import-not-found")
    public static let importCycle = DiagnosticID("import-cycle")
    public static let duplicateImport = DiagnosticID("duplicate-import")
    public static let misplacedHeader = DiagnosticID("misplaced-header")

    // Traits and facts
    public static let traitName = DiagnosticID("trait-name")
    public static let emptyTrait = DiagnosticID("empty-trait")
    public static let unclosedTrait = DiagnosticID("unclosed-trait")
    public static let duplicateTrait = DiagnosticID("duplicate-trait")
    public static let unknownTrait = DiagnosticID("unknown-trait")
    public static let brokenRefinement = DiagnosticID("broken-refinement")
    public static let refinementCycle = DiagnosticID("refinement-cycle")
    public static let duplicateFact = DiagnosticID("duplicate-fact")

    // Rows
    public static let typeName = DiagnosticID("type-name")
    public static let duplicateRow = DiagnosticID("duplicate-row")
    public static let duplicateClause = DiagnosticID("duplicate-clause")
    public static let silentRow = DiagnosticID("silent-row")
    public static let contradictoryRules = DiagnosticID("contradictory-rules")
    public static let unreachableRule = DiagnosticID("unreachable-rule")
    public static let needlessRule = DiagnosticID("needless-rule")
    public static let duplicateAlternative = DiagnosticID("duplicate-alternative")
    public static let cutEvent = DiagnosticID("cut-event")
    public static let inputCount = DiagnosticID("input-count")
    public static let unknownInput = DiagnosticID("unknown-input")
    public static let badInput = DiagnosticID("bad-input")
    public static let notForSource = DiagnosticID("not-for-source")
    public static let notForOperator = DiagnosticID("not-for-operator")
    public static let badRequirement = DiagnosticID("bad-requirement")
    public static let badVersion = DiagnosticID("bad-version")

    // Claims and preferences
    public static let needlessClaim = DiagnosticID("needless-claim")
    public static let incompleteClaim = DiagnosticID("incomplete-claim")
    public static let duplicateClaim = DiagnosticID("duplicate-claim")
    public static let needlessPreference = DiagnosticID("needless-preference")
    public static let wrongPreference = DiagnosticID("wrong-preference")
    public static let needlessRemedy = DiagnosticID("needless-remedy")

    /// All identifiers of the table language, in the order of the reference.
    public static let tableLanguage: [DiagnosticID] = [
        .emptyTable, .invalidText, .unexpectedCharacter, .unterminatedText, .unknownEscape,
        .strayIndentation, .unknownWord, .expected, .missingText, .emptyText, .badMarble, .eventAfterEnd,
        .unendedHistory, .timeInRule, .tooManyValues, .duplicateMarble, .unknownBackend, .duplicateBackend,
        .backendMismatch, .importNotFound, .importCycle, .duplicateImport, .misplacedHeader, .traitName,
        .emptyTrait, .unclosedTrait, .duplicateTrait, .unknownTrait, .brokenRefinement, .refinementCycle,
        .duplicateFact, .typeName, .duplicateRow, .duplicateClause, .silentRow, .contradictoryRules,
        .unreachableRule, .needlessRule, .duplicateAlternative, .cutEvent, .inputCount, .unknownInput,
        .badInput, .notForSource, .notForOperator, .badRequirement, .badVersion, .needlessClaim,
        .incompleteClaim, .duplicateClaim, .needlessPreference, .wrongPreference,
        .needlessRemedy, .duplicateSample, .unknownRow, .duplicateSet, .unknownSet, .unusedSet,
        .unusedSection,
    ]
}
