/// Checks a row by itself and against the rows before it.
package struct RowChecker {
    /// An earlier row: two rows for one type are fine if they are for different libraries.
    package struct Seen {
        var location: SourceLocation
        var backends: Set<Backend>
    }

    /// The largest number of inputs.
    static let mostInputs = 16

    private let traits: KnownTraits
    /// The traits that the table sees.
    private let visible: [Int]
    /// The rows of publishers that an input can be fixed to.
    let givens: [String: GivenRow]
    private(set) var seen: [String: [Seen]]
    /// The module of the table; nil for the run's own module.
    private let module: String?
    private let diagnostics: DiagnosticSink

    package init(
        _ basis: ModelBasis, table: Int, givens: [String: GivenRow], seen: [String: [Seen]],
        diagnostics: DiagnosticSink
    ) {
        traits = basis.traits
        visible = basis.visible[table]
        module = basis.tables[table].module
        self.givens = givens
        self.seen = seen
        self.diagnostics = diagnostics
    }

    func report(
        _ id: DiagnosticID, _ location: SourceLocation, _ message: String, note: Diagnostic.Note? = nil,
        help: String? = nil
    ) {
        diagnostics.report(id, at: location, message, notes: note.map { [$0] } ?? [], help: help)
    }

    /// Reports mistakes in the row, and returns whether it has none.
    package mutating func check(_ row: Table.RowDeclaration, _ inputs: RowInputs) -> Bool {
        let before = diagnostics.count
        checkDuplicate(row)
        checkRequirements(row)
        if row.kind == .operator {
            checkInputs(row, inputs)
            checkCombiner(row, inputs)
        }
        checkPlaces(row, inputs)
        checkSharing(row, inputs.names)
        checkMethod(row, inputs)
        checkDuplicateRules(row)
        checkSignals(row)
        checkRules(row)
        return diagnostics.count == before
    }

    // MARK: - The row among others

    private mutating func checkDuplicate(_ row: Table.RowDeclaration) {
        let type = row.type
        let backends = Set(row.backends.isEmpty ? Backend.allCases : row.backends.map(\.value))
        // Rows of several modules may be about types of one name.
        let key = "\(row.module?.value ?? module ?? "").\(type.value)"
        if let first = seen[key]?.first(where: { !$0.backends.isDisjoint(with: backends) }) {
            diagnostics.report(.secondRow(type.value, at: type.location, first.location))
        }
        seen[key, default: []].append(Seen(location: type.location, backends: backends))
    }

    private func checkRequirements(_ row: Table.RowDeclaration) {
        for requirement in row.requirements where traits.numbers[requirement.right.value] != nil {
            report(
                .badRequirement, requirement.right.location,
                "a condition on a trait is derived and can't be required of a whole row",
                help: "remove it, or claim the conformance it is meant for with `conforms`")
        }
    }

    // MARK: - Inputs

    private func checkInputs(_ row: Table.RowDeclaration, _ inputs: RowInputs) {
        let declared = inputs.declared
        var firsts: [String: Table.RowDeclaration.Input] = [:]
        for input in declared {
            let first = firsts[input.name.value, default: input]
            firsts[input.name.value] = first
            if first.given?.value != input.given?.value {
                report(
                    .badInput, input.name.location, "`\(input.name.value)` is two things",
                    note: .init(first.name.location, "the other one is here"),
                    help: "say the same of it each time, or give one of them another name")
            }
        }
        if declared.count > 1, let repeated = declared.first(where: \.isRepeated) {
            report(
                .badInput, repeated.name.location, "`\(repeated.name.value)...` has to be the only input",
                help: "any number of publishers of one type stand alone, such as `(Upstream...)`")
        }
        for bound in declared.compactMap(\.bound)
        where traits.numbers[bound.value].map(visible.contains) != true {
            diagnostics.report(traits.unknown(bound, among: visible))
        }
        if let none = row.none, !inputs.isRepeated, row.combiner?.value != .repeat {
            report(
                .badInput, none.location, "`none` is for rows that may have no input at all",
                help: "say so with `(\(declared[0].name.value)...)` or `| => again or |`, or remove it")
        }
        if declared.count > Self.mostInputs {
            report(
                .inputCount, declared[Self.mostInputs].name.location,
                "\(declared.count) inputs are more than the \(Self.mostInputs) there can be")
        }
        for given in declared.compactMap(\.given) { checkGiven(given) }
    }

    /// Checks that an input's fixed publisher has a row that lists histories.
    private func checkGiven(_ type: Located<String>) {
        guard let row = givens[type.value] else {
            diagnostics.report(
                .badInput, at: type.location, "there is no row for `\(type.value)`",
                help: Suggestion.didYouMean(type.value, among: givens.keys.sorted())
                    ?? "an input can be a publisher whose histories a row lists, such as `Just`",
                missing: type.value)
            return
        }
        if !row.others.isEmpty {
            diagnostics.report(
                .ambiguous(
                    type.value, at: [type.location], among: [(row.module, row.location)] + row.others))
            return
        }
        guard row.histories == nil else { return }
        report(
            .badInput, type.location,
            "`\(type.value)` is an operator: what it does depends on its inputs",
            note: .init(row.location, "its row is here"),
            help: "an input can be a publisher whose histories a row lists, such as `Just`")
    }

    private func checkCombiner(
        _ row: Table.RowDeclaration, _ inputs: RowInputs
    ) {
        let count = inputs.parameters.count
        guard let combiner = row.combiner else {
            if count > 1 || inputs.isRepeated {
                report(
                    .inputCount, row.type.location,
                    "`\(row.type.value)` doesn't say how its \(inputs.isRepeated ? "" : "\(count) ")inputs become one stream",
                    help:
                        "add one of `zip`, `latest`, `merge`, `race`, `flatten` and `switch`, or a rule with `signal` or `next`"
                )
            }
            return
        }
        let word = combiner.value.rawValue
        switch combiner.value {
        case .zip, .latest, .merge, .gather, .concat, .race:
            if count < 2 && !inputs.isRepeated {
                report(
                    .inputCount, combiner.location, "`\(word)` needs at least two inputs, and there is one",
                    help: "list them after the type, such as `(A, B)`, or `(Upstream...)` for any number")
            }
        case .flatten, .switch, .rescue, .fallback, .match, .signal:
            if count != 2 || inputs.isRepeated {
                report(
                    .inputCount, combiner.location,
                    "`\(word)` needs two inputs, and there \(inputs.isRepeated ? "is any number" : count == 1 ? "is one" : "are \(count)")",
                    help: Self.help(onInputsOf: combiner.value))
            }
        case .retry, .repeat:
            if count != 1 || inputs.isRepeated {
                report(
                    .inputCount, combiner.location, "`\(word)` needs one input",
                    help: "leave the list out for the one input `Upstream`")
            }
        case .pass, .anything: break
        }
    }

    private static func help(onInputsOf combiner: Behaviour.Combiner) -> String {
        switch combiner {
        case .signal: "list the one that sends signals second, such as `(Upstream, Other)`"
        case .match: "list the two publishers after the type, such as `(A, B)`"
        default: "list the outer one first, such as `(Upstream, NewPublisher)`"
        }
    }

    /// Checks the method of an `as` clause. A method that restores a trait has the other row as its only input. A method with
    /// more inputs replaces an operator whose first input would need a trait, and requires that trait itself.
    private func checkMethod(_ row: Table.RowDeclaration, _ inputs: RowInputs) {
        guard let method = row.method else { return }
        if row.kind == .source {
            report(
                .notForSource, method.location, "a source restores nothing: it has no input",
                help: "remove `as`")
        } else if inputs.isRepeated || inputs.declared.count != 1 && inputs.declared[0].bound == nil {
            report(
                .inputCount, method.location,
                "only a row of one input, or one that asks a trait of its first input, can restore what another row loses",
                help: "remove `as`, or say with `restore` where the method helps")
        }
    }

    // MARK: - Rules

    private func checkDuplicateRules(_ row: Table.RowDeclaration) {
        checkTriggers(row.rules.map(\.trigger))
        checkTriggers(row.signals.map(\.trigger))
    }

    /// Checks that each event has one rule in each of its contexts.
    private func checkTriggers(_ triggers: [Located<Behaviour.Trigger>]) {
        let said = Set(triggers.map(\.value))
        for trigger in triggers {
            let text = trigger.value.text
            if let first = triggers.first(where: { $0.value == trigger.value }),
                first.location != trigger.location
            {
                report(
                    .contradictoryRules, trigger.location, "a second rule for `\(text)`",
                    note: .init(first.location, "the first is here"),
                    help: "join them with `or` if both can happen")
            }
            let event = trigger.value.event
            if trigger.value.context == .any, said.contains(.init(.beforeValue, event)),
                said.contains(.init(.afterValue, event))
            {
                report(
                    .unreachableRule, trigger.location, "the rule for `\(text)` never applies",
                    help: "the rules for `-\(text)` and `o-\(text)` leave nothing to it")
            }
        }
    }

    /// Reports rules for signals after a signal that ends every stream, and groups beside a gate.
    private func checkSignals(_ row: Table.RowDeclaration) {
        let effects = row.signals.flatMap(\.alternatives)
        if let group = effects.first(where: { $0.value == .group }),
            let opens = effects.first(where: { [.opens, .opensOnce].contains($0.value) })
        {
            report(
                .contradictoryRules, max(group.location, opens.location), "`grouped` contradicts `opens`",
                help: "values pass an open gate, or they wait for a signal that sends them as a group")
        }
        let first =
            row.signals.first { $0.trigger.value == .init(.beforeValue, .value) }
            ?? row.signals.first { $0.trigger.value == .init(.any, .value) }
        let ends = first?.alternatives.allSatisfy {
            $0.value == .sends(.finish) || $0.value == .sends(.failure)
        }
        guard let first, ends == true else { return }
        for rule in row.signals where rule.trigger.value.context == .afterValue {
            report(
                .unreachableRule, rule.trigger.location,
                "the rule for `\(rule.trigger.value.text)` never applies",
                note: .init(first.trigger.location, "every stream has ended after its first signal"),
                help: "remove it")
        }
    }

    private func checkRules(_ row: Table.RowDeclaration) {
        let rules = Rules(row.rules)
        for rule in row.rules {
            let trigger = rule.trigger.value
            if trigger.context == .afterValue, endsAtFirstValue(rules), row.combiner?.value != .anything {
                let end = row.rules.first {
                    $0.trigger.value.event == .value && $0.trigger.value.context != .afterValue
                }
                report(
                    .unreachableRule, rule.trigger.location,
                    "the rule for `\(trigger.text)` never applies",
                    note: end.map {
                        .init($0.trigger.location, "every stream has ended after its first value")
                    },
                    help: "remove it")
            }
        }
        func contradiction(
            _ word: String, _ location: SourceLocation, _ other: (String, SourceLocation)?, _ help: String
        ) {
            guard let other else { return }
            report(
                .contradictoryRules, location, "`\(word)` contradicts `\(other.0)`",
                note: .init(other.1, "`\(other.0)` is said here"), help: help)
        }
        let firstRule = row.rules.first.map { ($0.text, $0.trigger.location) }
        let otherWord = row.words.filter { $0.key != .passes }.min { $0.value < $1.value }
            .map { ($0.key.rawValue, $0.value) }
        if let passes = row.words[.passes] {
            let cut = row.cut.first.map { ("cut", $0.location) }
            let combiner = row.combiner.map { ($0.value.rawValue, $0.location) }
            contradiction(
                "passes", passes, firstRule ?? otherWord ?? cut ?? combiner,
                "`passes` is for rows that say nothing else; events without a rule pass anyway")
        }
        if let anything = row.combiner, anything.value == .anything {
            let cut = row.cut.first.map { ("cut", $0.location) }
            contradiction(
                "anything", anything.location, firstRule ?? otherWord ?? cut,
                "`anything` leaves nothing more to say about events")
        }
        let collecting = [Table.RowDeclaration.Word.grouped, .held, .last]
            .compactMap { word in row.words[word].map { (word.rawValue, $0) } }.sorted { $0.1 < $1.1 }
        let until = row.words[.until].map { ("until o", $0) }
        for (text, location) in collecting {
            contradiction(
                text, location, firstRule ?? until, "`\(text)` already says what becomes of each event")
        }
        for (text, location) in collecting.dropFirst() {
            contradiction(
                text, location, collecting[0],
                "values are put into groups, or each waits by itself, or the newest wait for the finish")
        }
        if let until = row.words[.until], row.rules.isEmpty, row.cut.isEmpty, collecting.isEmpty {
            report(
                .needlessRule, until, "there is no rule and no cut for `until o` to end",
                help: "remove it, or say what happens before a value gets through")
        }
    }

    /// Indicates whether the first value ends every stream.
    private func endsAtFirstValue(_ rules: Rules) -> Bool {
        guard let first = rules.reactions[.init(.beforeValue, .value)] ?? rules.reactions[.init(.any, .value)]
        else {
            return false
        }
        return first.allSatisfy { reaction in
            switch reaction {
            case .traps: true
            case .events(let events): events.last == .finish || events.last == .failure
            }
        }
    }
}
