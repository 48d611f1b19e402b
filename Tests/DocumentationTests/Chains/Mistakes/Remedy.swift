/// A program that asks for a promise that it has lost, and what a message proposes.
struct Remedy: Hashable {
    /// The publisher that has lost the promise.
    var publisher: String
    /// The trait that the program asks for.
    var trait: String
    /// What its values and its failures are.
    var types: Types

    struct Types: Hashable {
        var output: String
        var failure: String
        /// A value, to replace what is missing.
        var value: String
    }

    /// Values, values without content and no values; each with a failure and without.
    static let types = [("Int", "1"), ("Void", "()"), ("Never", "fatalError()")].flatMap { output, value in
        ["any Error", "Never"].map { Types(output: output, failure: $0, value: value) }
    }

    /// Publishers that lose promises: sources, and operators behind a single.
    static let publishers =
        ["single", "maybe", "completable", "any", "subject", "current"]
        + ["single", "any"].flatMap { source in
            [
                "filter { _ in true }", "dropFirst()", "share()", "merge(with: single)", "append(single)",
                "ignoreOutput()", "timeout(1, scheduler: ImmediateScheduler.shared)", "asCompletable()",
                "materialize()",
            ].map { "\(source).\($0)" }
        }
    static let traits = [
        "Single", "Maybe", "Completable", "Immediate", "MainActor", "Shared", "CurrentValue",
    ]

    static let all = types.flatMap { types in
        publishers.flatMap { publisher in
            traits.map { Remedy(publisher: publisher, trait: $0, types: types) }
        }
    }

    func code(with call: String? = nil, in place: String? = nil) -> String {
        var chain = publisher
        if let place, let call, let range = chain.range(of: place, options: .backwards) {
            chain.replaceSubrange(range, with: call)
        } else if let call {
            chain += ".\(call)"
        }
        return "_ = \(chain).eraseToAny\(trait)Publisher()"
    }

    var parameters: String {
        let arguments = "<\(types.output), \(types.failure)>"
        let erasers = ["single": "AnySinglePublisher", "maybe": "AnyMaybePublisher"]
        return
            (erasers.sorted { $0.key < $1.key }.map { "\($0): \($1)\(arguments)" } + [
                "completable: AnyCompletablePublisher\(arguments)", "any: AnyPublisher\(arguments)",
                "subject: PassthroughSubject\(arguments)", "current: CurrentValueSubject\(arguments)",
            ]).joined(separator: ", ")
    }

    /// The calls that a message proposes, as a program writes them.
    func calls(in message: Substring) -> [(call: String, place: String?)] {
        guard let start = message.range(of: "; use ") else { return [] }
        let advice = message[start.upperBound...]
        return advice.matches(of: /'([^']+)'( in place of '([^']+)')?/).compactMap { match in
            let isPlace = advice[..<match.range.lowerBound].hasSuffix("in place of ")
            guard !isPlace, let call = call(of: String(match.1)) else { return nil }
            let isForAppend = advice[..<match.range.lowerBound].hasSuffix("in place of Concatenate, use ")
            if isForAppend { return publisher.contains("append(") ? (call, "append(single)") : nil }
            return (call, match.3.map(String.init))
        }
    }

    /// A call with arguments, of a method's name as messages write it.
    private func call(of name: String) -> String? {
        switch name {
        case "first(orError:)": "first(orError: Missing())"
        case "replaceEmpty(withError:)": "replaceEmpty(withError: Missing())"
        case "replaceEmpty(with:)": "replaceEmpty(with: \(types.value))"
        case "andThen(_:)": "andThen(single)"
        case "ignoreOutput().andThen(_:)": "ignoreOutput().andThen(single)"
        case "timeout(_:scheduler:options:error:)":
            "timeout(1, scheduler: ImmediateScheduler.shared, error: Missing())"
        default: name
        }
    }
}
