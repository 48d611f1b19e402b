import TraitsRuntime

extension LawRow {
    /// Checks that the histories of concurrent acts on a sample could also come from one thread.
    ///
    /// - Returns: The text of a fault, and the seed that shows it.
    func orderFault(
        sample: Int, inputs: Int, seeds: [UInt64], _ steps: Steps = Steps()
    ) -> (text: String, seed: UInt64)? {
        if exempt.contains(.order) { return nil }
        for plan in plans(inputs: inputs) {
            let order = RowOrder(plan, inputs: inputs, seeds: seeds, steps)
            samples[sample].accept(order)
            if let fault = order.fault {
                let threads = plan.threads.map { "\($0)" }.joined(separator: ", ")
                let demand = plan.demand.map { "\($0)" } ?? "all"
                return ("\(fault.text)\n  threads: \(threads); at first \(demand) asked for", fault.seed)
            }
        }
        return nil
    }

    /// Returns plans in which inputs send values and an end or a failure, each on a thread of its own, with one more thread
    /// that asks for values if the demand is limited at first.
    func plans(inputs: Int) -> [RowOrder.Plan] {
        guard (1...4).contains(inputs) else { return [] }
        let all = 0..<inputs
        var ends: [[PlanAct?]] = [
            all.map { _ in nil }, all.map { .finish($0) }, all.map { $0 == 0 ? .fail(0) : nil },
        ]
        if inputs > 1 { ends.append(all.map { $0 == 1 ? .finish(1) : nil }) }
        return ends.flatMap { ends -> [RowOrder.Plan] in
            func isAllowed(_ values: Int, atOnce: Bool) -> Bool {
                isKnown(
                    ends.map { end in
                        let ending: HistoryShape.Ending =
                            switch end {
                            case .finish: .finished
                            case .fail: .failed
                            default: .silent
                            }
                        return [HistoryShape(isImmediate: atOnce, values: values, ending: ending)]
                    })
            }
            // A promise may allow one value and not two, or require a synchronous value.
            let most = min(bound.values, inputs > 2 ? 1 : 2)
            var choices = [(most, false), (1, false)]
            // A subscriber that arrives after the end of a current value gets no value.
            if ends.allSatisfy({ $0 == nil }) { choices += [(most + 1, true), (2, true)] }
            guard let (count, isCurrent) = choices.first(where: { isAllowed($0, atOnce: $1) }) else {
                return []
            }
            let values = isCurrent ? 1..<count : 0..<count
            let sending = all.map { input in
                values.map { .send($0, to: input) } + (ends[input].map { [$0] } ?? [])
            }
            let another: [[PlanAct]] = inputs == 1 ? [[.send(values.upperBound, to: 0)]] : []
            func plan(_ threads: [[PlanAct]], _ demand: Int?) -> RowOrder.Plan {
                RowOrder.Plan(threads: threads, demand: demand, isCurrent: isCurrent)
            }
            // Changing to another input for each value takes several steps from the second value on.
            let brief = inputs == 2 ? [[sending[0][0]], sending[1]] : []
            let plans = [plan(sending + another, nil)] + (brief.isEmpty ? [] : [plan(brief, nil)])
            // A row without patience may lose values that aren't asked for in time.
            if !keepsDemand || inputs > 2 { return plans }
            let asking = [sending, brief].filter { !$0.isEmpty }.flatMap { sending -> [RowOrder.Plan] in
                let slowly: [PlanAct] = [.request(1, by: 0), .request(0, by: 0)]
                return [plan(sending + [slowly], 0), plan(sending + [[.request(0, by: 0)]], 1)]
            }
            return plans + asking
        }
    }
}
