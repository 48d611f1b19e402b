import TraitsRuntime

// The texts of faults that races show.
extension LawRow {
    /// Returns the text of a fault, with the way to see it again.
    ///
    /// - Parameters:
    ///   - law: The law that is broken; nil if the program has stopped.
    ///   - race: The race that shows it; nil if it was a race of a subject, or of the order.
    func report(
        _ fault: String, _ law: RaceLaw?, _ sample: Int, _ seed: UInt64, _ race: RowRace? = nil
    ) -> String {
        let details = race.map { race in
            "\n  inputs: \(race.behaviours.map(\.rawValue).joined(separator: "; "))\n  taken by: \(race.takers)"
        }
        let acts = inputCount == 0 ? "\n  threads: two send, one subscribes, one cancels" : ""
        let text = """
            \(location): \(type)   \(rules)
            \(fault)
              publisher: \(samples[sample].text)\(details ?? acts)
              seed: \(seed)
              again: TRAITS_RACE_SEED=\(seed) TRAITS_LAWS_ROWS=\(type) \(Threads.testCommand) --filter rowUnderThreads
            """
        guard let law else { return text }
        let laws = Law.allCases.filter { $0.underThreads == law }
        return ([text] + Self.advice(laws) + test(of: law, samples[sample])).joined(separator: "\n")
    }

    /// Returns a test of a sample without its row, which may take several runs to fail. Only the row says which histories and
    /// orders are right.
    private func test(of law: RaceLaw, _ sample: Sample) -> [String] {
        if sample.names.isEmpty || sample.names == ["infallible"] || [.promise, .order].contains(law) {
            return []
        }
        let subject = LawSubject(
            expression: sample.text, names: sample.names, types: types, of: "RaceUpstream", location: location
        )
        let inputs = sample.names.enumerated().map { "let \($1) = inputs[\($0)]" }
        let body = (inputs + subject.lines + ["return publisher"]).map { "        \($0)" }
        let isTimed = sample.text.contains("scheduler")
        return [
            "", "@Test func keepsItsLawsUnderThreads() throws {",
            "    try Laws.race(inputs: \(inputs.count)) { inputs\(isTimed ? ", scheduler" : "") in",
        ].map { $0.isEmpty ? "" : "    \($0)" } + (body + ["    }", "}"]).map { "    \($0)" }
    }
}

extension Law {
    /// The same law for several threads, if there is one.
    var underThreads: RaceLaw? {
        switch self {
        case .promise: .promise
        case .subscription: .subscription
        case .end: .end
        case .demand: .demand
        case .cancellation: .cancellation
        case .completion: .completion
        case .order: .order
        case .serial: .serialised
        case .release: .release
        case .leak: .leak
        case .patience, .sink, .path, .place, .sharing, .surplus, .stop: nil
        }
    }
}
