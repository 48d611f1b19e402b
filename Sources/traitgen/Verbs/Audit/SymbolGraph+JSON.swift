import TraitgenCore

extension SymbolGraph {
    /// Reads a file that `swift symbolgraph-extract` wrote; nil if it isn't one. It keeps types, methods and
    /// initialisers.
    init?(_ scanner: JSONScanner) {
        self.init(symbols: [], conformances: [:])
        var parts: Set<String> = []
        var module: String?
        do throws(JSONScanner.Fault) {
            try scanner.object { (part) throws(JSONScanner.Fault) in
                parts.insert(part)
                switch part {
                case "symbols": try scanner.array { () throws(JSONScanner.Fault) in try readSymbol(scanner) }
                case "relationships":
                    try scanner.array { () throws(JSONScanner.Fault) in try readRelation(scanner) }
                case "module": module = try Self.text("name", scanner)
                default: try scanner.skip()
                }
            }
        } catch {
            return nil
        }
        guard parts.isSuperset(of: ["symbols", "relationships"]), scanner.isAtEnd else { return nil }
        for index in symbols.indices { symbols[index].module = module }
    }

    private mutating func readSymbol(_ scanner: JSONScanner) throws(JSONScanner.Fault) {
        var symbol = Symbol(id: "", kind: "", name: "", parameters: [])
        var maker = Maker(kind: "", name: "", parameters: [], returned: nil)
        var declaration = ""
        try scanner.object { (key) throws(JSONScanner.Fault) in
            switch key {
            case "kind": symbol.kind = try Self.text("identifier", scanner)
            case "identifier": symbol.id = try Self.text("precise", scanner)
            case "pathComponents":
                var names: [String] = []
                try scanner.array { () throws(JSONScanner.Fault) in names.append(try scanner.string()) }
                symbol.name = names.joined(separator: ".")
            case "swiftGenerics", "swiftExtension":
                try Self.readGenerics(of: &symbol, &maker.constraints, scanner)
            case "functionSignature": try Self.readSignature(of: &maker, scanner)
            case "declarationFragments":
                declaration = try Self.fragments(scanner).map(\.spelling).joined()
            default: try scanner.skip()
            }
        }
        guard !symbol.id.isEmpty, !symbol.kind.isEmpty, !symbol.name.isEmpty else {
            throw JSONScanner.Fault()
        }
        if symbol.isType { symbols.append(symbol) }
        if symbol.kind == "swift.protocol" { protocols.insert(symbol.name) }
        // Each type is listed with all methods of its protocols, the library's own and others.
        if symbol.id.contains("::SYNTHESIZED::") { return }
        if ["swift.init", "swift.method"].contains(symbol.kind) {
            (maker.kind, maker.name, maker.generics) = (symbol.kind, symbol.name, symbol.parameters)
            maker.hasDefault = Self.elements(of: declaration).map { $0.contains(" = ") }
            makers.append(maker)
        }
        if symbol.kind == "swift.enum.case" {
            cases.append(Case(name: symbol.name, payload: Self.elements(of: declaration)))
        }
    }

    /// Reads the parameters and the returned type.
    private static func readSignature(of maker: inout Maker, _ scanner: JSONScanner) throws(JSONScanner.Fault)
    {
        try scanner.object { (key) throws(JSONScanner.Fault) in
            switch key {
            case "parameters":
                try scanner.array { () throws(JSONScanner.Fault) in
                    var text = ""
                    try scanner.object { (key) throws(JSONScanner.Fault) in
                        if key == "declarationFragments" {
                            text = try fragments(scanner).map(\.spelling).joined()
                        } else {
                            try scanner.skip()
                        }
                    }
                    // `name: Type`
                    maker.parameters.append(String(text.drop { $0 != ":" }.dropFirst().drop { $0 == " " }))
                }
            case "returns":
                // In `Publishers.Map<Self, T>` the last name before the arguments is the type.
                let fragments = try fragments(scanner)
                maker.returned = fragments.prefix { !$0.spelling.contains("<") }.last { $0.id != nil }?.id
                maker.arguments = Self.arguments(of: fragments.map(\.spelling).joined())
            default: try scanner.skip()
            }
        }
    }

    /// The generic arguments in the text of a type, without those of its arguments.
    private static func arguments(of type: String) -> [String] {
        var (arguments, depth) = ([String](), 0)
        for character in type.drop(while: { $0 != "<" }) {
            if character == ">" || character == ")" { depth -= 1 }
            if depth == 0 { arguments.append("") }
            if depth == 1, character == "," {
                arguments.append("")
            } else if depth > 0, !character.isWhitespace {
                arguments[arguments.count - 1].append(character)
            }
            if character == "<" || character == "(" { depth += 1 }
        }
        // The last bracket has begun one more.
        return Array(arguments.dropLast())
    }

    /// The parts of the first list in parentheses, such as the parameters of a declaration; empty if there is none.
    private static func elements(of declaration: String) -> [String] {
        var (elements, depth, last) = ([String](), 0, Character(" "))
        for character in declaration.drop(while: { $0 != "(" }) {
            // The arrow of a closure closes nothing.
            let isArrow = last == "-" && character == ">"
            if ")]}".contains(character) || character == ">" && !isArrow { depth -= 1 }
            if depth == 0, character == ")" { break }
            if depth == 1, character == "," || elements.isEmpty {
                elements.append("")
                if character != "," { elements[0].append(character) }
            } else if depth > 0 {
                elements[elements.count - 1].append(character)
            }
            if "([{<".contains(character) { depth += 1 }
            last = character
        }
        return elements.map { String($0.drop { $0 == " " }) }
    }

    /// The parts of a declaration, with the mangled names of types.
    private static func fragments(
        _ scanner: JSONScanner
    ) throws(JSONScanner.Fault) -> [(spelling: String, id: String?)] {
        var fragments: [(spelling: String, id: String?)] = []
        try scanner.array { () throws(JSONScanner.Fault) in
            var fragment = (spelling: "", id: String?.none)
            try scanner.object { (key) throws(JSONScanner.Fault) in
                switch key {
                case "spelling": fragment.spelling = try scanner.string()
                case "preciseIdentifier": fragment.id = try scanner.string()
                default: try scanner.skip()
                }
            }
            fragments.append(fragment)
        }
        return fragments
    }

    private static func readGenerics(
        of symbol: inout Symbol, _ constraints: inout [Constraint], _ scanner: JSONScanner
    ) throws(JSONScanner.Fault) {
        try scanner.object { (key) throws(JSONScanner.Fault) in
            switch key {
            case "parameters":
                try scanner.array { () throws(JSONScanner.Fault) in
                    symbol.parameters.append(try text("name", scanner))
                }
            case "constraints":
                try scanner.array { () throws(JSONScanner.Fault) in
                    let texts = try texts(scanner)
                    guard let kind = texts["kind"], let left = texts["lhs"], let right = texts["rhs"] else {
                        return
                    }
                    constraints.append(Constraint(kind: kind, left: left, right: right))
                    if kind == "conformance" { symbol.requirements[left, default: []].insert(right) }
                }
            default: try scanner.skip()
            }
        }
    }

    private mutating func readRelation(_ scanner: JSONScanner) throws(JSONScanner.Fault) {
        var kind: String?
        var source: String?
        var target: String?
        try scanner.object { (key) throws(JSONScanner.Fault) in
            switch key {
            case "kind": kind = try scanner.string()
            case "source": source = try scanner.string()
            case "target": target = try scanner.string()
            default: try scanner.skip()
            }
        }
        guard let kind, let source, let target else { throw JSONScanner.Fault() }
        if kind == "conformsTo" { conformances[source, default: []].insert(target) }
    }

    /// Reads one string of an object.
    private static func text(_ name: String, _ scanner: JSONScanner) throws(JSONScanner.Fault) -> String {
        var found: String?
        try scanner.object { (key) throws(JSONScanner.Fault) in
            if key == name { found = try scanner.string() } else { try scanner.skip() }
        }
        guard let found else { throw JSONScanner.Fault() }
        return found
    }

    /// Reads the strings of a constraint.
    private static func texts(_ scanner: JSONScanner) throws(JSONScanner.Fault) -> [String: String] {
        var found: [String: String] = [:]
        try scanner.object { (key) throws(JSONScanner.Fault) in
            switch key {
            case "kind", "lhs", "rhs": found[key] = try scanner.string()
            default: try scanner.skip()
            }
        }
        return found
    }
}
