import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// The range of a name that can be changed; null for other words.
    func prepareRename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters),
            let (mention, block) = subject.syntax.mention(at: subject.offset)
        else { return .null }
        do throws(ResponseError) {
            try checkRename(of: mention, subject, block)
        } catch {
            return .null
        }
        return ["range": json(mention.range, in: subject.text), "placeholder": .text(mention.name)]
    }

    /// Renames a trait in all tables of its package, or an input in its row and in the row's samples.
    ///
    /// Swift code isn't changed: the compiler names the places that mention the family of a renamed trait.
    func rename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let name = parameters["newName"].text else {
            throw ResponseError(.invalidParameters, "the request has no new name")
        }
        guard let subject = try subject(parameters),
            let (mention, block) = subject.syntax.mention(at: subject.offset)
        else { throw ResponseError(.requestFailed, "there is no trait and no input here") }
        try checkRename(of: mention, subject, block)
        try checkName(name, for: mention, subject, block)
        var edits: [String: [JSONValue]] = [:]
        func replace(_ range: Range<Int>, _ path: String, _ text: String) {
            guard let source = workspace.text(of: path) else { return }
            edits[path, default: []].append(["range": json(range, in: source), "newText": .text(text)])
        }
        for one in workspace.references(to: mention, in: subject.path, block) {
            replace(one.mention.range, one.path, name)
        }
        if mention.role == .input {
            for (path, range) in values(named: Self.value(mention.name), subject, block) {
                replace(range, path, Self.value(name))
            }
        }
        return [
            "changes": .object(
                edits.sorted { $0.key < $1.key }.map {
                    .init(name: workspace.uri(of: $0.key), value: .list($0.value))
                })
        ]
    }

    private func checkRename(of mention: Mention, _ subject: Subject, _ block: SyntaxBlock)
        throws(ResponseError)
    {
        guard [.trait, .input].contains(mention.role) else {
            throw ResponseError(.requestFailed, "only traits and inputs can be renamed")
        }
        let found = workspace.declarations(of: mention, in: subject.path, block)
        guard let declaration = found.first else {
            throw ResponseError(
                .requestFailed,
                mention.role == .input
                    ? "the row doesn't list the input `\(mention.name)`"
                    : "there is no trait `\(mention.name)`")
        }
        let package = workspace.finder.package(of: declaration.path)
        let isOwn =
            package == workspace.finder.package(of: subject.path)
            || workspace.finder.folders.contains { declaration.path.hasPrefix($0 + "/") }
        guard isOwn, !declaration.path.contains("/.build/") else {
            throw ResponseError(.requestFailed, "`\(mention.name)` belongs to another package")
        }
    }

    private func checkName(
        _ name: String, for mention: Mention, _ subject: Subject, _ block: SyntaxBlock
    ) throws(ResponseError) {
        let isIdentifier =
            name.utf8.allSatisfy { $0 < 0x80 } && name.first?.isNumber == false
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        guard isIdentifier else { throw ResponseError(.requestFailed, "`\(name)` is no name") }
        if mention.role == .trait, !name.hasSuffix("Publisher") || name == "Publisher" {
            throw ResponseError(.requestFailed, "the name of a trait ends in `Publisher`")
        }
        var other = mention
        other.name = name
        guard name == mention.name || workspace.declarations(of: other, in: subject.path, block).isEmpty
        else {
            throw ResponseError(.requestFailed, "there is a `\(name)` already")
        }
    }

    /// The name that an input has in samples.
    private static func value(_ input: String) -> String { input.prefix(1).lowercased() + input.dropFirst() }

    /// The places in a row's samples that name a value.
    private func values(named name: String, _ subject: Subject, _ block: SyntaxBlock) -> [(
        path: String, range: Range<Int>
    )] {
        func words(_ block: SyntaxBlock, _ path: String, _ bytes: [UInt8]) -> [(
            path: String, range: Range<Int>
        )] {
            block.free.flatMap { SwiftWords(bytes, $0).values }.filter { $0.name == name }.map {
                (path, $0.range)
            }
        }
        var found = words(block, subject.path, subject.text.bytes)
        guard let samples = Path.samples(of: subject.path), let syntax = workspace.syntax(of: samples) else {
            return found
        }
        for entry in syntax.blocks where entry.name?.name == block.name?.name && entry.keyword != "set" {
            found += words(entry, samples, syntax.text.bytes)
        }
        return found
    }
}
