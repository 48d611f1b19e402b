import TraitgenCore

/// Invented arguments for a method or an initialiser, and the types that they tell the compiler.
struct SampleArguments {
    /// The call, such as `window(size: 2)`.
    private(set) var call = ""
    /// The types that the arguments tell.
    private var told: [String] = []
    private let maker: SymbolGraph.Maker
    private let inputs: [FirstSample.Input]
    private let upstream: InputFit
    private let graph: SymbolGraph

    /// - Parameters:
    ///   - inputs: The publishers that arguments may be.
    ///   - upstream: The input that sends the values of type `Output`.
    ///   - graph: The module, whose enumerations' cases may be arguments.
    /// - Throws: The reason why there is no call.
    init(
        of maker: SymbolGraph.Maker, inputs: [FirstSample.Input], _ upstream: InputFit,
        in graph: SymbolGraph
    ) throws(FirstSample.Gap) {
        (self.maker, self.inputs, self.upstream, self.graph) = (maker, inputs, upstream, graph)
        guard let name = maker.name.split(separator: ".").last, let open = name.firstIndex(of: "(") else {
            throw FirstSample.Gap()
        }
        let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
        guard labels.count == maker.parameters.count else { throw FirstSample.Gap() }
        var arguments: [String] = []
        for (index, (label, type)) in zip(labels, maker.parameters).enumerated() {
            let value: String
            do throws(FirstSample.Gap) {
                value = try argument(of: type, label: label)
            } catch {
                // Nothing is invented for a parameter that has a value already. No law run waits for a queue.
                if ["RunLoop", "DispatchQueue", "OperationQueue"].contains(type) {
                    throw FirstSample.Gap(reason: "it works in the time of a \(type)")
                }
                if index < maker.hasDefault.count, maker.hasDefault[index] { continue }
                throw error
            }
            arguments.append(label == "_" ? value : "\(label): \(value)")
        }
        call = "\(name[..<open])(\(arguments.joined(separator: ", ")))"
    }

    /// Indicates whether the arguments tell the compiler a generic parameter.
    func tells(_ name: String) -> Bool { told.contains { $0.hasWord(name) } }

    private mutating func argument(of type: String, label: Substring) throws(FirstSample.Gap) -> String {
        if let closure = SignatureClosure(type) {
            guard let value = value(of: closure) else { throw FirstSample.Gap() }
            return value
        }
        guard let value = value(of: type, label: label) else { throw FirstSample.Gap() }
        if value != "nil" { told.append(type) }
        return value
    }

    /// A value of a type for which there is an obvious value. Values of generic types are numbers, as in law tests.
    private func value(of type: String, label: Substring) -> String? {
        if let input = inputs.first(where: { $0.type == type || "\($0.type)..." == type }) {
            return input.name
        }
        if let input = inputs.first(where: { "[\($0.type)]" == type }) { return "[\(input.name)]" }
        let bounds = maker.constraints.filter { $0.left == type }
        let known = maker.fixedType(of: type)
        switch type {
        case "Int", "UInt": return "2"
        case "Double", "Float", "TimeInterval": return "1"
        case "Bool": return "true"
        case "String": return "\"a\""
        case "Subscribers.Demand": return ".unlimited"
        case _ where type.hasSuffix(".Type") && isValue(String(type.dropLast(".Type".count))):
            return "Int.self"
        case _ where type.hasSuffix("?"): return "nil"
        case _ where isStride(type): return "1"
        case _ where label == "scheduler": return "scheduler"
        case _ where type.hasSuffix(".Output"): return upstream.value
        case _ where known != nil: return known.flatMap { value(of: $0, label: label) }
        case "Output": return upstream.value
        case _ where type == "Failure" || bounds.contains { $0.right.isError }: return "TestError()"
        case _ where isValue(type): return "1"
        default: return graph.plainCase(of: type).map { "." + $0 }
        }
    }

    /// A closure that returns true, does nothing, or returns its argument, a number or an input.
    private mutating func value(of closure: SignatureClosure) -> String? {
        let count = closure.parameters.count
        let head = count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ") + " in "
        let result = closure.result
        // A type that occurs among the closure's parameters has to be known before its body is.
        func tell(_ type: String) {
            if !closure.parameters.contains(where: { $0.hasPath(type) }) { told.append(type) }
        }
        switch result {
        case "Bool": return "{ \(head)true }"
        case "Void", "()": return "{ \(head)}"
        case _ where isStride(result): return "{ \(head)1 }"
        case _ where inputs.contains { $0.type == result }:
            told.append(result)
            return inputs.first { $0.type == result }.map { "{ \(head)\($0.name) }" }
        case _ where count > 0 && isValue(result.hasSuffix("?") ? String(result.dropLast()) : result):
            tell(result.hasSuffix("?") ? String(result.dropLast()) : result)
            return "{ $\(count - 1) }"
        case _ where isValue(result):
            tell(result)
            return upstream.value.map { "{ \($0) }" }
        case _ where result.hasSuffix("?"): return "{ \(head)nil }"
        default:
            if let success = closure.success, isValue(success) {
                tell(success)
                return count > 0
                    ? "{ .success($\(count - 1)) }" : upstream.value.map { "{ .success(\($0)) }" }
            }
            return nil
        }
    }

    private func isStride(_ type: String) -> Bool { type.hasSuffix(".SchedulerTimeType.Stride") }

    /// Indicates whether a number can be a value of the type.
    private func isValue(_ type: String) -> Bool {
        type == "Output" || type.hasSuffix(".Output")
            || maker.generics.contains(type)
                && maker.constraints.allSatisfy { $0.left != type || maker.numberKeeps($0) }
    }
}
