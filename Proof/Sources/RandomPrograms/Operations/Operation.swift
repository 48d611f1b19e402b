import Foundation
import TraitsRuntime

/// A kind of source or operator that programs are made of, and the rows of the tables that it stands for.
///
/// What it is on the streams and in the reference stand in functions beside the lists: `real` and `model`.
struct Operation {
    enum Inputs: Hashable {
        /// A source.
        case none
        case one
        /// Its upstream, and another publisher.
        case two
        /// Its upstream, and a publisher that is made each time, of a value or a failure's code.
        case child
    }

    let name: String
    let rows: [String]
    let inputs: Inputs
    let limits: [Range<Int>]
    /// Swift, in which `#0` is the first number and `@1` the second input.
    let text: String
    /// Why the reference says nothing about it, if so. Then the paths are compared with each other alone.
    var unmodelled: String?
    /// Whether a user writes a closure for it, which may do other things too. That of a future runs when it is made, and
    /// nobody is there; what `zipCompletable` sends, no closure ever gets.
    let takesClosure: Bool

    init(
        _ name: String, _ rows: [String], _ inputs: Inputs, _ limits: [Range<Int>], _ text: String,
        unmodelled: String? = nil
    ) {
        self.name = name
        self.rows = rows.map { $0.hasPrefix("+") ? String($0.dropFirst()) : "Publishers.\($0)" }
        self.inputs = inputs
        self.limits = limits
        self.text = text
        self.unmodelled = unmodelled
        takesClosure = Self.takesClosure(name, text)
    }

    init(_ name: String, _ rows: [String], _ inputs: Inputs, _ text: String, unmodelled: String? = nil) {
        self.init(name, rows, inputs, [], text, unmodelled: unmodelled)
    }

    init(_ name: String, _ rows: [String], _ text: String, unmodelled: String? = nil) {
        self.init(name, rows, .one, [], text, unmodelled: unmodelled)
    }

    var isSource: Bool { inputs == .none }

    private static func takesClosure(_ name: String, _ text: String) -> Bool {
        if ["future", "futureFailing", "zipCompletable"].contains(name) { return false }
        var text = text
        for wrapper in ["asProperty {", "asProperties(with: @1) {", "sameSeveralTimes(#0) {"] {
            text = text.replacingOccurrences(of: wrapper, with: "")
        }
        return ["{", "folded", "SampleCoder"].contains { text.contains($0) }
    }

    static let all: [Operation] =
        sources + mapping + filtering + ending + reducing + combining + flattening + timing + sharing
        + effects
        + traits + properties

    static let sourceNames = all.filter { $0.isSource }.map { $0.name }
    static let operatorNames = all.filter { !$0.isSource }.map { $0.name }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func named(_ name: String) -> Operation {
        guard let operation = byName[name] else { fatalError("there is no operation called \(name)") }
        return operation
    }
}

/// The arguments with which an operation makes a publisher.
struct RealCall {
    let world: RealWorld
    let name: String
    let numbers: [Int]
    let other: (any Publisher<Int, Fault>)?
    /// The child made of a value.
    let child: ((Int) -> any Publisher<Int, Fault>)?
    /// The value of the source named `value`.
    let value: Int
    /// The code of its closures.
    let user: UserCode

    var n: Int { numbers[0] }
    var m: Int { numbers[1] }
}

/// The arguments with which an operation makes a publisher of the reference.
struct ModelCall {
    let world: ModelWorld
    let name: String
    let numbers: [Int]
    let upstream: Model
    let other: Model
    let child: (Int) -> Model
    let value: Int

    var n: Int { numbers[0] }
    var m: Int { numbers[1] }

    /// An operator with one input.
    func node(_ make: @escaping (any ModelSubscriber) -> ModelNode) -> Model {
        Model { upstream.subscribe(make($0)) }
    }

    /// An operator that looks at one value after the other; the closure makes its memory.
    ///
    /// - Parameter canEnd: Whether it can end the stream. If not, upstream's end is passed on where it comes.
    func stage(canEnd: Bool, _ make: @escaping () -> (Int) throws -> ModelStep) -> Model {
        let model = node { ModelStage($0, make()) }
        return canEnd ? model.endingAfterValues : model
    }

    func each(canEnd: Bool = false, _ step: @escaping (Int) throws -> ModelStep) -> Model {
        stage(canEnd: canEnd) { step }
    }

    func tail(_ tail: @escaping (Fault?, Bool) -> ModelTail.Tail) -> Model { node { ModelTail($0, tail) } }
}

extension Publisher where Failure: Error {
    /// The failure that programs have, where an operator throws any error.
    func faulty() -> Publishers.MapError<Self, Fault> { mapError { $0 as? Fault ?? Fault(-1) } }
}
