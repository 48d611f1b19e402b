/// A verb of the command. From this one description follow the parsing of its arguments, its help, the man page, the
/// completions of three shells and the documentation's page.
package struct Verb: Sendable {
    package struct Option: Sendable {
        /// The kind of value that follows an option.
        package enum Value: Sendable {
            case none
            case file
            case folder
            case words([String])
            case text
        }

        /// The name, with its dashes.
        package let name: String
        /// The placeholder that help shows for the value, such as `DIR`; empty without a value.
        let placeholder: String
        package let value: Value
        package let help: String
        package let isRepeatable: Bool

        /// The option with its placeholder: `--output DIR`.
        package var text: String { placeholder.isEmpty ? name : "\(name) \(placeholder)" }

        package init(
            name: String, placeholder: String, value: Value, help: String, isRepeatable: Bool = false
        ) {
            self.name = name
            self.placeholder = placeholder
            self.value = value
            self.help = help
            self.isRepeatable = isRepeatable
        }
    }

    package struct Example: Sendable {
        /// The arguments, without the name of the command.
        package let arguments: String
        package let meaning: String

        package init(arguments: String, meaning: String) {
            self.arguments = arguments
            self.meaning = meaning
        }
    }

    package let name: String
    /// The operands after the name, such as `TABLE…`.
    let operands: String
    /// A line that begins with a verb.
    package let summary: String
    /// Further details, in sentences.
    package let discussion: String
    package var options: [Option]
    package let examples: [Example]
    /// The method of the command that carries the verb out.
    package var run: @Sendable (TraitgenCommand) -> (Options) throws(UsageError) -> TraitgenCommand.Status

    package init(
        name: String, operands: String, summary: String, discussion: String, options: [Option],
        examples: [Example],
        run: @escaping @Sendable (TraitgenCommand) -> (Options) throws(UsageError) -> TraitgenCommand.Status
    ) {
        self.name = name
        self.operands = operands
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.examples = examples
        self.run = run
    }

    /// A Boolean value that indicates whether the verb can answer in JSON.
    var hasJSON: Bool {
        options.contains { option in
            guard option.name == "--format", case .words(let words) = option.value else { return false }
            return words.contains("json")
        }
    }

    /// The usage line.
    package var usage: String {
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
