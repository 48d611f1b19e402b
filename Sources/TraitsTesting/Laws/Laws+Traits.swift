import TraitsRuntime

// Checks of operators that are declared on a trait, which can't be applied to an input without a known trait.

extension Laws {
    /// Checks a publisher whose input the compiler knows to be a single, for operators of `SinglePublisher`.
    ///
    /// ```swift
    /// try Laws.check(promise: .single, inputs: [.single]) { upstream in upstream.shareReplay() }
    /// ```
    ///
    /// It is chosen if the closure needs it. The parameters are those of the function whose inputs may promise anything.
    ///
    /// - Throws: ``LawViolation``.
    @_disfavoredOverload
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawSingleInputs,
        bound: LawBound = .standard(inputs: 1),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawInputSingle) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(1, inputs.all)
        let subject = subject(expression, file, line, "Single", ["upstream"], places, sharing)
        return try run(subject, promise, inputs.all, bound, ignored, TestFailure()) {
            build($1[0].uncheckedSingle())
        }
    }

    /// Checks a publisher whose two inputs the compiler knows to be singles, for operators of `SinglePublisher`.
    ///
    /// ```swift
    /// try Laws.check(promise: .single, inputs: [.single, .single]) { [$0, $1].zipSingle().map { $0[0] } }
    /// ```
    ///
    /// It is chosen if the closure needs it. The parameters are those of the function whose inputs may promise anything.
    ///
    /// - Throws: ``LawViolation``.
    @_disfavoredOverload
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawSingleInputs,
        bound: LawBound = .standard(inputs: 2),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawInputSingle, LawInputSingle) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(2, inputs.all)
        let subject = subject(expression, file, line, "Single", ["upstream1", "upstream2"], places, sharing)
        return try run(subject, promise, inputs.all, bound, ignored, TestFailure()) {
            build($1[0].uncheckedSingle(), $1[1].uncheckedSingle())
        }
    }

    /// Checks a publisher whose input the compiler knows to be a maybe, for operators of `MaybePublisher`.
    ///
    /// ```swift
    /// try Laws.check(promise: .maybe, inputs: [.maybe]) { upstream in upstream.shareReplay() }
    /// ```
    ///
    /// It is chosen if the closure needs it. The parameters are those of the function whose inputs may promise anything.
    ///
    /// - Throws: ``LawViolation``.
    @_disfavoredOverload
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawMaybeInputs,
        bound: LawBound = .standard(inputs: 1),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawInputMaybe) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(1, inputs.all)
        let subject = subject(expression, file, line, "Maybe", ["upstream"], places, sharing)
        return try run(subject, promise, inputs.all, bound, ignored, TestFailure()) {
            build($1[0].uncheckedMaybe())
        }
    }

    /// Checks a publisher whose input the compiler knows to be immediate, for operators of `ImmediatePublisher`.
    ///
    /// ```swift
    /// try Laws.check(promise: .immediate, inputs: [.immediate]) { upstream in upstream.map { $0 + 1 } }
    /// ```
    ///
    /// It is chosen if the closure needs it. The parameters are those of the function whose inputs may promise anything.
    ///
    /// - Throws: ``LawViolation``.
    @_disfavoredOverload
    @discardableResult
    public static func check<P: Publisher>(
        _ expression: String? = nil,
        promise: LawPromise,
        inputs: LawImmediateInputs,
        bound: LawBound = .standard(inputs: 1),
        places: LawPlaces = .any,
        sharing: LawSharing = .any,
        ignoring ignored: Set<Law> = [],
        file: String = #filePath,
        line: UInt = #line,
        _ build: (LawInputImmediate) -> P
    ) throws(LawViolation) -> LawReport {
        requireCount(1, inputs.all)
        let subject = subject(expression, file, line, "Immediate", ["upstream"], places, sharing)
        return try run(subject, promise, inputs.all, bound, ignored, TestFailure()) {
            build($1[0].uncheckedImmediate())
        }
    }

    private static func subject(
        _ expression: String?, _ file: String, _ line: UInt, _ trait: String, _ names: [String],
        _ places: LawPlaces, _ sharing: LawSharing
    ) -> LawSubject {
        var subject = LawSubject(
            closureIn: file, line: line, taking: names.map { _ in "LawInput\(trait)" }, named: names,
            returning: expression, after: ".unchecked\(trait)()")
        subject.places = places
        subject.sharing = sharing
        return subject
    }
}

/// An input of a publisher under test that the compiler knows to keep the promise of `SinglePublisher`.
public typealias LawInputSingle = TraitPublishers.UncheckedSingle<LawUpstream<TestFailure>>

/// An input of the law kit that is a single.
extension TraitPublishers.UncheckedSingle where Upstream == LawUpstream<TestFailure> {
    /// The virtual time of the run, for operators that need a scheduler.
    public var scheduler: TestScheduler { upstream.scheduler }
}

/// Inputs of a publisher under test that all keep the promise of `SinglePublisher`: `[.single]`, or `[.single, .single]`.
public struct LawSingleInputs: Sendable, ExpressibleByArrayLiteral {
    /// The promise of each input.
    public enum Promise: Sendable {
        /// A value and the end, a failure alone, or silence.
        case single
    }

    let all: LawInputs

    /// Creates an input for each promise.
    public init(arrayLiteral promises: Promise...) { all = LawInputs(promises.map { _ in .single }) }
}

/// An input of a publisher under test that the compiler knows to keep the promise of `MaybePublisher`.
public typealias LawInputMaybe = TraitPublishers.UncheckedMaybe<LawUpstream<TestFailure>>

/// An input of the law kit that is a maybe.
extension TraitPublishers.UncheckedMaybe where Upstream == LawUpstream<TestFailure> {
    /// The virtual time of the run, for operators that need a scheduler.
    public var scheduler: TestScheduler { upstream.scheduler }
}

/// Inputs of a publisher under test that all keep the promise of `MaybePublisher`: `[.maybe]`, or `[.maybe, .maybe]`.
public struct LawMaybeInputs: Sendable, ExpressibleByArrayLiteral {
    /// The promise of each input.
    public enum Promise: Sendable {
        /// A value and the end, the end alone, a failure alone, or silence.
        case maybe
    }

    let all: LawInputs

    /// Creates an input for each promise.
    public init(arrayLiteral promises: Promise...) { all = LawInputs(promises.map { _ in .maybe }) }
}

/// An input of a publisher under test that the compiler knows to keep the promise of `ImmediatePublisher`.
public typealias LawInputImmediate = TraitPublishers.UncheckedImmediate<LawUpstream<TestFailure>>

/// An input of the law kit that has a value or a failure immediately.
extension TraitPublishers.UncheckedImmediate where Upstream == LawUpstream<TestFailure> {
    /// The virtual time of the run, for operators that need a scheduler.
    public var scheduler: TestScheduler { upstream.scheduler }
}

/// Inputs of a publisher under test that all keep the promise of `ImmediatePublisher`: `[.immediate]`, or
/// `[.immediate, .immediate]`.
public struct LawImmediateInputs: Sendable, ExpressibleByArrayLiteral {
    /// The promise of each input.
    public enum Promise: Sendable {
        /// A failure or a value synchronously.
        case immediate
    }

    let all: LawInputs

    /// Creates an input for each promise.
    public init(arrayLiteral promises: Promise...) { all = LawInputs(promises.map { _ in .immediate }) }
}
