/// The conformances that a Swift source states, as far as they can be read without a compiler.
///
/// It reads the headers of all extensions and types outside of functions, in all branches of `#if`.
package struct SwiftSource {
    /// A requirement of a `where` clause or of a generic parameter.
    package struct Requirement: Hashable {
        package var left: String
        /// Names of protocols, or the type after `==`.
        package var right: [String]
        package var isEquality = false
        /// A Boolean value that indicates whether generic arguments were dropped, as in `P<Int>`.
        package var isShortened = false

        package var text: String { left + (isEquality ? " == " : ": ") + right.joined(separator: " & ") }
    }

    /// A conformance of a type to a protocol.
    package struct Conformance: Hashable {
        /// The type with its enclosing types, and without arguments.
        package var type: String
        /// The protocol, as written.
        package var name: String
        /// The requirements on the type's parameters, in the conformance and in the type's declaration.
        package var requirements: [Requirement]
        /// A Boolean value that indicates whether the extended type has arguments, as in
        /// `Publishers.Map<Just<Int>, Int>`.
        package var hasArguments: Bool
        package var location: SourceLocation
    }

    package private(set) var conformances: [Conformance] = []
    /// The types that it declares, with their enclosing types, and the places of their names.
    package private(set) var types: [Located<String>] = []
    /// The generic parameters of each type that it declares, without those of enclosing types.
    private(set) var parameters: [String: [String]] = [:]
    /// The types that are said to be publishers.
    package var publishers: [String] {
        conformances.filter { $0.name == "Publisher" || $0.name.hasSuffix(".Publisher") }.map(\.type)
    }
    /// The names of the protocols that each protocol refines.
    package private(set) var protocols: [String: [String]] = [:]
    /// The targets of type aliases.
    package private(set) var aliases: [String: [String]] = [:]
    /// The names of all type aliases, with their enclosing types.
    private(set) var aliasNames: Set<String> = []
    package private(set) var imports: Set<String> = []
    /// The module that the source belongs to; nil if that is unknown.
    package var module: String?
    /// The headers that can't be read, each with an error message.
    package private(set) var faults: [(location: SourceLocation, message: String)] = []

    private let source: SwiftTokens
    package let path: String
    /// The offset at which each line begins.
    private let lines: [Int]
    private var position = 0
    /// The owners of the open braces: the full name of a type, or nil for a body.
    private var scopes: [String?] = []
    private var typeName: String { scopes.last.flatMap { $0 } ?? "" }

    package init(_ bytes: [UInt8], path: String) {
        self.path = path
        source = SwiftTokens(bytes)
        lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        while position < source.tokens.count { readNext() }
    }

    // MARK: - Tokens

    private var token: SwiftTokens.Token? {
        position < source.tokens.count ? source.tokens[position] : nil
    }

    private func isAt(_ text: StaticString) -> Bool {
        guard let token, token.kind == .sign || token.kind == .word else { return false }
        return source.isText(token, text)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        if isAt(text) {
            position += 1
            return true
        }
        return false
    }

    private func location(_ token: SwiftTokens.Token) -> SourceLocation {
        let offset = token.range.lowerBound
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(
            path: path, line: low + 1, column: offset - lines[low] + 1, length: token.range.count)
    }

    private mutating func name() -> String? {
        guard let token, token.kind == .word || token.kind == .quoted else { return nil }
        position += 1
        return source.text(token)
    }

    // MARK: - Declarations

    private mutating func readNext() {
        guard let token else { return }
        position += 1
        if token.kind == .sign {
            if source.isText(token, "{") { scopes.append(nil) }
            if source.isText(token, "}"), !scopes.isEmpty { scopes.removeLast() }
            return
        }
        let isInBody = scopes.last.map { $0 == nil } ?? false
        guard token.kind == .word, !isInBody, !isMember(token) else { return }
        switch source.text(token) {
        case "extension": readExtension(at: token)
        case "struct", "class", "enum", "actor": readType(at: token)
        case "protocol": readProtocol(at: token)
        case "typealias": readAlias()
        case "import": readImport()
        default: break
        }
    }

    /// Indicates whether a keyword is the name of a member, as in `x.class`.
    private func isMember(_ token: SwiftTokens.Token) -> Bool {
        guard position >= 2 else { return false }
        let before = source.tokens[position - 2]
        return before.kind == .sign && source.isText(before, ".")
    }

    private func full(_ name: String) -> String { typeName.isEmpty ? name : "\(typeName).\(name)" }

    private mutating func readImport() {
        // `import struct Module.Type`
        if ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"].contains(
            token.map(source.text) ?? "")
        {
            position += 1
        }
        if let name = name() { imports.insert(name) }
    }

    private mutating func readExtension(at start: SwiftTokens.Token) {
        guard let (name, hasArguments) = readPath() else { return fault(start, "the extended type") }
        readRest(start, full(name), [], hasArguments: hasArguments)
    }

    private mutating func readType(at start: SwiftTokens.Token) {
        let kind = source.text(start)
        // `class func` and `class var` declare members, and `actor` may be an ordinary name.
        guard let first = token, first.kind == .word || first.kind == .quoted,
            first.kind == .quoted
                || !["func", "var", "let", "subscript", "override", "final", "in"]
                    .contains(source.text(first)),
            let name = name(), kind != "actor" || isAt(":") || isAt("{") || isAt("<") || isAt("where")
        else { return }
        types.append(Located(full(name), location(first)))
        var requirements: [Requirement] = []
        if skip("<") {
            guard let list = readParameters() else { return fault(start, "the generic parameters") }
            parameters[full(name), default: []] += list.names
            requirements = list.requirements
        }
        readRest(start, full(name), requirements, hasArguments: false)
    }

    private mutating func readProtocol(at start: SwiftTokens.Token) {
        guard let name = name() else { return }
        if skip("<"), !skipArguments() { return fault(start, "the associated types") }
        var refined: [String] = []
        if skip(":") {
            guard let list = readInheritance() else { return fault(start, "the refined protocols") }
            refined = list.map(\.name)
        }
        guard let requirements = readRequirements() else { return fault(start, "the `where` clause") }
        refined += requirements.filter { $0.left == "Self" && !$0.isEquality }.flatMap(\.right)
        protocols[full(name)] = refined
        openBody()
    }

    private mutating func readAlias() {
        guard let name = name() else { return }
        aliasNames.insert(full(name))
        if skip("<"), !skipArguments() { return }
        guard skip("="), let target = readComposition() else { return }
        // An alias with arguments is a special case of a type; its conformances don't apply to the whole type.
        if !target.isShortened { aliases[full(name)] = target.names }
    }

    /// Reads from the colon to the brace.
    private mutating func readRest(
        _ start: SwiftTokens.Token, _ type: String, _ parameters: [Requirement], hasArguments: Bool
    ) {
        var names: [(name: String, token: SwiftTokens.Token)] = []
        if skip(":") {
            guard let list = readInheritance() else { return fault(start, "the list of protocols") }
            names = list
        }
        guard let requirements = readRequirements() else { return fault(start, "the `where` clause") }
        for (name, token) in names {
            conformances.append(
                Conformance(
                    type: type, name: name, requirements: parameters + requirements,
                    hasArguments: hasArguments, location: location(token)))
        }
        openBody(of: type)
    }

    private mutating func openBody(of type: String? = nil) {
        if skip("{") { scopes.append(type) }
    }

    private mutating func fault(_ start: SwiftTokens.Token, _ what: String) {
        faults.append((location(start), "\(what) can't be read"))
    }

    // MARK: - Names

    /// Reads a name such as `A.B<C>.D` without its arguments, and notes whether there were any.
    private mutating func readPath() -> (name: String, hasArguments: Bool)? {
        guard var path = name() else { return nil }
        var hasArguments = false
        while true {
            if skip("<") {
                guard skipArguments() else { return nil }
                hasArguments = true
            }
            guard skip(".") else { return (path, hasArguments) }
            guard let next = name() else { return nil }
            path += ".\(next)"
        }
    }

    /// Skips the rest of a list in angle brackets.
    private mutating func skipArguments() -> Bool {
        var depth = 1
        while let token {
            if token.kind == .sign {
                if source.isText(token, "<") { depth += 1 }
                if source.isText(token, ">") { depth -= 1 }
                if source.isText(token, "{") || source.isText(token, "}") { return false }
            }
            position += 1
            if depth == 0 { return true }
        }
        return false
    }

    /// Skips attributes such as `@unchecked` and `@preconcurrency`, and words such as `nonisolated`.
    private mutating func skipAttributes() {
        while true {
            if skip("@") {
                _ = readPath()
                // An attribute's arguments stand directly behind it.
                if isAt("("), let token,
                    source.tokens[position - 1].range.upperBound == token.range.lowerBound
                {
                    skipParentheses()
                }
            } else if isAt("nonisolated") || isAt("any") || isAt("some") || isAt("each") || isAt("repeat") {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func skipParentheses() {
        var depth = 0
        while let token {
            if token.kind == .sign {
                if source.isText(token, "(") { depth += 1 }
                if source.isText(token, ")") { depth -= 1 }
            }
            position += 1
            if depth == 0 { return }
        }
    }

    /// Reads `P & Q` without arguments; a suppressed protocol, `~P`, is left out.
    private mutating func readComposition() -> (
        names: [String], tokens: [SwiftTokens.Token], isShortened: Bool
    )? {
        var names: [String] = []
        var tokens: [SwiftTokens.Token] = []
        var isShortened = false
        repeat {
            skipAttributes()
            let isSuppressed = skip("~")
            guard let first = token, let (name, hasArguments) = readPath() else { return nil }
            isShortened = isShortened || hasArguments
            if isSuppressed { continue }
            names.append(name)
            tokens.append(first)
        } while skip("&")
        return (names, tokens, isShortened)
    }

    private mutating func readInheritance() -> [(name: String, token: SwiftTokens.Token)]? {
        var result: [(name: String, token: SwiftTokens.Token)] = []
        repeat {
            guard let (names, tokens, _) = readComposition() else { return nil }
            result += zip(names, tokens).map { ($0, $1) }
        } while skip(",")
        return isAt("{") || isAt("where") ? result : nil
    }

    // MARK: - Requirements

    /// Reads the `where` clause up to the brace; empty without one.
    private mutating func readRequirements() -> [Requirement]? {
        var result: [Requirement] = []
        if skip("where") {
            repeat {
                guard let requirement = readRequirement() else { return nil }
                result.append(requirement)
            } while skip(",")
        }
        return isAt("{") ? result : nil
    }

    private mutating func readRequirement() -> Requirement? {
        skipAttributes()
        guard let (left, hasArguments) = readPath() else { return nil }
        var requirement: Requirement
        if skip("==") {
            guard let right = readType() else { return nil }
            requirement = Requirement(left: left, right: [right], isEquality: true)
        } else {
            guard skip(":"), let (names, _, isShortened) = readComposition() else { return nil }
            requirement = Requirement(left: left, right: names, isShortened: isShortened)
        }
        if hasArguments { requirement.isShortened = true }
        return requirement
    }

    /// Reads a type as it is written, up to a comma or the body.
    private mutating func readType() -> String? {
        var text = ""
        var depth = 0
        while let token {
            if token.kind == .sign {
                if depth == 0, source.isText(token, ",") || source.isText(token, "{") { break }
                if ["<", "(", "["].contains(source.text(token)) { depth += 1 }
                if [">", ")", "]"].contains(source.text(token)) { depth -= 1 }
                if source.isText(token, "{") || source.isText(token, "}") { return nil }
            }
            if token.kind == .directive { return nil }
            let isWord = token.kind == .word && text.last.map { $0.isLetter || $0.isNumber } == true
            text += (isWord ? " " : "") + source.text(token)
            position += 1
        }
        return text.isEmpty ? nil : text
    }

    /// Reads generic parameters such as `A: P, B, C: Q & R>`.
    private mutating func readParameters() -> (names: [String], requirements: [Requirement])? {
        var result: (names: [String], requirements: [Requirement]) = ([], [])
        repeat {
            skipAttributes()
            _ = skip("let")
            guard let name = name() else { return nil }
            result.names.append(name)
            guard skip(":") else { continue }
            guard let (names, _, isShortened) = readComposition() else { return nil }
            result.requirements.append(Requirement(left: name, right: names, isShortened: isShortened))
        } while skip(",")
        return skip(">") ? result : nil
    }
}
