import TraitgenCore

/// Finds the rows and the traits that a name means, in tables and in the names beside them.
struct NameFinder {
    let models: [Model]
    let sheets: [NameSheet]
    /// The traits of all models, each once.
    private let traits: [Trait]

    init(models: [Model], sheets: [NameSheet]) {
        self.models = models
        self.sheets = sheets
        traits = models.flatMap(\.allTraits).reduce(into: []) { traits, trait in
            if !traits.contains(where: { $0.name == trait.name }) { traits.append(trait) }
        }
    }

    /// The known meanings of a name.
    struct Answer {
        var rows: [(row: Row, model: Model)] = []
        var traits: [Trait] = []
        /// The equivalents of a name of another library that no row has.
        var forms: [String] = []

        /// A Boolean value that indicates whether there is a row or a trait to explain.
        var isFound: Bool { !rows.isEmpty || !traits.isEmpty }
        var isEmpty: Bool { rows.isEmpty && traits.isEmpty && forms.isEmpty }
    }

    func answer(to name: String) -> Answer {
        for spelling in PastedText.spellings(of: name) {
            var answer = Answer()
            for model in models {
                for row in model.rows(named: spelling) {
                    if answer.rows.contains(where: { $0.row.name == row.name }) { continue }
                    answer.rows.append((row, model))
                }
            }
            answer.traits = traits.named(spelling)
            // An eraser is a publisher of its own, which promises nothing more than its trait.
            if answer.isEmpty, !spelling.contains(".") {
                answer.rows = rows(calledBy: spelling)
                for form in sheets.compactMap({ $0.form(of: spelling) }) where !answer.forms.contains(form) {
                    answer.forms.append(form)
                }
            }
            if !answer.isEmpty { return answer }
        }
        return Answer()
    }

    /// The rows about all types that a method may return. The methods of this library come before those of others.
    private func rows(calledBy name: String) -> [(row: Row, model: Model)] {
        let all = zip(models, sheets).flatMap { model, sheet in
            model.rows.map { (row: $0, model: model, entry: sheet.entry(for: $0.type)) }
        }
        let isMethod = name.first?.isLowercase == true || name.first == "$"
        let own = isMethod ? all.filter { $0.row.isCalled(name) || $0.entry?.isCalled(name) == true } : []
        let found = own.isEmpty ? all.filter { $0.entry?.isCalledElsewhere(name) == true } : own
        return found.map { ($0.row, $0.model) }
    }

    /// A type whose name is similar.
    func nearest(to name: String) -> String? {
        PastedText.spellings(of: name).lazy.compactMap { spelling in
            models.lazy.compactMap { $0.typeNamed(like: spelling) }.first
        }.first
    }
}

extension Row {
    /// Indicates whether a method of this name returns the publisher: `filter` returns a `Publishers.Filter`.
    fileprivate func isCalled(_ name: String) -> Bool {
        let own = type.split(separator: ".").last.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        return own == name || method.map { String($0.prefix { $0 != "(" }) } == name
    }
}

extension NameSheet {
    /// The base name of a call: `filter` of `filter(_:)`, `all` of `Property.all(_:)`.
    fileprivate static func word(_ call: String) -> Substring {
        let call = call.prefix { $0 != "(" }
        return call.split(separator: ".").last ?? call
    }

    /// The equivalent, in this library, of a name that no row has.
    fileprivate func form(of name: String) -> String? {
        elsewhere.first { $0.names.contains { Self.word($0) == name } }?.text
    }
}

extension NameSheet.Entry {
    /// Indicates whether a method of this name returns the publisher: `prefix` returns a `Publishers.Output`.
    fileprivate func isCalled(_ name: String) -> Bool { calls.contains { NameSheet.word($0.text) == name } }

    /// Indicates whether another library uses this name: `take` is such a name for `Publishers.Output`.
    fileprivate func isCalledElsewhere(_ name: String) -> Bool {
        calls.contains { $0.others.contains { NameSheet.word($0) == name } }
    }
}
