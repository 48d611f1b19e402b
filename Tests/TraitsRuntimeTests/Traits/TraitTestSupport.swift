import TraitsRuntime
import TraitsTesting

struct MyError: Error, Hashable {}

extension Recorder {
    /// What came, in order and in words.
    var log: [String] {
        events.map { event in
            if case .value(let value) = event.signal { "\(value)" } else { "\(event.signal)" }
        }
    }
}

/// A promise of a job that a test keeps, to fulfil it when it wants to.
final class Pending<Outcome>: @unchecked Sendable {
    // Only one thread touches it at a time: tests that race hand it over before they begin.
    var fulfil: (@Sendable (Outcome) -> Void)?
    var cleanups = 0
}
