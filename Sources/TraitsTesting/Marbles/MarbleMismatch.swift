/// A recording that does not follow the marbles that were expected.
///
/// The test shows the description:
///
/// ```
/// the recording does not follow the marbles at SearchTests/ModelTests.swift:12
///   expected: --a-b-|
///   observed: --a-?-|
///                 ^ tick 4: expected b, 2; observed 5
/// ```
///
/// Assertions throw this error instead of calling a test framework. So this module links to none, works with all, and its own
/// failures are values that can be tested. The error knows its line, because XCTest on Linux doesn't say where an error was
/// thrown.
public struct MarbleMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected marbles.
    public let expected: String
    /// The marbles of the recording, in the same names.
    public let observed: String
    /// The column at which the lines begin to differ.
    public let column: Int
    /// The expected and the observed event at that place.
    public let reason: String
    /// The file of the assertion.
    public let fileID: String
    /// The line of the assertion.
    public let line: UInt
    /// The file that shows both lines as a trace, if `TRAITS_TRACE_FAILURES` in the environment asks for one.
    public internal(set) var trace: String?

    /// Both lines below each other, a caret under the first difference, and the file of the trace.
    public var description: String {
        let difference = """
            the recording does not follow the marbles at \(fileID):\(line)
              expected: \(expected)
              observed: \(observed)
                        \(String(repeating: " ", count: column))^ \(reason)
            """
        return difference + (trace.map { "\n  trace: \($0)" } ?? "")
    }
}

extension MarbleKey {
    /// Compares signals with marbles. The times of signals count from zero.
    ///
    /// - Returns: The first difference, if there is one.
    func mismatch(
        _ marbles: Marbles, _ signals: [TimedSignal<Output, Failure>], end: VirtualTime, fileID: String,
        line: UInt
    ) -> MarbleMismatch? {
        let marks = marbles.marks
        let common = zip(marks, signals).prefix { mark, observed in
            mark.tick == observed.time.ticks && matches(mark.symbol, observed.signal)
        }
        let index = Array(common).count
        guard index < max(marks.count, signals.count) else { return nil }

        let expected = marbles.drawing
        let observed = drawing(of: signals, end: end)
        let mark = index < marks.count ? marks[index] : nil
        let signal = index < signals.count ? signals[index] : nil

        // At the same tick, the lines differ at the symbols, though these may look alike. Otherwise they differ at the first
        // different character.
        let column =
            if let mark, let signal, mark.tick == signal.time.ticks {
                min(expected.columns[index], observed.columns[index])
            } else {
                zip(expected.text, observed.text).prefix { $0 == $1 }.map { _ in 1 }.count
            }
        return MarbleMismatch(
            expected: expected.text, observed: observed.text, column: column, reason: reason(mark, signal),
            fileID: fileID, line: line)
    }

    func drawing(of signals: [TimedSignal<Output, Failure>], end: VirtualTime) -> MarbleDrawing {
        var drawing = MarbleDrawing()
        var isOver = false
        for signal in signals {
            drawing.add(symbol(for: signal.signal), at: signal.time.ticks)
            if case .value = signal.signal {} else { isOver = true }
        }
        if !isOver { drawing.pass(until: end.ticks) }
        return drawing
    }

    private func reason(_ mark: Marbles.Mark?, _ observed: TimedSignal<Output, Failure>?) -> String {
        let expectation = mark.map { "expected \(meaning(of: $0.symbol))" } ?? "expected nothing more"
        let observation = observed.map { "observed \($0.signal)" } ?? "observed nothing more"
        if let mark, let observed, mark.tick != observed.time.ticks {
            return "\(expectation) at tick \(mark.tick); \(observation) at tick \(observed.time)"
        }
        let tick = mark?.tick ?? observed?.time.ticks ?? 0
        return "tick \(tick): \(expectation); \(observation)"
    }
}
