import Foundation

/// Runs a body on several threads of its own, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
    let done = DispatchGroup()
    for index in 0..<count {
        done.enter()
        Thread.detachNewThread {
            body(index)
            done.leave()
        }
    }
    done.wait()
}

/// Calls a body so many times, at an even pace; immediately if it is late.
func paced(_ count: Int, every nanoseconds: UInt64, _ body: (Int) -> Void) {
    let start = Probe.now
    for index in 0..<count {
        let due = start + UInt64(index) * nanoseconds
        let now = Probe.now
        if due > now {
            var time = timespec(tv_sec: 0, tv_nsec: Int(due - now))
            nanosleep(&time, nil)
        }
        body(index)
    }
}
