/// The meaning of names in marbles, for values of one type and errors of another.
struct MarbleKey<Output, Failure: Error> {
    var values: [Character: Output]
    var errors: [Character: Failure]
    /// `nil` if values can't be compared; then there are no named values either.
    var areEqual: ((Output, Output) -> Bool)?

    init(
        values: [Character: Output] = [:],
        errors: [Character: Failure] = [:],
        areEqual: ((Output, Output) -> Bool)? = nil
    ) {
        self.values = values
        self.errors = errors
        self.areEqual = areEqual
    }
}

// MARK: - From names

extension MarbleKey {
    /// Returns the signals that scripted marbles stand for.
    func signals(of marbles: Marbles) throws(MarbleError) -> [TimedSignal<Output, Failure>] {
        var signals: [TimedSignal<Output, Failure>] = []
        for (index, mark) in marbles.marks.enumerated() {
            if index > 0, case .completion = signals[index - 1].signal {
                throw MarbleError(
                    message: "nothing may follow, the line is failed", marbles: marbles.description,
                    offset: mark.offset)
            }
            let signal: Signal<Output, Failure>
            switch mark.symbol {
            case .finished: signal = .completion(.finished)
            case .cancelled:
                throw MarbleError(
                    message: "a publisher can't cancel itself, its subscriber does",
                    marbles: marbles.description, offset: mark.offset)
            case .name(let name):
                guard let named = self.signal(named: name, ordinal: index) else {
                    throw unknown(name, at: mark.offset, in: marbles)
                }
                signal = named
            }
            signals.append(TimedSignal(VirtualTime(ticks: mark.tick), signal))
        }
        return signals
    }

    private func signal(named name: Character, ordinal: Int) -> Signal<Output, Failure>? {
        if let error = errors[name] { return .completion(.failure(error)) }
        if name == "x" { return (TestFailure(name) as? Failure).map { .completion(.failure($0)) } }
        if let value = values[name] { return .value(value) }
        if let type = Output.self as? any MarbleValue.Type,
            let value = type.value(named: name, ordinal: ordinal) as? Output
        {
            return .value(value)
        }
        if name == "o" { return (() as? Output).map { .value($0) } }
        return nil
    }

    /// Checks that expected marbles contain no unknown names.
    func check(_ marbles: Marbles) throws(MarbleError) {
        var failed = false
        for mark in marbles.marks {
            if failed {
                throw MarbleError(
                    message: "nothing may follow, the line is failed", marbles: marbles.description,
                    offset: mark.offset)
            }
            guard case .name(let name) = mark.symbol, name != "x", name != "o" else { continue }
            failed = errors[name] != nil
            if failed || values[name] != nil || Output.self is any MarbleValue.Type { continue }
            throw unknown(name, at: mark.offset, in: marbles)
        }
    }

    private func unknown(_ name: Character, at offset: Int, in marbles: Marbles) -> MarbleError {
        MarbleError(
            message: name == "x"
                ? "which error is x? Pass errors: [\"x\": …]"
                : "nothing is named \(name). Pass values: [\"\(name)\": …]",
            marbles: marbles.description, offset: offset)
    }
}

// MARK: - Comparing

extension MarbleKey {
    /// Returns whether a signal matches a symbol.
    func matches(_ symbol: Marbles.Symbol, _ signal: Signal<Output, Failure>) -> Bool {
        switch (symbol, signal) {
        case (.finished, .completion(.finished)), (.cancelled, .cancelled):
            return true
        case (.name(let name), .completion(.failure(let error))):
            if let expected = errors[name] { return areEqualErrors(expected, error) }
            return name == "x"
        case (.name(let name), .value(let value)):
            if errors[name] != nil || name == "x" { return false }
            if let expected = values[name] { return areEqual?(expected, value) ?? false }
            if name == "o" { return true }
            return (value as? any MarbleValue)?.marbleName == name
        default:
            return false
        }
    }

    /// Compares errors. Errors that aren't equatable are compared by their type and description.
    private func areEqualErrors(_ lhs: Failure, _ rhs: Failure) -> Bool {
        if let lhs = lhs as? any Equatable { return lhs.equals(rhs) }
        return type(of: lhs as Any) == type(of: rhs as Any)
            && String(describing: lhs) == String(describing: rhs)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}

// MARK: - To names

extension MarbleKey {
    /// Returns the symbol for an observed signal: `?` for a value or an error without a name if others have names.
    func symbol(for signal: Signal<Output, Failure>) -> Character {
        switch signal {
        case .cancelled: return "!"
        case .completion(.finished): return "|"
        case .completion(.failure(let error)):
            let name = errors.filter { areEqualErrors($0.value, error) }.map(\.key).min()
            return name ?? (errors["x"] == nil ? "x" : "?")
        case .value(let value):
            if let areEqual, let name = values.filter({ areEqual($0.value, value) }).map(\.key).min() {
                return name
            }
            if let value = value as? any MarbleValue, let name = value.marbleName, values[name] == nil {
                return name
            }
            return values.isEmpty ? "o" : "?"
        }
    }

    /// Returns the meaning of a symbol, for messages.
    func meaning(of symbol: Marbles.Symbol) -> String {
        switch symbol {
        case .finished: return "finished"
        case .cancelled: return "cancelled"
        case .name(let name):
            if let error = errors[name] { return "\(name), failed with \(quoted(error))" }
            if let value = values[name] { return "\(name), \(quoted(value))" }
            switch name {
            case "x": return "a failure"
            case "o": return "a value"
            default: return String(name)
            }
        }
    }
}
