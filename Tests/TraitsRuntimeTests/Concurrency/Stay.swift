import Dispatch
import Testing

/// Where another thread waits, inside of a closure, while a test does its part.
final class Stay: Sendable {
    private let isInside = DispatchSemaphore(value: 0)
    private let goOn = DispatchSemaphore(value: 0)

    /// For the closure: waits until ``during(_:_:)`` is over.
    func wait() {
        isInside.signal()
        goOn.waitInTime()
    }

    /// Calls a closure while another thread, which does the work, is inside of ``wait()``.
    func during(_ work: @escaping @Sendable () -> Void, _ body: () throws -> Void) rethrows {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group, execute: work)
        isInside.waitInTime()
        defer {
            goOn.signal()
            group.waitInTime()
        }
        try body()
    }
}
