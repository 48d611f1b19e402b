import TraitgenCore

/// The help texts, the man page and the documentation's page, generated from the descriptions of the verbs.
enum Help {
    static var overview: String {
        let width = Verb.all.map { $0.name.count }.max() ?? 0
        var lines = ["traitgen derives trait conformances from operator tables and writes the code.", ""]
        lines += Verb.all.map { "  \(padded($0.name, width))  \($0.summary)" }
        lines += [
            "",
            "`traitgen help VERB` shows the options of a verb and an example; `traitgen --version` the version.",
            "", "Status:",
        ]
        return (lines + statuses).joined(separator: "\n")
    }

    static func page(of verb: Verb) -> String {
        var lines = [verb.usage, "", verb.summary]
        if !verb.discussion.isEmpty { lines += wrapped(verb.discussion, width: 90) }
        if !verb.options.isEmpty {
            let width = verb.options.map { $0.text.count }.max() ?? 0
            lines += ["", "Options:"]
            for option in verb.options {
                let help = wrapped(option.help + (option.isRepeatable ? "; may be repeated" : ""), width: 80)
                lines.append("  \(padded(option.text, width))  \(help[0])")
                lines += help.dropFirst().map { "  \(padded("", width))  \($0)" }
            }
        }
        lines += ["", "Example:"]
        for example in verb.examples {
            lines += ["  # \(example.meaning).", "  traitgen \(example.arguments)"]
        }
        return lines.joined(separator: "\n")
    }

    private static var statuses: [String] {
        TraitgenCommand.Status.meanings.map { "  \(padded(String($0.status.rawValue), 3))  \($0.meaning)" }
    }

    // MARK: - Man page

    static var man: String {
        var lines = [
            ".TH TRAITGEN 1 \"\" \"traitgen \(TraitgenCommand.version)\"", ".SH NAME",
            "traitgen \\- derive trait conformances from operator tables", ".SH SYNOPSIS",
            ".B traitgen", ".I VERB", "[ARGUMENT...]", ".SH VERBS",
        ]
        for verb in Verb.all {
            lines += [".SS \(roff(verb.usage))", roff(verb.summary)]
            if !verb.discussion.isEmpty { lines.append(roff(verb.discussion)) }
            for option in verb.options { lines += [".TP", ".B \(roff(option.text))", roff(option.help)] }
            for example in verb.examples {
                lines += [".PP", roff(example.meaning) + ":", ".RS", ".nf"]
                lines += [roff("traitgen \(example.arguments)"), ".fi", ".RE"]
            }
        }
        lines.append(".SH EXIT STATUS")
        for (status, meaning) in TraitgenCommand.Status.meanings {
            lines += [".TP", ".B \(status.rawValue)", roff(meaning)]
        }
        return lines.joined(separator: "\n")
    }

    private static func roff(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing(
            "…", with: "...")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    // MARK: - Documentation

    /// The article about the command line; a test checks that the documentation has this text.
    static var article: String {
        var lines = [
            "# The command line", "",
            "What each verb of `traitgen` does, its options, an example, and the exit statuses.", "",
            "`traitgen help` and `traitgen man` show the same. A test writes this page.", "", "## Verbs", "",
        ]
        for verb in Verb.all {
            lines += ["### \(verb.name)", "", "`\(verb.usage)`", "", verb.summary]
            if !verb.discussion.isEmpty { lines += ["", verb.discussion] }
            if !verb.options.isEmpty {
                lines += ["", "| option | meaning |", "| --- | --- |"]
                lines += verb.options.map { option in
                    "| `\(option.text)` | \(option.help)\(option.isRepeatable ? "; may be repeated" : "") |"
                }
            }
            for example in verb.examples {
                lines += ["", "\(example.meaning):", "", "```", "traitgen \(example.arguments)", "```"]
            }
            lines.append("")
        }
        lines += [
            "## Exit statuses", "",
            "The statuses of `diff` begin at 100, as those of other tools that guard interfaces do, so that a change of the "
                + "interface isn't mistaken for a failure. The package manager replaces all statuses but 0 by 1: "
                + "`swift package traitgen` names the other statuses in a note, and output in JSON has them.",
            "",
            "| status | meaning |", "| --: | --- |",
        ]
        lines += TraitgenCommand.Status.meanings.map { "| \($0.status.rawValue) | \($0.meaning) |" }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Text

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + word.count >= width {
                lines.append("")
            }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines
    }
}

/// Shell completions of verbs, options and their values.
enum Completions {
    static let shells = ["bash", "zsh", "fish"]

    static func text(for shell: String) -> String {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        default: fish
        }
    }

    private static var names: String { Verb.all.map(\.name).joined(separator: " ") }

    private static var bash: String {
        var lines = [
            "# Completions of traitgen for bash, written by `traitgen completions bash`.", "_traitgen() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
            "        COMPREPLY=($(compgen -W '\(names) --version' -- \"$word\")); return", "    fi",
            "    case ${COMP_WORDS[1]} in",
        ]
        for verb in Verb.all {
            lines.append("    \(verb.name))")
            let choices = verb.options.compactMap { option -> String? in
                guard case .words(let words) = option.value else { return nil }
                return "        \(option.name)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' "
                    + "-- \"$word\")); return;;"
            }
            if !choices.isEmpty { lines += ["        case $before in"] + choices + ["        esac"] }
            let words = verb.options.map(\.name) + operands(of: verb)
            lines.append("        COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))")
            lines.append("        ;;")
        }
        return
            (lines + [
                "    esac", "    [ \"${word#-}\" != \"$word\" ] || COMPREPLY+=($(compgen -f -- \"$word\"))",
                "}",
                "complete -o filenames -F _traitgen traitgen",
            ]).joined(separator: "\n")
    }

    private static var zsh: String {
        var lines = [
            "#compdef traitgen", "# Completions of traitgen for zsh, written by `traitgen completions zsh`.",
            "_traitgen() {", "    local -a verbs", "    verbs=(",
        ]
        lines += Verb.all.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        lines += [
            "    )", "    if (( CURRENT == 2 )); then _describe verb verbs; return; fi",
            "    local verb=$words[2]",
            "    shift words; (( CURRENT-- ))", "    case $verb in",
        ]
        for verb in Verb.all {
            var arguments = verb.options.map { option -> String in
                let start = (option.isRepeatable ? "*" : "") + option.name
                let help = option.help.replacing("[", with: "(").replacing("]", with: ")")
                    .replacing(":", with: " ")
                let value =
                    switch option.value {
                    case .none: ""
                    case .file: ":file:_files"
                    case .folder: ":folder:_files -/"
                    case .words(let words): ":value:(\(words.joined(separator: " ")))"
                    case .text: ":value:"
                    }
                return quoted("\(start)[\(help)]\(value)")
            }
            let operands = operands(of: verb)
            arguments.append(
                operands.isEmpty ? "'*:file:_files'" : "'*:value:(\(operands.joined(separator: " ")))'")
            lines.append("    \(verb.name)) _arguments \(arguments.joined(separator: " ")) ;;")
        }
        return (lines + ["    esac", "}", "_traitgen \"$@\""]).joined(separator: "\n")
    }

    private static var fish: String {
        var lines = ["# Completions of traitgen for fish, written by `traitgen completions fish`."]
        for verb in Verb.all {
            lines.append(
                "complete -c traitgen -n __fish_use_subcommand -f -a \(verb.name) -d \(quoted(verb.summary))")
            let condition = "-n '__fish_seen_subcommand_from \(verb.name)'"
            for option in verb.options {
                let value =
                    switch option.value {
                    case .none: ""
                    case .file, .folder: " -r -F"
                    case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
                    case .text: " -x"
                    }
                lines.append(
                    "complete -c traitgen \(condition) -l \(option.name.dropFirst(2))\(value) "
                        + "-d \(quoted(option.help))")
            }
            let operands = operands(of: verb)
            if !operands.isEmpty {
                lines.append(
                    "complete -c traitgen \(condition) -f -a \(quoted(operands.joined(separator: " ")))")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The words that may follow a verb, if it doesn't take files.
    private static func operands(of verb: Verb) -> [String] {
        switch verb.name {
        case "completions": shells
        case "help": Verb.all.map(\.name)
        case "errors": DiagnosticID.allCases.map(\.rawValue)
        default: []
        }
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension TraitgenCommand {
    func man(_ options: Options) throws(UsageError) -> Status {
        output(Help.man)
        return .clean
    }

    func completions(_ options: Options) throws(UsageError) -> Status {
        let shell = try options.word("the shell")
        guard Completions.shells.contains(shell) else {
            throw UsageError("there are no completions for `\(shell)`", "they are for bash, zsh and fish")
        }
        output(Completions.text(for: shell))
        return .clean
    }

    /// `traitgen errors [ID…]`.
    func listErrors(_ options: Options) throws(UsageError) -> Status {
        var ids: [DiagnosticID] = []
        for word in options.words {
            guard let id = DiagnosticID(rawValue: word) else {
                throw UsageError(
                    "there is no kind of mistake `\(word)`",
                    Suggestion.didYouMean(word, among: DiagnosticID.allCases.map(\.rawValue)))
            }
            ids.append(id)
        }
        if ids.isEmpty { ids = DiagnosticID.allCases }
        result(["kinds": DiagnosticID.json(ids)])
        output(DiagnosticID.list(ids))
        return .clean
    }

    func help(_ options: Options) throws(UsageError) -> Status {
        guard let name = options.words.first else {
            output(Help.overview)
            return .clean
        }
        guard let verb = Verb.named(name) else {
            throw UsageError(
                "there is no command `\(name)`", Suggestion.didYouMean(name, among: Verb.all.map(\.name)))
        }
        output(Help.page(of: verb))
        return .clean
    }
}
