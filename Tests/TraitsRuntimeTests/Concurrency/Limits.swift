import Dispatch
import Testing

extension Trait where Self == TimeLimitTrait {
    /// Finds what hangs. It counts the time in which all other tests have the processors, so it is as long as a whole
    /// run may take.
    static var limited: Self { .timeLimit(.minutes(60)) }
}

/// The longest that a test waits for another thread, or for a process.
let longestWait: DispatchTimeInterval = .seconds(300)

extension DispatchSemaphore {
    /// Waits for another thread, and fails the test if none signals.
    func waitInTime(at location: SourceLocation = #_sourceLocation) {
        #expect(wait(timeout: .now() + longestWait) == .success, "nobody signals", sourceLocation: location)
    }
}

extension DispatchGroup {
    /// Waits for the work of the group, and fails the test if that doesn't end.
    ///
    /// - Returns: whether it ended.
    @discardableResult
    func waitInTime(at location: SourceLocation = #_sourceLocation) -> Bool {
        let isOver = wait(timeout: .now() + longestWait) == .success
        #expect(isOver, "the work doesn't end", sourceLocation: location)
        return isOver
    }
}
