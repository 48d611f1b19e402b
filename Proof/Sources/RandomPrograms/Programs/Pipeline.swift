import Foundation
@_spi(Proof) import TraitsTesting

/// A publisher as a value: a source, or an operator over others.
///
/// The last inputs of operators such as `flatMap` are no inputs but children: they are made again for each value,
/// which the source named `value` in them sends.
struct Pipeline: Hashable {
    /// The name of an ``Operation``.
    var name: String
    /// The parameters, within the operation's limits.
    var numbers: [Int]
    var inputs: [Pipeline]
    /// The program's acts in closures of this operator or source, and right behind it.
    var deeds: [Deed] = []

    init(_ name: String, _ numbers: Int..., over inputs: [Pipeline] = []) {
        self.init(name, numbers, inputs)
    }

    init(_ name: String, _ numbers: [Int], _ inputs: [Pipeline]) {
        self.name = name
        self.numbers = numbers
        self.inputs = inputs
    }

    /// An operator over this pipeline, the other inputs of which are given.
    func then(_ name: String, _ numbers: Int..., with others: Pipeline...) -> Pipeline {
        Pipeline(name, numbers, [self] + others)
    }

    /// The same pipeline, in which a closure also does something.
    func acting(in place: Deed.Place, at call: Int = 1, _ acts: Program.Act...) -> Pipeline {
        var pipeline = self
        pipeline.deeds.append(Deed(place: place, call: call, acts: acts))
        return pipeline
    }

    var operation: Operation { Operation.named(name) }

    /// The number of operators and sources.
    var size: Int { inputs.reduce(1) { $0 + $1.size } }

    var names: Set<String> { inputs.reduce([name]) { $0.union($1.names) } }

    /// Indicates whether some closure does more than it is for.
    var acts: Bool { !deeds.isEmpty || inputs.contains { $0.acts } }

    /// As a user would write it.
    var swift: String {
        var text = operation.text
        for (index, number) in numbers.enumerated() {
            text = text.replacingOccurrences(of: "#\(index)", with: "\(number)")
        }
        for (index, input) in inputs.enumerated().dropFirst(operation.isSource ? 0 : 1) {
            text = text.replacingOccurrences(of: "@\(index)", with: input.swift)
        }
        text += deeds.map { $0.swift }.joined()
        return operation.isSource ? text : "\(inputs[0].swift).\(text)"
    }

    /// The expression that makes this value.
    var source: String {
        let numbers = numbers.map { ", \($0)" }.joined()
        let deeds = deeds.map { $0.source }.joined()
        guard let first = inputs.first, !operation.isSource else {
            return "Pipeline(\"\(name)\"\(numbers))\(deeds)"
        }
        let others = inputs.dropFirst().map { $0.source }.joined(separator: ", ")
        return
            "\(first.source).then(\"\(name)\"\(numbers)\(others.isEmpty ? "" : ", with: \(others)"))\(deeds)"
    }
}
