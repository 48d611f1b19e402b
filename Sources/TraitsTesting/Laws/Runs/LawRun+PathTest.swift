import TraitsRuntime

extension LawRun {
    /// Returns a run on another path as a test: the events, each with its tick, have to be the same as those of a subscriber of
    /// which nothing is known.
    func pathTest(_ taker: Taker, _ law: Law, _ log: Log, _ unlimited: Log?) -> [String] {
        let setup =
            opening + [
                "var seen: [String] = []",
                "func see(_ event: Any) { seen.append(\"\\(scheduler.now.ticks): \\(event)\") }",
            ]
        let isTask: Bool
        let call: [String]
        let path = taker.path
        switch path {
        case .taking(.sinkObject):
            isTask = false
            call = [
                "publisher.subscribe(",
                "    Subscribers.Sink(receiveCompletion: { see($0) }, receiveValue: { see($0) }))",
            ]
        case .taking(.outcome(let trait)):
            isTask = false
            call = [
                "let cancellable = publisher.unchecked\(trait.rawValue)().sink\(trait.rawValue) { see($0) }"
            ]
        case .taking(.values):
            isTask = true
            call = ["for try await value in publisher.values { see(value) }", "see(\"finished\")"]
        case .taking(.bufferedValues):
            isTask = true
            call = [
                "for try await value in publisher.values(buffering: .unbounded) { see(value) }",
                "see(\"finished\")",
            ]
        case .taking(.value(.completable)):
            isTask = true
            call = ["try await publisher.uncheckedCompletable().value", "see(\"finished\")"]
        case .taking(.value(let trait)):
            isTask = true
            call = ["see(try await publisher.unchecked\(trait.rawValue)().value as Any)"]
        case .subscriber, .taking:
            isTask = false
            let publisher = path == .taking(.erasedSink) ? "publisher.eraseToAnyPublisher()" : "publisher"
            call = [
                "let cancellable = \(publisher).sink(",
                "    receiveCompletion: { see($0) }, receiveValue: { see($0) })",
            ]
        }
        let run =
            isTask
            ? FaultText.block(
                "scheduler.advance(to: \(end)) {",
                FaultText.block("do {", call, "} catch {") + ["    see(error)", "}"])
            : call + ["see(\"subscribed\")"] + ["scheduler.advance(to: \(taker.cancellationTick ?? end))"]
        var clearing =
            (call[0].hasPrefix("let cancellable") ? ["cancellable.cancel()"] : [])
            + ["try scheduler.run()"]
        let names = runner.subject.names
        if let tick = taker.cancellationTick {
            clearing = ["cancellable.cancel()", "seen = []", "scheduler.advance(to: \(tick))"]
            if law == .cancellation {
                return setup + run + clearing + ["try scheduler.run()", "#expect(seen == [])"]
            }
        }
        switch law {
        case .release: return setup + run + clearing + names.map { "#expect(\($0).activeCount == 0)" }
        case .leak: return setup + run + clearing + names.map { "#expect(\($0).keptCount == 0)" }
        default:
            let expected = events(path, of: unlimited ?? log, isTask: isTask).map { String(reflecting: $0) }
            return setup + run + ["#expect(seen == [\(expected.joined(separator: ", "))])"] + clearing
        }
    }

    /// Returns the events that the path has to show, in the words of the test.
    private func events(_ path: Taker.Path, of log: Log, isTask: Bool) -> [String] {
        let events = path.takesOutcomeAlone ? Array(log.events.prefix(1)) : log.events
        var lines = events.map { event in
            "\(event.time.ticks): "
                + (isTask ? taskText(of: event.signal, path) : text(of: event.signal, path))
        }
        if !isTask { lines.insert("0: subscribed", at: min(log.immediateCount ?? 0, lines.count)) }
        return lines
    }

    private func text(of signal: Signal<P.Output, P.Failure>, _ path: Taker.Path) -> String {
        switch (signal, path) {
        case (.value(let value), .taking(.outcome(.single))): "\(Result<P.Output, P.Failure>.success(value))"
        case (.value(let value), .taking(.outcome)): "\(MaybeResult<P.Output, P.Failure>.success(value))"
        case (.value(let value), _): "\(value)"
        case (.completion(.failure(let error)), .taking(.outcome(.single))):
            "\(Result<P.Output, P.Failure>.failure(error))"
        case (.completion(.failure(let error)), .taking(.outcome(.maybe))):
            "\(MaybeResult<P.Output, P.Failure>.failure(error))"
        case (.completion(let completion), _): "\(completion)"
        case (.cancelled, _): "cancelled"
        }
    }

    private func taskText(of signal: Signal<P.Output, P.Failure>, _ path: Taker.Path) -> String {
        switch (signal, path) {
        case (.value(let value), .taking(.value(.maybe))): "\(P.Output?.some(value) as Any)"
        case (.completion(.finished), .taking(.value(.maybe))): "\(P.Output?.none as Any)"
        case (.value(let value), _): "\(value)"
        case (.completion(.failure(let error)), _): "\(error)"
        case (.completion(.finished), _): "finished"
        case (.cancelled, _): "cancelled"
        }
    }
}
