import TraitsRuntime

// The texts of faults that races show.
extension LawRow {
    /// Returns the text of a fault, with the way to see it again.
    ///
    /// - Parameters:
    ///   - law: The law that is broken; nil if the program has stopped.
    ///   - plan: The plan of the race that shows it; nil if it was a race of a subject, or of the order.
    func report(
        _ fault: String, _ law: RaceLaw?, _ sample: Int, _ seed: UInt64, _ plan: RacePlan? = nil
    ) -> String {
        var text = FaultText("\(location): \(type)   \(rules)")
        text.add([fault])
        text.add("publisher", samples[sample].text)
        if let plan {
            text.add("inputs", plan.inputs)
            text.add("taken by", plan.words)
        } else if inputCount == 0 {
            text.add("threads", "two send, one subscribes, one cancels")
        }
        text.add(seed: seed, row: type, filter: "rowUnderThreads")
        guard let law else { return text.description }
        text.add(Self.advice(Law.allCases.filter { $0.underThreads == law }))
        if let test = test(of: law, samples[sample]) { text.add(test: test) }
        return text.description
    }

    /// Returns a test of a sample without its row, which may take several runs to fail. Only the row says which histories and
    /// orders are right.
    private func test(of law: RaceLaw, _ sample: Sample) -> [String]? {
        if sample.names.isEmpty || sample.names == ["infallible"] || [.promise, .order].contains(law) {
            return nil
        }
        let subject = LawSubject(
            expression: sample.text, names: sample.names, types: types, of: "RaceUpstream", location: location
        )
        let inputs = sample.names.enumerated().map { "let \($1) = inputs[\($0)]" }
        let isTimed = sample.text.contains("scheduler")
        let opening = "try Laws.race(inputs: \(inputs.count)) { inputs\(isTimed ? ", scheduler" : "") in"
        let race = FaultText.block(opening, inputs + subject.lines + ["return publisher"])
        return FaultText.test("keepsItsLawsUnderThreads", race)
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
