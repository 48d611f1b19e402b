// The faults of a row that its observations show together, when all samples have run.
extension LawRow {
    /// Returns a fault if inputs are shared although the row doesn't say so: the row misses a trait.
    func brokenSharing(_ refuted: Set<LawSharing>) -> [String] {
        [.each, .any].contains(sharing) && !refuted.contains(.once) && !exempt.contains(.sharing)
            ? [
                Self.fault(
                    "no sample shows that another subscriber begins anything again: is it `shared`?", .sharing
                )
            ]
            : []
    }

    /// Returns the promises of the row that its samples can't show.
    ///
    /// - Parameter haveMet: Indicates whether two subscribers were there at the same time. Otherwise all ways of sharing look
    ///   alike.
    func notes(haveMet: Bool) -> [String] {
        let isOpenSource = predictions.keys.first?.isEmpty == true && !isTight
        return (isOpenSource ? ["its rule is open, so values that a late request loses aren't missed"] : [])
            + (sharing == .once && !haveMet
                ? [
                    "each subscriber is over before another comes, so `shared` isn't checked unless a sample counts the "
                        + "work, see `countWork`"
                ] : [])
    }

    /// Returns one text for each violation. Samples that show the same are told together.
    func texts(of violations: [(violation: LawViolation, sample: String)]) -> [String] {
        var known: [[String]: Int] = [:]
        var told: [(violation: LawViolation, samples: [String])] = []
        for (violation, sample) in violations {
            let key =
                [violation.law.rawValue, violation.detail, violation.observed, violation.subscriber]
                + violation.inputs
            if let index = known[key] {
                told[index].samples.append(sample)
            } else {
                known[key] = told.count
                told.append((violation, [sample]))
            }
        }
        return told.map { violation, samples in
            violation.text(
                predicted: predicted(of: violation.shapes),
                samples.map { "  sample: \($0.split(separator: "\n").joined(separator: " "))" }
                    + Self.stops(violation) + Self.advice([violation.law]))
        }
    }

    /// Returns the histories that the row predicts of its inputs, as text; nil if it predicts none.
    func predicted(of inputs: [[HistoryShape]]) -> String? {
        let shapes = Set(inputs.flatMap { predictions[$0] ?? [] }).map(\.description).sorted()
        return shapes.isEmpty ? nil : shapes.joined(separator: " or ")
    }

    private static func fault(_ text: String, _ law: Law) -> String {
        ([text] + advice([law])).joined(separator: "\n")
    }

    /// Returns the operators that stop the program at an unasked value, if the violation is such a stop.
    private static func stops(_ violation: LawViolation) -> [String] {
        violation.law == .surplus && violation.detail.hasPrefix(Law.stop.rawValue)
            ? [
                "  `catch`, `tryCatch`, `retry`, `replaceError` and `switchToLatest` stop the program there, as in Combine"
            ]
            : []
    }

    /// Returns the lines that exempt a row from laws. No row is exempt from its own prediction.
    static func advice(_ laws: [Law]) -> [String] {
        laws.filter { ![.promise, .stop].contains($0) }.map {
            "  if it is meant to do this, paste below the row: exempt \($0) because \"…\""
        }
    }

    func unseen(_ observed: [[HistoryShape]: Set<HistoryShape>]) -> [String] {
        if !isTight {
            // A source has one behaviour, so no other behaviour could show the history.
            if predictions.keys.first?.isEmpty == true { return [] }
            // Of a rule that says nothing, nothing has to be seen.
            if allowsAnything { return [] }
            // Distinguishes shapes as far as traits do.
            func known(_ shapes: some Sequence<HistoryShape>) -> Set<HistoryShape> {
                Set(shapes.map { $0.limited(to: traits.first?.limit ?? limit) })
            }
            let predicted = known(observed.keys.flatMap { predictions[$0] ?? [] })
            let seen = known(observed.values.joined())
            // If no input can fail, and no failure was seen, the failure type is `Never`.
            let fails = (Array(observed.keys.joined()) + seen).contains { $0.ending == .failed }
            let missing = predicted.subtracting(seen).filter { fails || $0.ending != .failed }
            if missing.isEmpty, strictlyUnseen(observed).isEmpty {
                return ["`unseen` is not needed: the samples show every history that the row predicts"]
            }
            if missing.isEmpty { return [] }
            let list = missing.map(\.description).sorted().joined(separator: ", ")
            return [
                "no sample shows \(list), which the row predicts; add a sample that shows it, or write a narrower rule"
            ]
        }
        let needless = Self.sorted(declaredUnseen).flatMap { inputs, outputs in
            outputs.filter { output in
                predictions[inputs]?.contains(output) != true || seen(inputs, observed).contains(output)
            }.map { "`unseen` is not needed: \(Self.text(inputs))\($0)" }
        }
        let missing = strictlyUnseen(observed)
        guard !missing.isEmpty else { return needless }
        return needless + [
            """
            no sample shows these histories, which the row predicts; add samples that show them, or, if none can, paste this below the row:
                unseen \(missing.joined(separator: ",\n        "))
                    because "…"
            """
        ]
    }

    /// A Boolean value that indicates whether the row predicts every history of all inputs.
    private var allowsAnything: Bool {
        let nothing = HistoryShape(isImmediate: false, values: 0, ending: .silent)
        let all = nothing.continued(to: limit).filter { $0.values > 0 || $0.ending != .silent }
        return predictions.values.allSatisfy { $0.isSuperset(of: all) }
    }

    /// Returns a fault for each place from which no event comes: naming it costs the row a trait for nothing.
    func unseenPlaces(_ arrivals: Set<LawArrival>) -> [String] {
        exempt.contains(.place)
            ? []
            : places.needless(arrivals).map {
                Self.fault("no sample shows an event \($0), as the row says", .place)
            }
    }

    /// Returns the observations that aren't about histories, as lines of a record: the places where values and, behind a bar,
    /// ends arrived, and the ways in which subscribers may share, unless no two of them have met.
    func promises(_ arrivals: Set<LawArrival>, _ refuted: Set<LawSharing>, haveMet: Bool) -> [String] {
        let words = arrivals.map { ($0.isEnd ? "|" : "") + $0.place.word }.sorted()
        let shared = LawSharing.allCases.filter { !refuted.contains($0) }.map(\.rawValue)
        return (exempt.contains(.place) ? [] : [(["arrives"] + words).joined(separator: " ")])
            + (exempt.contains(.sharing) || !haveMet ? [] : [(["shares"] + shared).joined(separator: " ")])
    }

    /// Returns the histories that the row predicts of a behaviour of the inputs and that no sample shows of that behaviour, as a
    /// table writes them.
    private func strictlyUnseen(_ observed: [[HistoryShape]: Set<HistoryShape>]) -> [String] {
        Self.sorted(observed).flatMap { inputs, _ -> [String] in
            var unseen = predictions[inputs] ?? []
            unseen.subtract(seen(inputs, observed))
            unseen.subtract(declaredUnseen[inputs] ?? [])
            let given = inputs.map { "\($0) " }.joined()
            return unseen.map { "\(given)=> \($0)" }.sorted()
        }
    }

    /// Returns the histories that were seen of these inputs, in any order if the order makes no difference.
    private func seen(_ inputs: [HistoryShape], _ observed: [[HistoryShape]: Set<HistoryShape>]) -> Set<
        HistoryShape
    > {
        guard isSymmetric else { return observed[inputs] ?? [] }
        return orders(inputs).reduce(into: []) { $0.formUnion(observed[$1] ?? []) }
    }

    /// Returns the inputs in every order.
    private func orders(_ inputs: [HistoryShape]) -> [[HistoryShape]] {
        guard inputs.count > 1 else { return [inputs] }
        return inputs.indices.flatMap { index in
            var rest = inputs
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    static func sorted(_ observed: [[HistoryShape]: Set<HistoryShape>]) -> [([HistoryShape], [HistoryShape])]
    {
        func size(_ shapes: [HistoryShape]) -> Int {
            shapes.reduce(0) { $0 + $1.values + ($1.ending == .silent ? 0 : 1) }
        }
        return observed.map { ($0.key, $0.value.sorted { $0.description < $1.description }) }.sorted {
            (size($0.0), $0.0.description) < (size($1.0), $1.0.description)
        }
    }

    static func text(_ inputs: [HistoryShape]) -> String {
        inputs.isEmpty ? "" : inputs.map(\.description).joined(separator: "  ") + "  becomes  "
    }
}
