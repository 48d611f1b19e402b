/// A verb of the command. From this one description follow the parsing of its arguments, its help, the man page, the
/// completions of three shells and the documentation's page.
struct Verb: Sendable {
    struct Option: Sendable {
        /// The kind of value that follows an option.
        enum Value: Sendable {
            case none
            case file
            case folder
            case words([String])
            case text
        }

        /// The name, with its dashes.
        let name: String
        /// The placeholder that help shows for the value, such as `DIR`; empty without a value.
        let placeholder: String
        let value: Value
        let help: String
        var isRepeatable = false

        /// The option with its placeholder: `--output DIR`.
        var text: String { placeholder.isEmpty ? name : "\(name) \(placeholder)" }
    }

    struct Example: Sendable {
        /// The arguments, without the name of the command.
        let arguments: String
        let meaning: String
    }

    let name: String
    /// The operands after the name, such as `TABLE…`.
    let operands: String
    /// A line that begins with a verb.
    let summary: String
    /// Further details, in sentences.
    let discussion: String
    let options: [Option]
    let examples: [Example]

    static func named(_ name: String) -> Verb? { all.first { $0.name == name } }

    /// A Boolean value that indicates whether the verb can answer in JSON.
    var hasJSON: Bool {
        options.contains { option in
            guard option.name == "--format", case .words(let words) = option.value else { return false }
            return words.contains("json")
        }
    }

    /// The usage line.
    var usage: String {
        "traitgen \(name)" + (operands.isEmpty ? "" : " \(operands)") + (options.isEmpty ? "" : " [OPTION…]")
    }
}

extension Options {
    /// Splits the arguments of a verb according to its description.
    init(_ arguments: [String], of verb: Verb) throws(UsageError) {
        var known: [String] = []
        var flags: [String] = []
        for option in verb.options {
            if case .none = option.value { flags.append(option.name) } else { known.append(option.name) }
        }
        try self.init(
            arguments, known: known, repeatable: verb.options.filter(\.isRepeatable).map(\.name), flags: flags
        )
        guard let format = verb.options.first(where: { $0.name == "--format" }),
            case .words(let words) = format.value, let value = value("--format"), !words.contains(value)
        else { return }
        let list = words.map { "`\($0)`" }
        throw UsageError(
            "there is no format `\(value)`",
            Suggestion.didYouMean(value, among: words)
                ?? "it is \(list.dropLast().joined(separator: ", ")) or \(list.last ?? "")")
    }
}
