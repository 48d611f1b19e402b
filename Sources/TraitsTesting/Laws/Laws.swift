import TraitsRuntime

/// Checks publishers against the laws of streams and against their promises.
///
/// ```swift
/// @Test func firstIsASingleOfASingle() throws {
///     try Laws.check(promise: .single, inputs: [.single]) { upstream in upstream.first() }
/// }
/// ```
///
/// The kit builds the publisher again for each run and drives it with *every* scripted input that the promises of the inputs
/// allow, up to a bound: events at the subscription and at two later ticks of virtual time, and all interleavings of two
/// inputs. Each script is run
///
/// - with unlimited demand, with one value at a time, and with no demand at first; with a second subscriber, a subscriber that
///   comes in the middle and another that comes after the end; with inputs that begin before anyone subscribes, and are missed
///   in part; with a cancellation inside of the subscription, inside of the first value and at every tick;
/// - on every path that a program can take: `sink`, `Subscribers.Sink`, the sinks of the traits, an eraser, `values` and
///   `value`; and with inputs that answer without a subscription, see ``LawAnswers``;
/// - with inputs that subscribe late, that answer a request late, and that send values that weren't asked for;
/// - with other values: repeated and negative values;
/// - where a scheduler has a choice, in other orders and on several threads, see ``TestScheduler/Order``.
///
/// The laws are listed in ``Law``.
///
/// Small histories are tried first, so the first violation is the shortest counter-example. It is thrown with the place of the
/// call and a test that shows it, ready to be pasted, see ``LawViolation``.
///
/// - Threads: everything runs on the calling thread, except where a scheduler runs work on several threads. Operators that need
///   a scheduler take that of the run: `{ $0.delay(for: 1, scheduler: $0.scheduler) }`.
/// - Complexity: one input makes about 2500 histories, two inputs make about eighty thousand. A ``LawBound`` with short plans
///   makes a tenth of them, or fewer.
public enum Laws {
    /// Checks a publisher that has no inputs.
    ///
    /// ```swift
    /// try Laws.check(promise: .single) { _ in Just(1) }
    /// ```
    ///
    /// - Parameters:
    ///   - expression: The publisher as it stands in the source, for the test in a violation. Without it the closure is read
    ///     from the file of the caller.
    ///   - promise: The promise that each history must keep.
    ///   - bound: The limits of the histories that are tried.
    ///   - places: The places where its events may arrive.
    ///   - sharing: The way in which its subscribers share the inputs.
    ///   - ignored: Laws that the publisher need not keep.
    ///   - file: The file in which a violation is reported.
    ///   - line: The line at which a violation is reported.
    ///   - source: Makes the publisher; called for each run.
    /// - Returns: A report of the observed histories.
    /// - Throws: ``LawViolation``.
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        bound: LawBound = .standard(inputs: 0),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        source: (TestScheduler) -> P
    ) throws(LawViolation) -> LawReport {
        let subject = subject(expression, file, line, "TestScheduler", ["scheduler"], places, sharing)
        return try run(subject, promise, [], bound, ignored, Never?.none) { scheduler, _ in source(scheduler)
        }
    }

    /// Checks a publisher that has one input.
    ///
    /// ```swift
    /// try Laws.check("upstream.first()", promise: .maybe, inputs: 1) { upstream in upstream.first() }
    /// ```
    ///
    /// - Parameters:
    ///   - expression: The publisher as it stands in the source, for the test in a violation. Without it the closure is read
    ///     from the file of the caller.
    ///   - promise: The promise that each history must keep.
    ///   - inputs: The promise of the input; `1` if it promises nothing.
    ///   - bound: The limits of the histories that are tried.
    ///   - places: The places where its events may arrive.
    ///   - sharing: The way in which its subscribers share the inputs.
    ///   - ignored: Laws that the publisher need not keep.
    ///   - file: The file in which a violation is reported.
    ///   - line: The line at which a violation is reported.
    ///   - build: Makes the publisher from its input; called for each run.
    /// - Returns: A report of the observed histories.
    /// - Throws: ``LawViolation``.
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawInputs,
        bound: LawBound = .standard(inputs: 1),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawUpstream<TestFailure>) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(1, inputs)
        let subject = subject(
            expression, file, line, "LawUpstream<TestFailure>", ["upstream"], places, sharing)
        return try run(subject, promise, inputs, bound, ignored, TestFailure()) { build($1[0]) }
    }

    /// Checks a publisher that has one input that never fails.
    ///
    /// ```swift
    /// try Laws.check(promise: .sameShape, inputs: 1, failing: Never.self) {
    ///     $0.setFailureType(to: TestFailure.self)
    /// }
    /// ```
    ///
    /// The other parameters are those of the function whose inputs may fail.
    ///
    /// - Throws: ``LawViolation``.
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawInputs,
        failing: Never.Type,
        bound: LawBound = .standard(inputs: 1),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawUpstream<Never>) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(1, inputs)
        let subject = subject(expression, file, line, "LawUpstream<Never>", ["upstream"], places, sharing)
        return try run(subject, promise, inputs, bound, ignored, Never?.none) { build($1[0]) }
    }

    /// Checks a publisher that has two inputs.
    ///
    /// ```swift
    /// try Laws.check(promise: .single, inputs: [.single, .single]) { $0.zip($1) }
    /// ```
    ///
    /// - Parameters:
    ///   - expression: The publisher as it stands in the source, for the test in a violation. Without it the closure is read
    ///     from the file of the caller.
    ///   - promise: The promise that each history must keep.
    ///   - inputs: The promises of the inputs; `2` if they promise nothing.
    ///   - bound: The limits of the histories that are tried.
    ///   - places: The places where its events may arrive.
    ///   - sharing: The way in which its subscribers share the inputs.
    ///   - ignored: Laws that the publisher need not keep.
    ///   - file: The file in which a violation is reported.
    ///   - line: The line at which a violation is reported.
    ///   - build: Makes the publisher from its inputs; called for each run.
    /// - Returns: A report of the observed histories.
    /// - Throws: ``LawViolation``.
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawInputs,
        bound: LawBound = .standard(inputs: 2),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawUpstream<TestFailure>, LawUpstream<TestFailure>) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(2, inputs)
        let subject = subject(
            expression, file, line, "LawUpstream<TestFailure>", ["upstream1", "upstream2"], places, sharing)
        return try run(subject, promise, inputs, bound, ignored, TestFailure()) { build($1[0], $1[1]) }
    }

    private static func subject(
        _ expression: String?, _ file: String, _ line: UInt, _ input: String, _ names: [String],
        _ places: LawPlaces, _ sharing: LawSharing
    ) -> LawSubject {
        var subject = subject(expression, file, line, input, names)
        subject.places = places
        subject.sharing = sharing
        return subject
    }

    private static func subject(
        _ expression: String?, _ file: String, _ line: UInt, _ input: String, _ names: [String]
    ) -> LawSubject {
        let isSource = input == "TestScheduler"
        if let expression {
            return LawSubject(
                expression: expression, names: isSource ? [] : names, location: "\(file):\(line)")
        }
        return LawSubject(
            closureIn: file, line: line, taking: names.map { _ in input }, named: names)
    }

    static func requireCount(_ count: Int, _ inputs: LawInputs) {
        precondition(
            inputs.promises.count == count,
            "the publisher takes \(count) inputs, \(inputs.promises.count) are declared")
    }

    static func run<P: Publisher, InputFailure: Error>(
        _ subject: LawSubject, _ promise: LawPromise, _ inputs: LawInputs, _ bound: LawBound,
        _ ignored: Set<Law>, _ failure: InputFailure?,
        _ build: (TestScheduler, [LawUpstream<InputFailure>]) -> P
    ) throws(LawViolation) -> LawReport {
        let progress = LawProgress(stopsAtFirst: true)
        // A chain with `catch` stops the program at an unasked value. Only the rows of a table are guarded against that.
        let ignored = ignored.union([.surplus])
        withoutActuallyEscaping(build) { build in
            let runner = LawRunner(
                subject: subject, promise: promise, inputs: inputs, bound: bound, ignored: ignored,
                failure: failure, client: nil, build: build, plans: bound.plans.chosen)
            let situations = runner.situations
            precondition(
                !situations.isEmpty,
                "no history within the bound keeps the promises of the inputs, \(inputs.promises): check with a greater `LawBound`"
            )
            runner.run(situations, progress)
        }
        if let violation = progress.violations.first { throw violation }
        return progress.report
    }

    /// Runs the whole check of a row's sample on a thread of its own, and goes on behind each run that stops.
    static func runAll<P: Publisher, InputFailure: Error>(_ runner: LawRunner<P, InputFailure>) -> LawProgress
    {
        let progress = LawProgress(stopsAtFirst: false)
        let situations = runner.situations
        while case .stopped(let reason) = Ward.run(progress.steps, { runner.run(situations, progress) }) {
            progress.noteStop(reason)
            if progress.isOver { break }
        }
        return progress
    }
}
