import TraitgenCore

/// A first sample of a publisher: a call of a method that returns it, or of an initialiser, with invented arguments.
struct FirstSample {
    /// The reason why there is no sample.
    struct Gap: Error {
        var reason = "its arguments are the author's to choose"
    }

    private typealias Input = (type: String, name: String)

    let text: Result<String, Gap>

    /// - Parameter inputs: The type's parameters that are publishers, the upstream first.
    init(of type: SymbolGraph.Symbol, _ inputs: [String], _ graph: SymbolGraph) {
        let inputs = inputs.map { (type: $0, name: $0.prefix(1).lowercased() + $0.dropFirst()) }
        var gap = Gap()
        for maker in graph.makers where maker.makes(type) {
            do throws(Gap) {
                let isMethod = maker.kind == "swift.method"
                if isMethod, inputs.isEmpty { continue }
                text = .success(
                    isMethod
                        ? try Self.call(of: maker, type, inputs) : try Self.creation(of: type, maker, inputs))
                return
            } catch {
                gap = error
            }
        }
        text = .failure(gap)
    }

    // MARK: - Calls

    /// A call of an operator's method.
    private static func call(
        of maker: SymbolGraph.Maker, _ type: SymbolGraph.Symbol, _ inputs: [Input]
    ) throws(Gap) -> String {
        // The compiler infers a method's parameters from arguments, or from the upstream's values.
        let known = maker.parameters + maker.constraints.filter { $0.left == "Self.Output" }.map(\.right)
        if let open = maker.generics.first(where: { name in !known.contains { $0.hasWord(name) } }) {
            throw Gap(reason: "no argument of its method tells the type \(open)")
        }
        let upstream = try InputFit("Self", maker.constraints + type.bounds(of: inputs[0].type))
        var others = Array(inputs.dropFirst())
        for index in others.indices {
            others[index].name = try InputFit(others[index].type, maker.constraints)
                .expression(others[index].name)
        }
        let arguments = try arguments(of: maker, inputs: others, upstream)
        return upstream.expression(inputs[0].name) + "." + arguments
    }

    /// A call of an initialiser, with the type's arguments if nothing else tells them.
    private static func creation(
        of type: SymbolGraph.Symbol, _ maker: SymbolGraph.Maker, _ inputs: [Input]
    ) throws(Gap) -> String {
        var (fit, inputs) = (InputFit(), inputs)
        for index in inputs.indices {
            let own = try InputFit(inputs[index].type, maker.constraints)
            inputs[index].name = own.expression(inputs[index].name)
            if index == 0 { fit = own }
        }
        let arguments = try arguments(of: maker, inputs: inputs, fit).dropFirst("init".count)
        let isTold = type.parameters.allSatisfy { name in maker.parameters.contains { $0.hasWord(name) } }
        if isTold { return type.name + arguments }
        let types = try type.parameters.map { (name) throws(Gap) in
            if inputs.contains(where: { $0.type == name }) {
                if fit.isPlain { return name }
                throw Gap(reason: "its initialiser doesn't tell the types of its inputs")
            }
            let bounds = maker.constraints.filter { $0.left == name }
            if bounds.contains(where: { $0.right == "Scheduler" }) { return "TestScheduler" }
            if name == "Failure" || bounds.contains(where: { $0.right.isError }) { return "TestError" }
            guard bounds.allSatisfy({ InputFit.numberKeeps($0) }) else {
                throw Gap(reason: "no argument of its initialiser tells the type \(name)")
            }
            return "Int"
        }
        return "\(type.name)<\(types.joined(separator: ", "))>\(arguments)"
    }

    /// A call such as `window(size: 2)`, from `window(size:)` and the types of its parameters.
    private static func arguments(
        of maker: SymbolGraph.Maker, inputs: [Input], _ upstream: InputFit
    ) throws(Gap) -> String {
        guard let name = maker.name.split(separator: ".").last, let open = name.firstIndex(of: "(") else {
            throw Gap()
        }
        let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
        guard labels.count == maker.parameters.count else { throw Gap() }
        var arguments: [String] = []
        // A method has its own generic parameters for publishers, in the order of the type's parameters.
        var rest = inputs[...]
        for (label, type) in zip(labels, maker.parameters) {
            let isPublisher =
                isGeneric(type) && !type.contains(".") && !rest.isEmpty
                && !inputs.contains { $0.type == type }
            var input: String?
            if isPublisher, let name = rest.popFirst()?.name {
                input = try InputFit(type, maker.constraints).expression(name)
            }
            let bounds = maker.constraints.filter { $0.left == type }
            guard let value = input ?? value(of: type, label: label, bounds, inputs, &rest, upstream) else {
                throw Gap()
            }
            arguments.append(label == "_" ? value : "\(label): \(value)")
        }
        return "\(name[..<open])(\(arguments.joined(separator: ", ")))"
    }

    // MARK: - Values

    /// A value of a type for which there is an obvious value. Values of generic types are numbers, as in law tests.
    private static func value(
        of type: String, label: Substring, _ bounds: [SymbolGraph.Constraint], _ inputs: [Input],
        _ rest: inout ArraySlice<Input>, _ upstream: InputFit
    ) -> String? {
        if let closure = SignatureClosure(type) { return value(of: closure, inputs, &rest) }
        if let input = inputs.first(where: { $0.type == type }) { return input.name }
        switch type {
        case "Int", "UInt": return "2"
        case "Double", "Float": return "1"
        case "Bool": return "true"
        case "String": return "\"a\""
        case "Subscribers.Demand": return ".unlimited"
        case _ where type.hasSuffix("?"): return "nil"
        case _ where isStride(type): return "1"
        case _ where label == "scheduler": return "scheduler"
        case _ where type == "Output" || type.hasSuffix(".Output"): return upstream.value
        case _ where type == "Failure" || bounds.contains { $0.right.isError }: return "TestError()"
        case _ where isGeneric(type): return bounds.allSatisfy(InputFit.numberKeeps) ? "1" : nil
        default: return nil
        }
    }

    /// A closure that returns true, does nothing, or returns its argument or an input.
    private static func value(
        of closure: SignatureClosure, _ inputs: [Input], _ rest: inout ArraySlice<Input>
    ) -> String? {
        let count = closure.parameters
        let head = count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ") + " in "
        let result = closure.result
        switch result {
        case "Bool": return "{ \(head)true }"
        case "Void", "()": return "{ \(head)}"
        case _ where isStride(result): return "{ \(head)1 }"
        case _ where result.count <= 2 && !rest.isEmpty:
            // The closure makes an input for which the method has no other parameter.
            return rest.popFirst().map { "{ \(head)\($0.name) }" }
        case _ where count > 0 && isGeneric(result.hasSuffix("?") ? String(result.dropLast()) : result):
            return "{ $\(count - 1) }"
        case _ where result.hasSuffix("?"): return "{ \(head)nil }"
        default:
            guard let input = inputs.first(where: { $0.type == result }) else { return nil }
            return "{ \(head)\(input.name) }"
        }
    }

    private static func isStride(_ type: String) -> Bool { type.hasSuffix(".SchedulerTimeType.Stride") }

    /// Indicates whether a name is most likely a generic parameter for values.
    private static func isGeneric(_ type: String) -> Bool {
        type.count <= 2 || ["Output", "Result", "Element"].contains(type) || type.hasSuffix(".Output")
    }
}

extension SymbolGraph.Symbol {
    /// The protocols that a type requires of the types of its upstream. A method that returns the type doesn't repeat them.
    fileprivate func bounds(of upstream: String) -> [SymbolGraph.Constraint] {
        requirements.keys.sorted().filter { $0.hasPrefix(upstream + ".") }.flatMap { name in
            (requirements[name] ?? []).sorted().map {
                .init(kind: "conformance", left: "Self" + name.dropFirst(upstream.count), right: $0)
            }
        }
    }
}

extension SymbolGraph.Maker {
    /// Indicates whether it is a method of publishers that returns the type, or an initialiser of the type.
    fileprivate func makes(_ type: SymbolGraph.Symbol) -> Bool {
        if kind == "swift.init" { return name.hasPrefix(type.name + ".init") }
        guard kind == "swift.method", returned == type.id, let owner = name.split(separator: ".").first else {
            return false
        }
        return owner == "Publisher" || owner.hasSuffix("Publisher")
    }
}

extension String {
    fileprivate var isError: Bool { self == "Error" || self == "Swift.Error" }

    /// Indicates whether the name occurs in the text of a type.
    fileprivate func hasWord(_ name: String) -> Bool {
        split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
    }
}
