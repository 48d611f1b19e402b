/// A verb of the command, described once: from this follow how its arguments are read, its help, the man page, the
/// completions of three shells and the page of the documentation.
struct Verb: Sendable {
    struct Option: Sendable {
        /// What stands behind an option.
        enum Value: Sendable {
            case none
            case file
            case folder
            case words([String])
            case text
        }

        /// With its dashes.
        let name: String
        /// As help shows the value, such as `DIR`; empty where there is none.
        let placeholder: String
        let value: Value
        let help: String
        var isRepeatable = false

        /// The option as it is written: `--output DIR`.
        var text: String { placeholder.isEmpty ? name : "\(name) \(placeholder)" }
    }

    struct Example: Sendable {
        /// Without the name of the command.
        let arguments: String
        let meaning: String
    }

    let name: String
    /// What follows the name, such as `TABLE…`.
    let operands: String
    /// One line that begins with a verb.
    let summary: String
    /// More about it, in sentences.
    let discussion: String
    let options: [Option]
    let examples: [Example]

    static func named(_ name: String) -> Verb? { all.first { $0.name == name } }

    /// Whether the verb can answer in JSON.
    var hasJSON: Bool {
        options.contains { option in
            guard option.name == "--format", case .words(let words) = option.value else { return false }
            return words.contains("json")
        }
    }

    /// How it is called.
    var usage: String {
        "traitgen \(name)" + (operands.isEmpty ? "" : " \(operands)") + (options.isEmpty ? "" : " [OPTION…]")
    }
}

extension Options {
    /// Splits the arguments of a verb by its description.
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
