import TraitsRuntime

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A trait of an operator table, as the set of histories that it allows.
public struct LawTrait: Sendable {
    let name: String
    let limit: Int
    private let shapes: Set<HistoryShape>

    /// Creates a trait.
    ///
    /// - Parameters:
    ///   - name: The name of the trait, such as `SinglePublisher`.
    ///   - limit: The number of values from which on histories aren't distinguished.
    ///   - shapes: The marbles of each ``HistoryShape``, with blanks between.
    public init(_ name: String, limit: Int, shapes: String) {
        self.name = name
        self.limit = limit
        self.shapes = LawRow.shapes(shapes)
    }

    func allows(_ shape: HistoryShape) -> Bool { shapes.contains(shape.limited(to: limit)) }
}

/// A row of an operator table with its samples, checked against the running code.
///
/// `traitgen` writes these for a table `Laws.traits` of a test target; there is little reason to write a row by hand, use
/// ``Laws`` instead. ``run(_:)`` checks
///
/// 1. soundness: each sample keeps the laws of streams, and shows no history that the row doesn't predict for the histories of
///    the inputs; each conformance that was derived from the row is kept if the inputs meet its conditions;
/// 2. tightness: each history that the row predicts is seen in some sample.
public final class LawRow {
    /// The publisher type.
    public let type: String
    let rules: String
    private let file: String
    /// The line of the row in its table.
    public let line: Int
    private let names: [String]
    let types: [String]
    let traits: [LawTrait]
    let limit: Int
    let bound: LawBound
    let isTight: Bool
    let isSymmetric: Bool
    let places: LawPlaces
    let sharing: LawSharing
    let exempt: Set<Law>
    /// The name in a record: with its module, since the laws of several modules may write one record.
    let recordedName: String
    let predictions: [[HistoryShape]: Set<HistoryShape>]
    private(set) var conformances: [(trait: LawTrait, conditions: [[LawTrait]])] = []
    private(set) var samples: [Sample] = []
    private(set) var declaredUnseen: [[HistoryShape]: Set<HistoryShape>] = [:]

    struct Sample {
        let text: String
        /// The names of its inputs.
        let names: [String]
        /// Tries every situation. What the samples before it have shown needn't be seen again.
        let run: (LawPromise, LawInputs, LawPlans, _ seen: [[HistoryShape]: Set<HistoryShape>]) -> LawProgress
        /// Tries every situation on this thread, until the program stops.
        let runUnguarded: (LawPromise, LawInputs) -> Void
        let accept: (any LawSampleVisitor) -> Void
    }

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - type: The publisher type.
    ///   - rules: The rules of the row, in the notation of the table.
    ///   - file: The path of the table, from the root of its package.
    ///   - line: The line of the row.
    ///   - traits: The traits that its conformances name.
    ///   - limit: The number of values from which on histories aren't distinguished.
    ///   - bound: The limits of the histories that are tried.
    ///   - inputs: The shapes that one input may have; empty for a source.
    ///   - names: The names of the inputs in samples.
    ///   - types: The names that samples may use for the types of the inputs.
    ///   - images: The sets of shapes that the row predicts.
    ///   - predictions: For each combination of the inputs' shapes, the last input changing fastest, the number of its image in
    ///     base 36.
    ///   - digits: The number of digits of each of these numbers.
    ///   - isTight: Indicates whether every history that the row predicts of one behaviour of the inputs has to be seen of that
    ///     behaviour. Otherwise it may be seen of any behaviour.
    ///   - isSymmetric: Indicates whether the row treats all its inputs alike. If so, a history seen with one order of the
    ///     inputs counts for every order.
    ///   - places: The places where events arrive.
    ///   - sharing: The way in which subscribers share the inputs.
    ///   - exempt: Laws of streams that the publisher need not keep.
    ///   - recordedName: The name of the row in a record, with its module.
    public init(
        _ type: String, rules: String, file: String, line: Int, traits: [LawTrait], limit: Int,
        bound: LawBound,
        inputs: String, names: [String], types: [String], images: [String], predictions: String, digits: Int,
        isTight: Bool,
        isSymmetric: Bool = false, places: LawPlaces = .any, sharing: LawSharing = .any, exempt: Set<Law>,
        recordedName: String? = nil
    ) {
        self.type = type
        self.rules = rules
        self.file = file
        self.line = line
        self.names = names
        self.types = types
        self.traits = traits
        self.limit = limit
        self.bound = bound
        self.isTight = isTight
        self.isSymmetric = isSymmetric
        self.places = places
        self.sharing = sharing
        self.exempt = exempt
        self.recordedName = recordedName ?? type
        let images = images.map(Self.shapes)
        let choices = inputs.split(separator: " ").compactMap { HistoryShape(marbles: $0) }
        var situations: [[HistoryShape]] = [[]]
        let count = predictions.utf8.count / digits
        precondition(count == 1 || choices.count > 1, "of \(choices.count) behaviours \(count) are predicted")
        while situations.count < count {
            situations = situations.flatMap { situation in choices.map { situation + [$0] } }
        }
        let text = Array(predictions.utf8)
        var table: [[HistoryShape]: Set<HistoryShape>] = [:]
        for (index, situation) in situations.enumerated() {
            let digits = String(decoding: text[(index * digits)..<((index + 1) * digits)], as: UTF8.self)
            table[situation] = images[Int(digits, radix: 36) ?? 0]
        }
        self.predictions = table
    }

    static func shapes(_ text: String) -> Set<HistoryShape> {
        Set(text.split(separator: " ").compactMap { HistoryShape(marbles: $0) })
    }

    /// Adds a conformance that was derived from the row.
    ///
    /// - Parameters:
    ///   - trait: The trait.
    ///   - conditions: For each input the traits that it has to keep, with blanks between.
    public func conforms(_ trait: String, where conditions: [String]) {
        func named(_ name: some StringProtocol) -> LawTrait? { traits.first { $0.name == name } }
        guard let trait = named(trait) else { return }
        conformances.append((trait, conditions.map { $0.split(separator: " ").compactMap(named) }))
    }

    /// Declares a history that the row predicts and no sample can show.
    ///
    /// - Parameters:
    ///   - output: The marbles of a ``HistoryShape``.
    ///   - inputs: The marbles of the inputs' shapes, with blanks between.
    public func unseen(_ output: String, of inputs: String) {
        guard let shape = HistoryShape(marbles: output) else { return }
        declaredUnseen[Self.inputs(inputs), default: []].insert(shape)
    }

    // MARK: - Samples

    @usableFromInline
    func add<P: Publisher, InputFailure: Error>(
        _ text: String, _ client: LawClient<P>, failure: InputFailure?, names: [String]? = nil,
        _ build: @escaping (TestScheduler, [LawUpstream<InputFailure>]) -> P
    ) {
        let (bound, exempt) = (bound, exempt)
        let names = names ?? self.names
        var subject = LawSubject(expression: text, names: names, types: types, location: location)
        subject.places = places
        subject.sharing = sharing
        let known = subject
        let count = names.count
        // The row keeps its samples.
        let makeRunner = { [unowned self] (promise: LawPromise, inputs: LawInputs, plans: LawPlans) in
            LawRunner(
                subject: known, promise: promise, inputs: inputs, bound: bound, ignored: exempt,
                failure: failure, client: client, build: build, plans: plans,
                wanted: plans == .all ? [:] : wanted, limit: limit, traitPromise: promise.and(traitPromise),
                conformances: conformances)
        }
        samples.append(
            Sample(
                text: text, names: names,
                run: { promise, inputs, plans, seen in
                    var runner = makeRunner(promise, inputs, plans)
                    for (shapes, histories) in seen { runner.wanted[shapes]?.subtract(histories) }
                    return Laws.runAll(runner)
                },
                runUnguarded: { promise, inputs in
                    let runner = makeRunner(promise, inputs, .all)
                    runner.run(runner.situations, LawProgress(stopsAtFirst: false))
                },
                accept: { visitor in
                    visitor.visit(client) { scheduler, maker in
                        build(scheduler, (0..<count).map { _ in .driven(by: maker, scheduler) })
                    }
                }))
    }

    // MARK: - Checking

    /// Runs all samples, and counts and prints the histories.
    ///
    /// - Parameter plans: The situations to try in every way.
    /// - Returns: One text for each fault, with the smallest history that shows it.
    public func run(_ plans: LawPlans = .all) -> [String] {
        if isLeftOut { return [] }
        let plans = plans.chosen
        var faults: [String] = []
        var observed: [[HistoryShape]: Set<HistoryShape>] = [:]
        var histories = 0
        var ways: Set<String> = []
        var arrivals: Set<LawArrival> = []
        var refuted: Set<LawSharing> = []
        var haveMet = false
        var takers: [[HistoryShape]: Set<String>] = [:]
        var violations: [(violation: LawViolation, sample: String)] = []
        var recorded: [LawTally.Record] = []
        var isCut = false
        for sample in samples {
            let progress = sample.run(promise, inputs, plans, observed)
            let report = progress.report
            let traits = progress.traitViolations.sorted { $0.key < $1.key }.map(\.value)
            violations += (progress.violations + traits).map { ($0, sample.text) }
            isCut = isCut || progress.isCut
            histories += report.histories
            ways.formUnion(report.ways)
            arrivals.formUnion(report.arrivals)
            refuted.formUnion(report.refuted)
            haveMet = haveMet || report.haveMet
            takers.merge(report.takers) { $0.union($1) }
            let shapes = report.observed.mapValues { shapes in Set(shapes.map { $0.limited(to: limit) }) }
            observed.merge(shapes) { $0.union($1) }
            recorded.append(LawTally.Record(sample.text, shapes, report.examples, limit: limit))
        }
        LawTally.shared.add(histories, on: ways, of: type, samples: samples.count)
        faults += texts(of: violations)
        if isCut {
            faults.append("too many runs stop, or one hangs: the rest of their sample isn't tried")
        } else {
            faults += unseen(observed) + unseenPlaces(arrivals)
            if violations.isEmpty, haveMet { faults += brokenSharing(refuted) }
        }
        for note in notes(haveMet: haveMet) { print("laws: \(type): \(note)") }
        // The observations of a broken row are not the promises of the operator.
        let held = Self.heldLines(held(takers), on: "one thread")
        LawTally.shared.record(
            recordedName, recorded, faults.isEmpty ? promises(arrivals, refuted, haveMet: haveMet) + held : []
        )
        return faults.map { "\(location): \(type)   \(rules)\n\($0)" }
    }

    /// A Boolean value that indicates whether the environment asks for other rows only.
    var isLeftOut: Bool { LawSelection.shared?.takes(type) == false }

    var location: String { "\(file):\(line)" }

    /// Returns the path of the table on this machine, so that a failure of the row can be looked up. The table's path begins at
    /// the root of the package, which is a folder above the generated file, or else at the working directory.
    ///
    /// - Parameter generated: The path of a file below the root.
    public func path(above generated: String) -> String {
        var folder = generated[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            let path = "\(folder)/\(file)"
            if access(path, R_OK) == 0 { return path }
        }
        return file
    }

    /// Runs the samples with inputs of these shapes alone, for which the row says that the program stops.
    ///
    /// - Parameter situation: The marbles of the inputs' shapes, with blanks between.
    public func runUntilItStops(_ situation: String) {
        let shapes = Self.inputs(situation)
        let inputs = LawInputs(
            shapes.map { wanted in LawPromise("\(wanted)") { _, shape in shape == wanted } })
        for sample in samples { sample.runUnguarded(.anything, inputs) }
    }

    /// Notes that the program has stopped, as the row says.
    ///
    /// - Parameter situation: The marbles of the inputs' shapes, with blanks between.
    public func hasStopped(_ situation: String) {
        LawTally.shared.record(
            recordedName, [.init("the program stops", [Self.inputs(situation): []], [:], limit: limit)])
    }

    private static func inputs(_ situation: String) -> [HistoryShape] {
        situation.split(separator: " ").compactMap { HistoryShape(marbles: $0) }
    }

    /// The predicted histories but for those that no sample can show.
    private var wanted: [[HistoryShape]: Set<HistoryShape>] {
        isTight
            ? predictions.reduce(into: [:]) {
                $0[$1.key] = $1.value.subtracting(declaredUnseen[$1.key] ?? [])
            }
            : [:]
    }

    /// The promise to show only histories that the row predicts.
    var promise: LawPromise {
        LawPromise("what the row predicts") { [predictions, limit] inputs, output in
            predictions[inputs]?.contains(output.limited(to: limit)) ?? false
        }
    }

    /// The promise to keep the traits that the row derives or claims for the histories of the inputs.
    private var traitPromise: LawPromise {
        let conformances = conformances
        return LawPromise("the traits of the row") { inputs, output in
            conformances.allSatisfy { trait, conditions in
                trait.allows(output)
                    || !zip(inputs, conditions).allSatisfy { input, traits in
                        traits.allSatisfy { $0.allows(input) }
                    }
            }
        }
    }

    /// The inputs without the shapes for which the row predicts nothing, because the program stops or the input can't have
    /// them.
    var inputs: LawInputs {
        let count = predictions.keys.first?.count ?? 0
        let situations = predictions.filter { !$0.value.isEmpty }.keys
        return LawInputs(
            (0..<count).map { input in
                let known = Set(situations.map { $0[input] })
                return LawPromise("it is known") { _, shape in known.contains(shape) }
            })
    }
}
