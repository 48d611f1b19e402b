import TraitgenCore

/// A first table of a module, from its symbol graph: a row for each publisher, with an open rule, and with a sample if the
/// graph allows it.
struct FirstTable {
    /// The rows; empty if the tables know all publishers.
    private(set) var rows: [String] = []
    /// The number of rows without a sample.
    private(set) var unsampled = 0
    private let module: String
    private let imports: [String]

    /// - Parameters:
    ///   - known: models of tables whose publishers need no new rows.
    ///   - imports: the modules that the table imports.
    init(module: String, _ graph: SymbolGraph, known: [Model], imports: [String]) {
        self.module = module
        self.imports = imports
        let traits = known.flatMap(\.allTraits)
        let done = Set(known.flatMap { $0.rows + $0.importedRows }.map(\.type))
            .union(Audit.family(of: traits))
        var bases = Set(traits.map(\.name))
        bases.insert("Publisher")
        let types = graph.publishers(of: known.first?.backend ?? .traitsRuntime)
            .filter { !done.contains($0.name) }.sorted { $0.name < $1.name }
        for type in types {
            // The outer publisher comes first in a row, in any order of the type's parameters.
            let publishers = type.parameters.filter { !(type.requirements[$0] ?? []).isDisjoint(with: bases) }
            let inputs = publishers.filter { $0 == "Upstream" } + publishers.filter { $0 != "Upstream" }
            var head = inputs.isEmpty ? "source   \(type.name)" : "operator \(type.name)"
            if !inputs.isEmpty, inputs != ["Upstream"] {
                let list = inputs.map { name in
                    let bound = (type.requirements[name] ?? []).intersection(bases).subtracting(["Publisher"])
                    return bound.sorted().first.map { "\(name): \($0)" } ?? name
                }
                head += " (\(list.joined(separator: ", ")))"
            }
            let rule = inputs.isEmpty ? "- - ->" : "anything"
            let sample = Self.sample(of: type, inputs, graph)
            if sample == nil { unsampled += 1 }
            rows.append(
                """
                \(head)   \(rule)
                    \(sample.map { "sample \($0)" } ?? "unsampled because \"its arguments are the author's to choose\"")
                \(sample == nil ? "" : "    unseen because \"\(Row.openReason)\"\n")
                """)
        }
    }

    var text: String {
        """
        // The publishers of \(module). Their rules are open: `anything`, and `- - ->` of sources. With the record of a law run,
        // `traitgen propose` says which rules the samples show. Confirm each: a sample shows what it does, not what it may do.

        \(imports.map { "import \($0)\n" }.joined())
        \(rows.joined(separator: "\n"))
        """
    }

    // MARK: - Samples

    /// An expression that makes the publisher over its inputs, by a method or otherwise by an initialiser; nil if an argument
    /// can't be invented.
    private static func sample(
        of type: SymbolGraph.Symbol, _ inputs: [String], _ graph: SymbolGraph
    ) -> String? {
        let names = inputs.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        for maker in graph.makers where maker.kind == "swift.method" && maker.returned == type.id {
            guard let owner = maker.name.split(separator: ".").first,
                owner == "Publisher" || owner.hasSuffix("Publisher"),
                let name = names.first,
                let arguments = arguments(of: maker, inputs: Array(zip(inputs, names).dropFirst()))
            else { continue }
            return "\(name).\(arguments)"
        }
        for maker in graph.makers
        where maker.kind == "swift.init" && maker.name.hasPrefix(type.name + ".init") {
            guard let arguments = arguments(of: maker, inputs: Array(zip(inputs, names))) else { continue }
            return type.name + arguments.dropFirst("init".count)
        }
        return nil
    }

    /// A call such as `window(size: 2)`, from `window(size:)` and the types of its parameters.
    private static func arguments(of maker: SymbolGraph.Maker, inputs: [(type: String, name: String)])
        -> String?
    {
        guard let name = maker.name.split(separator: ".").last, let open = name.firstIndex(of: "(") else {
            return nil
        }
        let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
        guard labels.count == maker.parameters.count else { return nil }
        var arguments: [String] = []
        // A method has its own generic parameters for publishers, in the order of the type's parameters.
        var rest = inputs[...]
        for (label, type) in zip(labels, maker.parameters) {
            let isPublisher =
                isGeneric(type) && !type.contains(".") && !rest.isEmpty
                && !inputs.contains { $0.type == type }
            let input = isPublisher ? rest.popFirst()?.name : nil
            guard let value = input ?? value(of: type, label: label, inputs, &rest) else { return nil }
            arguments.append(label == "_" ? value : "\(label): \(value)")
        }
        return "\(name[..<open])(\(arguments.joined(separator: ", ")))"
    }

    /// A value of a type for which there is an obvious value. Values of generic types are numbers, as in law tests.
    private static func value(
        of type: String, label: Substring, _ inputs: [(type: String, name: String)],
        _ rest: inout ArraySlice<(type: String, name: String)>
    ) -> String? {
        if let closure = Closure(type) { return value(of: closure, inputs, &rest) }
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
        case _ where isGeneric(type): return "1"
        default: return nil
        }
    }

    /// A closure that returns true, does nothing, or returns its argument or an input.
    private static func value(
        of closure: Closure, _ inputs: [(type: String, name: String)],
        _ rest: inout ArraySlice<(type: String, name: String)>
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

/// The type of a closure, as it is written in a signature.
private struct Closure {
    /// The number of its parameters.
    let parameters: Int
    let result: String

    /// - Returns: `nil` for a type that is no closure.
    init?(_ type: String) {
        guard let open = type.firstIndex(of: "("), type[..<open].allSatisfy({ $0 != "<" && $0 != "[" }) else {
            return nil
        }
        var (depth, commas) = (0, 0)
        var index = open
        repeat {
            let character = type[index]
            // An arrow is no bracket.
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" && type[..<index].last != "-" { depth -= 1 }
            if character == ",", depth == 1 { commas += 1 }
            index = type.index(after: index)
        } while depth > 0 && index < type.endIndex
        guard let arrow = type[index...].firstMatch(of: /^ *(?:async )?(?:throws(?:\([^)]*\))? )?-> (.+)$/)
        else { return nil }
        let inside = type[type.index(after: open)..<type.index(before: index)]
        parameters = inside.allSatisfy(\.isWhitespace) ? 0 : commas + 1
        result = String(arrow.output.1)
    }
}

extension TraitgenCommand {
    /// `traitgen init MODULE --symbol-graph DIR`.
    func start(_ options: Options) throws(UsageError) -> Status {
        guard let module = options.words.first, options.words.count == 1 else {
            throw UsageError("the module is missing", "say `traitgen init App --symbol-graph DIR`")
        }
        let graph = try symbolGraph(options, of: module)
        // A module may have several tables.
        let imports = try options.imports().map(\.module).reduce(into: [String]()) { modules, module in
            if module != options.words[0], !modules.contains(module) { modules.append(module) }
        }
        let modules = imports.isEmpty ? ["TraitsRuntime"] : imports
        // A table that consists of imports knows all rows that the new table sees.
        let header = modules.map { "import \($0)\n" }.joined()
        let path = options.value("--output") ?? "\(module).traits"
        if options.value("--output") != nil, files.read(path) != nil {
            errors("error: there is a file at \(path), and it would be overwritten")
            errors("note: write to another file, or leave `--output` out to see the table")
            return .findings
        }
        let known: Model
        let (backend, paths) = (try options.backend(), try options.imports())
        do throws(DiagnosticsError) {
            known = try Model.build(
                bytes: Array(header.utf8), path: path, backend: backend,
                importer: importer(paths), cache: cache, verdicts: .claimed)
        } catch {
            report(error)
            return .findings
        }
        let table = FirstTable(module: module, graph, known: [known], imports: modules)
        guard !table.rows.isEmpty else {
            errors("\(module) has no publishers without a row")
            return .clean
        }
        if options.value("--output") == nil {
            output(table.text)
        } else {
            do throws(CommandFileError) {
                try files.write(Array(table.text.utf8), to: path)
            } catch {
                errors("error: \(path) can't be written: \(error.reason)")
                return .internal
            }
        }
        let samples = table.rows.count - table.unsampled
        errors("\(table.rows.count) rows, \(samples) with a sample")
        return .clean
    }
}
