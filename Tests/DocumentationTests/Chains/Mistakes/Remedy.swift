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

    /// The program as people write it, or with a call added to the publisher, or in the place of another call.
    func code(with call: String? = nil, in place: String? = nil) -> String {
        var chain = publisher
        if let place, let call, let range = chain.range(of: place, options: .backwards) {
            chain.replaceSubrange(range, with: call)
        } else if let call {
            chain += ".\(call)"
        }
        return "_ = \(chain).eraseToAny\(trait)Publisher()"
    }

    /// The program with a call directly behind the source.
    private func code(behindSource call: String) -> String {
        let source = publisher.prefix { $0 != "." }
        return "_ = \(source).\(call)\(publisher.dropFirst(source.count)).eraseToAny\(trait)Publisher()"
    }

    /// The publishers that the programs begin with.
    var parameters: String {
        [
            "single: AnySinglePublisher", "maybe: AnyMaybePublisher", "completable: AnyCompletablePublisher",
            "any: AnyPublisher", "subject: PassthroughSubject", "current: CurrentValueSubject",
        ].map { "\($0)<\(types.output), \(types.failure)>" }.joined(separator: ", ")
    }

    /// A Boolean value that indicates whether all that a message proposes has to compile.
    ///
    /// Of a chain whose beginning keeps no promise the message knows the operator alone, and proposes what helps behind a single,
    /// too.
    var isCertain: Bool { publisher == "any" || !publisher.hasPrefix("any.") }

    /// A message about a lost promise, and the calls that it proposes, as a program writes them.
    struct Proposal {
        /// The trait that the message is about.
        var trait: String
        var programs: [String]
    }

    /// What a message proposes; nil if it is about something else.
    func proposal(in message: Substring) -> Proposal? {
        guard let start = message.range(of: "; use "),
            let about = message.firstMatch(of: /(?:promise of |which |of what )(\w+)Publisher/)
        else { return nil }
        let trait = String(about.1)
        let advice = message[start.upperBound...]
        let programs = advice.matches(of: /'([^']+)'(?: in place of '([^']+)')?/).flatMap { match in
            let call = call(of: String(match.1))
            if advice[..<match.range.lowerBound].hasSuffix("in place of Concatenate, use ") {
                return [code(with: call, in: "append(single)")]
            }
            let place = match.2.map { self.call(of: String($0)) }
            // Where a trait is asked of an input, it is the input that lacks it.
            return [code(with: call, in: place)] + (self.trait == trait ? [] : [code(behindSource: call)])
        }
        return Proposal(trait: trait, programs: programs)
    }

    /// A call with arguments, of a method's name as messages write it.
    private func call(of name: String) -> String {
        switch name {
        case "first(orError:)": "first(orError: Missing())"
        case "replaceEmpty(withError:)": "replaceEmpty(withError: Missing())"
        case "replaceEmpty(with:)": "replaceEmpty(with: \(types.value))"
        case "andThen(_:)": "andThen(single)"
        case "ignoreOutput().andThen(_:)": "ignoreOutput().andThen(single)"
        case "timeout(_:scheduler:options:error:)":
            "timeout(1, scheduler: ImmediateScheduler.shared, error: Missing())"
        case "timeout(_:scheduler:options:customError:)": "timeout(1, scheduler: ImmediateScheduler.shared)"
        default: name
        }
    }
}
