/// A publisher's promise about each of its histories, under unlimited demand and without cancellation.
///
/// A promise is written as traits are, in marbles: `o` a value, `o*` any number, `|` finished, `x` failed, a run of
/// `-` any stretch of time or none, no dash at the beginning means synchronously, `- - -` anything may follow, and a
/// line without an end stays silent for ever.
///
/// ```swift
/// let pair = LawPromise("Pair", lines: ["--------->", "-----x--->", "--o-o--|->"])
/// try Laws.check(promise: pair, inputs: 1) { $0.prefix(2) }
/// ```
public struct LawPromise: Sendable, CustomStringConvertible {
    /// The name of the promise.
    public let description: String
    private let isKept: @Sendable (_ inputs: [HistoryShape], _ output: HistoryShape) -> Bool

    /// Creates a promise from the histories that it allows.
    ///
    /// - Parameters:
    ///   - name: The name of the promise in violations.
    ///   - lines: The histories in marbles.
    public init(_ name: String, lines: [String]) {
        let lines = lines.map(PromiseLine.init)
        self.init(name) { _, output in lines.contains { $0.allows(output) } }
    }

    /// Creates a promise that depends on the histories of the inputs.
    ///
    /// - Parameters:
    ///   - name: The name of the promise in violations.
    ///   - isKept: Returns whether a history of that shape is allowed, given the shapes of the inputs.
    public init(
        _ name: String,
        isKept: @escaping @Sendable (_ inputs: [HistoryShape], _ output: HistoryShape) -> Bool
    ) {
        self.description = name
        self.isKept = isKept
    }

    /// Returns a Boolean value that indicates whether an output is allowed, given the shapes of the inputs.
    public func allows(_ output: HistoryShape, inputs: [HistoryShape] = []) -> Bool {
        isKept(inputs, output)
    }

    /// Returns a promise that is kept if both promises are.
    public func and(_ other: LawPromise) -> LawPromise {
        LawPromise("\(self) and \(other)") { inputs, output in
            allows(output, inputs: inputs) && other.allows(output, inputs: inputs)
        }
    }
}

extension LawPromise {
    /// No promise: any history is allowed.
    public static let anything = LawPromise("anything", lines: ["- - -"])

    /// A value and the end, the end alone, a failure alone, or silence.
    public static let maybe = LawPromise(
        "MaybePublisher", lines: ["--------->", "-----x--->", "-----|--->", "--o--|--->"])

    /// A value and the end, a failure alone, or silence.
    public static let single = LawPromise(
        "SinglePublisher", lines: ["--------->", "-----x--->", "--o--|--->"])

    /// The end, a failure, or silence.
    public static let completable = LawPromise(
        "CompletablePublisher", lines: ["--------->", "-----x--->", "-----|--->"])

    /// A synchronous failure or value.
    public static let immediate = LawPromise("ImmediatePublisher", lines: ["x--->", "o- - -"])

    /// The shape of the first input, for operators that pass everything on.
    public static let sameShape = LawPromise("the shape of its input") { inputs, output in
        inputs.first == output
    }
}

/// One line of a promise.
private struct PromiseLine: Sendable {
    private var isAtOnce = false
    private var values = 0
    private var ending = HistoryShape.Ending.silent
    private var isOpen = false
    /// Indicates whether there may be more values than are written, as after `o*`.
    private var mayHaveMore = false
    /// Indicates whether time may pass before the first event if there are no more values than are written.
    private var hasTimeAfterMore = false

    init(_ text: String) {
        var isFirst = true
        // Indicates whether there has been an event other than `o*`.
        var hasCertainEvent = false
        var previous: Character?
        for (character, next) in zip(text, text.dropFirst().map(Optional.some) + [nil]) {
            switch character {
            case "o":
                if isFirst { isAtOnce = previous == nil }
                isFirst = false
                if next == "*" {
                    // The first event may be a value of this `o*`.
                    if hasTimeAfterMore && !hasCertainEvent { isAtOnce = false }
                } else {
                    values += 1
                    hasCertainEvent = true
                }
            case "*" where previous == "o":
                // `o*` allows any number of values, including none.
                mayHaveMore = true
            case "|", "x":
                if isFirst { isAtOnce = previous == nil }
                ending = character == "x" ? .failed : .finished
                isFirst = false
                hasCertainEvent = true
            case " " where previous == "-":
                isOpen = true
            case "-":
                if mayHaveMore && !hasCertainEvent { hasTimeAfterMore = true }
            case " ", ">":
                break
            default:
                preconditionFailure(
                    "a promise has no '\(character)' in its lines, as in \"\(text)\": `o` is a value, `o*` any number, "
                        + "`|` the end, `x` a failure, `-` time, and `- - -` anything")
            }
            previous = character
        }
    }

    func allows(_ shape: HistoryShape) -> Bool {
        if isAtOnce && !shape.isImmediate && !(hasTimeAfterMore && (isOpen || shape.values == values)) {
            return false
        }
        if isOpen { return shape.values >= values }
        let isCount = mayHaveMore ? shape.values >= values : shape.values == values
        return isCount && shape.ending == ending
    }
}

/// The inputs of a publisher under test, with the promise of each.
///
/// A number stands for that many inputs that promise nothing:
///
/// ```swift
/// try Laws.check(promise: .single, inputs: 1) { $0.first() }
/// try Laws.check(promise: .single, inputs: [.single, .single]) { $0.zip($1) }
/// ```
public struct LawInputs: Sendable, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    /// The promise of each input.
    public let promises: [LawPromise]

    /// Creates an input for each promise.
    public init(_ promises: [LawPromise]) {
        self.promises = promises
    }

    /// Creates this number of inputs that promise nothing.
    public init(integerLiteral count: Int) {
        promises = Array(repeating: .anything, count: count)
    }

    /// Creates an input for each promise.
    public init(arrayLiteral promises: LawPromise...) {
        self.promises = promises
    }
}
