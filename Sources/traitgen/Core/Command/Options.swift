/// The arguments of one command, split into words and options.
package struct Options {
    package private(set) var words: [String] = []
    private var values: [(name: String, value: String)] = []
    private var flags: Set<String> = []

    /// Splits arguments; `--name value` and `--name=value` mean the same, and after `--` come words alone.
    ///
    /// - Parameters:
    ///   - known: the options of the command that take a value.
    ///   - repeatable: options that may be given more than once.
    ///   - flags: options that take no value.
    init(
        _ arguments: [String], known: [String], repeatable: [String] = ["--import"], flags: [String] = []
    ) throws(UsageError) {
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            // Words follow, also those that look like options.
            if argument == "--" {
                words += arguments[index...]
                break
            }
            guard argument.hasPrefix("-") && argument != "-" else {
                words.append(argument)
                continue
            }
            let name: String
            var value: String?
            if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
                name = String(argument[..<equals])
                value = String(argument[argument.index(after: equals)...])
            } else {
                name = argument
            }
            if flags.contains(name) {
                guard value == nil else { throw UsageError("`\(name)` takes no value") }
                self.flags.insert(name)
                continue
            }
            guard known.contains(name) else {
                throw UsageError(
                    "there is no option `\(name)`", Suggestion.didYouMean(name, among: known + flags))
            }
            if value == nil, index < arguments.count {
                value = arguments[index]
                index += 1
            }
            guard let value, !value.isEmpty else { throw UsageError("`\(name)` needs a value") }
            if !repeatable.contains(name), values.contains(where: { $0.name == name }) {
                throw UsageError("`\(name)` is given twice")
            }
            values.append((name, value))
        }
    }

    package func has(_ flag: String) -> Bool { flags.contains(flag) }
    package func value(_ name: String) -> String? { values.first { $0.name == name }?.value }
    package func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// The single word that the command works on.
    package func word(_ what: String) throws(UsageError) -> String {
        guard let word = words.first else { throw UsageError("\(what) is missing") }
        if words.count > 1 { throw UsageError("`\(words[1])` is one argument too many") }
        return word
    }

    package func imports() throws(UsageError) -> [(module: String, path: String)] {
        var result: [(module: String, path: String)] = []
        for value in all("--import") {
            guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
                throw UsageError(
                    "`--import \(value)` doesn't say what to import", "write `--import NAME=PATH`")
            }
            result.append((String(value[..<equals]), String(value[value.index(after: equals)...])))
        }
        return result
    }

    package func backend() throws(UsageError) -> Backend? {
        guard let name = value("--backend") else { return nil }
        if let backend = Backend(rawValue: name) { return backend }
        let names = Backend.allCases.map(\.rawValue)
        throw UsageError(
            "there is no stream library `\(name)`",
            Suggestion.didYouMean(name, among: names) ?? "there are \(names.joined(separator: ", "))")
    }

    func access() throws(UsageError) -> RenderOptions.Access {
        guard let name = value("--access") else { return .public }
        if let access = RenderOptions.Access(rawValue: name) { return access }
        throw UsageError("there is no access level `\(name)`", "it is `public` or `internal`")
    }
}
