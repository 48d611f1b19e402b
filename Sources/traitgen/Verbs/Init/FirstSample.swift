import TraitgenCore

/// A first sample of a publisher: a call of a method that returns it, or of an initialiser, with invented arguments.
struct FirstSample {
    /// The reason why there is no sample.
    struct Gap: Error {
        var reason = "its arguments are the author's to choose"
    }

    typealias Input = (type: String, name: String)

    let text: Result<String, Gap>

    /// - Parameters:
    ///   - inputs: The type's parameters that are publishers, the upstream first.
    ///   - name: The type's name in an expression; with its module if the name alone is ambiguous.
    init(of type: SymbolGraph.Symbol, named name: String, _ inputs: [String], _ graph: SymbolGraph) {
        let inputs = zip(inputs, Row.Sample.names(of: inputs)).map { (type: $0, name: $1) }
        var gap = Gap(reason: "no method of publishers returns it, and it has no public initialiser")
        var other: String?
        for maker in graph.makers where maker.makes(type, in: graph) {
            do throws(Gap) {
                let isMethod = maker.kind == "swift.method"
                if isMethod, inputs.isEmpty { continue }
                let call =
                    isMethod
                    ? try Self.call(of: maker, type, inputs, graph)
                    : try Self.creation(of: type, named: name, maker, inputs, graph)
                // An overload may leave an input out.
                if inputs.dropFirst().allSatisfy({ call.hasWord($0.name) }) {
                    text = .success(call)
                    return
                }
                if other == nil { other = call }
            } catch {
                gap = error
            }
        }
        text = other.map { .success($0) } ?? .failure(gap)
    }

    // MARK: - Calls

    /// A call of an operator's method.
    private static func call(
        of maker: SymbolGraph.Maker, _ type: SymbolGraph.Symbol, _ inputs: [Input], _ graph: SymbolGraph
    ) throws(Gap) -> String {
        // A method has its own generic parameters for publishers, which are arguments of the type that it returns.
        let arguments = Dictionary(zip(type.parameters, maker.arguments)) { first, _ in first }
        let own = inputs.map { (type: arguments[$0.type] ?? $0.type, name: $0.name) }
        return try call(of: maker, inputs: own, bounds: type.bounds(of: inputs[0].type), in: graph)
    }

    /// A call of a method of publishers.
    ///
    /// - Parameters:
    ///   - inputs: The method's upstream, and its generic parameters that are publishers.
    ///   - bounds: Requirements of the upstream that the method doesn't repeat.
    ///   - graph: The module.
    static func call(
        of maker: SymbolGraph.Maker, inputs: [Input], bounds: [SymbolGraph.Constraint] = [],
        in graph: SymbolGraph
    ) throws(Gap) -> String {
        var bound = maker
        bound.constraints += bounds
        // A method of a trait needs an input that keeps the trait.
        if let owner = maker.name.split(separator: ".").first, owner != "Publisher" {
            if graph.isForeignToInputs(String(owner)) {
                throw Gap(reason: "the law kit's inputs don't have Self: \(owner)")
            }
            bound.constraints.insert(
                .init(kind: "conformance", left: "Self", right: String(owner)), at: 0)
        }
        let upstream = try InputFit("Self", bound, in: graph)
        let others = try inputs.dropFirst().map { (input) throws(Gap) -> Input in
            (input.type, try InputFit(input.type, maker, in: graph).expression(input.name))
        }
        let call = try SampleArguments(of: maker, inputs: others, upstream, in: graph)
        // The compiler infers a method's parameters from arguments, or from the upstream's values.
        let values = maker.constraints.filter { $0.left == "Self.Output" }.map(\.right)
        let open = maker.generics.first { name in
            !call.tells(name) && !values.contains { $0.hasWord(name) }
        }
        if let open { throw Gap(reason: "no argument of its method tells the type \(open)") }
        return try checked(upstream.expression(inputs[0].name) + "." + call.call, inputs)
    }

    /// - Throws: The reason why a call isn't one of a law test.
    private static func checked(_ call: String, _ inputs: [Input]) throws(Gap) -> String {
        if inputs.count > 1, call.hasWord("infallible") {
            throw Gap(reason: "the law kit has no two inputs of which one never fails")
        }
        return call
    }

    /// A call of an initialiser, with the type's arguments if nothing else tells them.
    private static func creation(
        of type: SymbolGraph.Symbol, named name: String, _ maker: SymbolGraph.Maker, _ inputs: [Input],
        _ graph: SymbolGraph
    ) throws(Gap) -> String {
        var (fit, inputs) = (InputFit(), inputs)
        for index in inputs.indices {
            let own = try InputFit(inputs[index].type, maker, in: graph)
            inputs[index].name = own.expression(inputs[index].name)
            if index == 0 { fit = own }
        }
        let arguments = try SampleArguments(of: maker, inputs: inputs, fit, in: graph)
        let list = arguments.call.dropFirst("init".count)
        if type.parameters.allSatisfy(arguments.tells) { return try checked(name + list, inputs) }
        let types = try type.parameters.map { (name) throws(Gap) in
            if inputs.contains(where: { $0.type == name }) {
                if fit.isPlain { return name }
                throw Gap(reason: "its initialiser doesn't tell the types of its inputs")
            }
            if let known = maker.fixedType(of: name) { return known }
            let bounds = maker.constraints.filter { $0.left == name }
            if bounds.contains(where: { $0.right == "Scheduler" }) {
                let isAmbiguous = graph.symbols.contains { $0.name == "TestScheduler" }
                return isAmbiguous ? "TraitsTesting.TestScheduler" : "TestScheduler"
            }
            if name == "Failure" || bounds.contains(where: { $0.right.isError }) { return "TestError" }
            guard bounds.allSatisfy(maker.numberKeeps) else {
                throw Gap(reason: "no argument of its initialiser tells the type \(name)")
            }
            return "Int"
        }
        return try checked("\(name)<\(types.joined(separator: ", "))>\(list)", inputs)
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
    /// The type that a requirement such as `Failure == Never` fixes; nil without one, or if it names a generic parameter.
    func fixedType(of name: String) -> String? {
        constraints.first { constraint in
            constraint.left == name && constraint.kind == "sameType"
                && !(generics + ["Self"]).contains(where: constraint.right.hasWord)
        }?.right
    }

    /// Indicates whether numbers meet a constraint, and so do the kit's errors if it is a common protocol.
    func numberKeeps(_ constraint: SymbolGraph.Constraint) -> Bool {
        if constraint.kind == "sameType" {
            return constraint.right == "Int"
                || generics.contains(constraint.right)
                    && constraints.allSatisfy {
                        $0.left != constraint.right || $0.kind == "sameType" || numberKeeps($0)
                    }
        }
        return [
            "Equatable", "Hashable", "Comparable", "Sendable", "Copyable", "Escapable", "SendableMetatype",
            "AdditiveArithmetic", "Numeric", "SignedNumeric", "Strideable", "BinaryInteger",
            "SignedInteger", "FixedWidthInteger", "CustomStringConvertible", "LosslessStringConvertible",
            "Encodable", "Decodable", "Codable", "ExpressibleByIntegerLiteral",
        ].contains(constraint.right)
    }

    /// Indicates whether it is a method of publishers that returns the type, or an initialiser of the type.
    fileprivate func makes(_ type: SymbolGraph.Symbol, in graph: SymbolGraph) -> Bool {
        if kind == "swift.init" { return name.hasPrefix(type.name + ".init") }
        return returned == type.id && isOperator(in: graph)
    }

    /// Indicates whether it is a method of publishers. The graph lists the methods of a protocol for each type that conforms, too.
    func isOperator(in graph: SymbolGraph) -> Bool {
        guard kind == "swift.method", let owner = name.split(separator: ".").first else { return false }
        return owner == "Publisher"
            || owner.hasSuffix("Publisher") && !graph.symbols.contains { $0.name == owner }
    }
}

extension String {
    var isError: Bool { self == "Error" || self == "Swift.Error" }

    /// Indicates whether the name occurs in the text of a type.
    func hasWord(_ name: String) -> Bool {
        split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
    }

    /// Indicates whether the path, such as `Output`, occurs in the text of a type; `Self.Output` is another path.
    func hasPath(_ path: String) -> Bool {
        split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.contains { $0 == path }
    }
}
