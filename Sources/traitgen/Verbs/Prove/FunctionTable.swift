import TraitgenCore

/// Rows for methods of publishers that return an erased publisher, or one of the stream library: such a publisher has no type of
/// the module, so each method gets a type that calls it.
struct FunctionTable {
    /// The method, and the type that stands for it.
    private struct Function {
        let name: String
        let inputs: [String]
        /// The call in a sample; nil with the reason.
        let sample: Result<String, FirstSample.Gap>
    }

    private let functions: [Function]
    private let module: String

    init(module: String, _ graph: SymbolGraph, backend: Backend) {
        self.module = module
        let own = Set(graph.symbols.map(\.id))
        var taken: Set<String> = []
        functions = graph.makers.compactMap { maker -> Function? in
            guard maker.isOperator(in: graph), let returned = maker.returned, !own.contains(returned),
                backend.declares(returned), let method = maker.name.split(separator: ".").last
            else { return nil }
            let base = String(method.prefix { $0 != "(" })
            guard base.first?.isLetter == true else { return nil }
            let type = Self.typeName(of: base)
            let others = maker.generics.filter(maker.isPublisher)
            let inputs =
                others.isEmpty
                ? ["Upstream"] : ["First", "Second", "Third", "Fourth"].prefix(others.count + 1).map(\.self)
            guard inputs.count == others.count + 1 else { return nil }
            // Overloads are counted.
            let numbered = ([""] + (2...99).map(String.init)).lazy.map { type + $0 }
            guard let free = numbered.first(where: { !taken.contains($0) }) else { return nil }
            taken.insert(free)
            let name = "\(ProofPackage.functions).\(free)"
            let names = Row.Sample.names(of: inputs)
            let sample: Result<String, FirstSample.Gap>
            do throws(FirstSample.Gap) {
                let call = try FirstSample.call(
                    of: maker, inputs: zip(["Self"] + others, names).map { (type: $0, name: $1) }, in: graph)
                sample = .success(Self.sample(name, call, inputs: names))
            } catch {
                sample = .failure(error)
            }
            return Function(name: name, inputs: inputs, sample: sample)
        }
    }

    /// The name of a method's type. Names in tables are of ASCII, and some would hide what the wrappers use.
    private static func typeName(of method: String) -> String {
        let plain = method.filter { $0.isASCII }
        let name = plain.prefix(1).uppercased() + plain.dropFirst()
        let taken = [
            "", "Any", "Self", "Type", "Protocol", "Publisher", "AnyPublisher", "Subscriber", "Error",
            "Output", "Failure", "Made", "S", "Upstream", "First", "Second", "Third", "Fourth",
        ]
        return taken.contains(name) ? name + "Operator" : name
    }

    /// The expression that makes a wrapper of a call.
    private static func sample(_ type: String, _ call: String, inputs: [String]) -> String {
        // An input that never fails has a name of its own.
        let names = call.hasWord("infallible") ? ["infallible"] : inputs
        let list = names.joined(separator: ", ")
        return "\(type)(\(list)) { \(list) in \(call) }"
    }

    /// The call inside of a wrapper's sample; the sample itself if it has none.
    static func bareCall(of sample: String) -> String {
        guard sample.hasPrefix(ProofPackage.functions + "."), sample.hasSuffix(" }"),
            let start = sample.firstRange(of: " in ")
        else { return sample }
        return String(sample[start.upperBound...].dropLast(2))
    }

    var isEmpty: Bool { functions.isEmpty }
    var count: Int { functions.count }
    var unsampled: Int {
        functions.count { if case .failure = $0.sample { true } else { false } }
    }

    /// The table of the law tests.
    var table: String {
        var lines = [
            "// The laws of \(module), and a row for each method that returns an erased publisher.", "",
            "import \(module)", "",
        ]
        for function in functions {
            let inputs = function.inputs.count == 1 ? "" : " (\(function.inputs.joined(separator: ", ")))"
            lines.append("operator \(function.name)\(inputs)   anything")
            switch function.sample {
            case .success(let sample):
                lines.append("    sample \(sample)")
                lines.append("    unseen because \"\(Row.openReason)\"")
            case .failure(let gap): lines.append("    unsampled because \"\(gap.reason.quotable)\"")
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    /// The types of the rows, in Swift.
    var wrappers: String {
        var lines = [
            "import Combine", "",
            "/// Publishers that stand for methods of \(module) which return an erased publisher, so that a row can be about each.",
            "enum \(ProofPackage.functions) {",
        ]
        for function in functions {
            let type = function.name.dropFirst(ProofPackage.functions.count + 1)
            let inputs = function.inputs
            let parameters = inputs.map { "\($0): Publisher" }.joined(separator: ", ")
            let values = inputs.map { "_ \($0.lowercased()): \($0)" }.joined(separator: ", ")
            lines.append(
                """
                    struct \(type)<\(parameters), Output, Failure: Error>: Publisher {
                        private let publisher: AnyPublisher<Output, Failure>

                        init<Made: Publisher>(\(values), _ make: (\(inputs.joined(separator: ", "))) -> Made)
                        where Made.Output == Output, Made.Failure == Failure {
                            publisher = make(\(inputs.map { $0.lowercased() }.joined(separator: ", "))).eraseToAnyPublisher()
                        }

                        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                            publisher.receive(subscriber: subscriber)
                        }
                    }

                """)
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }
}

extension SymbolGraph.Maker {
    /// Indicates whether a generic parameter is a publisher. A graph of an extension of `Publisher` doesn't say so, but such a
    /// parameter's values or failures occur.
    fileprivate func isPublisher(_ name: String) -> Bool {
        let types = constraints.flatMap { [$0.left, $0.right] } + parameters + arguments
        return constraints.contains { $0.left == name && $0.kind == "conformance" && $0.right == "Publisher" }
            || ["\(name).Output", "\(name).Failure"].contains { path in types.contains { $0.hasPath(path) } }
    }
}

extension Backend {
    /// Indicates whether the mangled name is that of a publisher of the stream library: an erased one, `some Publisher`, or one
    /// of `Publishers`.
    fileprivate func declares(_ id: String) -> Bool {
        let module = "s:\(declaringModule.utf8.count)\(declaringModule)"
        return ["12AnyPublisherV", "9PublisherP"].contains { id == module + $0 }
            || id.hasPrefix(module + "10PublishersO")
    }
}
