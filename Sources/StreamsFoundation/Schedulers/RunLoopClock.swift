import Foundation
import TraitsStreams

/// A clock that runs closures in one mode of a run loop, each at its time, with one timer that lasts as long as the loop.
///
/// A run loop on Linux never frees a timer that was added to it, so a timer for each closure would leak. A closure that is
/// cancelled is released in the call that cancels it.
final class RunLoopClock: @unchecked Sendable {
    // Unchecked: `lock` guards the mutable state. A run loop takes closures, and a timer's new date, from any thread.

    private let lock = TraitLock()
    private var waiting = _DueQueue()
    /// The number of closures so far: those of one time keep the order in which they came.
    private var count: UInt64 = 0
    private weak var loop: RunLoop?
    private let mode: RunLoop.Mode
    private let timer: Timer
    /// The date at which the timer fires.
    private var alarm = Date.distantFuture

    private init(_ loop: RunLoop, _ mode: RunLoop.Mode) {
        self.loop = loop
        self.mode = mode
        let link = Link()
        timer = Timer(fire: .distantFuture, interval: 1e8, repeats: true) { _ in link.clock?.fire() }
        link.clock = self
        loop.add(timer, forMode: mode)
    }

    private final class Link: @unchecked Sendable {
        // Unchecked: written before the timer is in a loop. The timer may never be freed, so it doesn't retain the clock.
        weak var clock: RunLoopClock?
    }

    /// Runs a closure at a time.
    ///
    /// - Parameter interval: the time until the closure runs again; `nil` for a closure that runs once.
    /// - Returns: the scheduled closure, for `cancel(_:)`.
    @discardableResult
    func add(at date: Date, every interval: TimeInterval? = nil, _ work: @escaping @Sendable () -> Void)
        -> DueWork
    {
        let new = DueWork(date, interval, work)
        lock.withLock {
            push(new)
            if new.date < alarm { setAlarm(new.date) }
        }
        return new
    }

    /// Wakes a sleeping loop, so that it looks for closures.
    func wake() {
        lock.withLock {
            // If the timer is due already, the loop looks for closures after that.
            let now = Date()
            if now < alarm { setAlarm(now) }
        }
    }

    func cancel(_ work: DueWork) {
        let released = lock.withLock {
            let closure = work.action.take()
            if closure != nil { waiting.noteCancellation() }
            return closure
        }
        withExtendedLifetime(released) {}
    }

    /// Sets the date at which the timer fires, which wakes the loop. Called under `lock`.
    private func setAlarm(_ date: Date) {
        alarm = date
        timer.fireDate = date
    }

    private func fire() {
        let due = lock.withLock {
            let due = takeDue(until: Date())
            setAlarm(waiting.first().map(Self.work)?.date ?? .distantFuture)
            return due
        }
        // The closures don't run here: a closure that runs the loop itself would keep the timer from firing meanwhile.
        for work in due { loop?.perform(inModes: [mode]) { self.run(work) } }
    }

    private func run(_ work: DueWork) {
        let closure = lock.withLock { work.interval == nil ? work.action.take() : work.action }
        closure?()
    }

    // MARK: Called under `lock`

    private func push(_ work: DueWork) {
        count += 1
        work.order = count
        waiting.push(work)
    }

    /// Takes out all due closures, and puts repeated closures back with their next time in the future.
    private func takeDue(until now: Date) -> [DueWork] {
        let time = DueWork.time(of: now)
        var due: [DueWork] = []
        while let next = waiting.first(), next.time <= time, let work = waiting.popFirst() {
            due.append(Self.work(work))
        }
        for work in due {
            guard let interval = work.interval else { continue }
            work.move(behind: now, every: interval)
            push(work)
        }
        return due
    }

    /// Casts without a check, because no other objects are ever pushed.
    private static func work(_ due: _Due) -> DueWork { unsafeDowncast(due, to: DueWork.self) }
}

// MARK: - The clocks of all run loops

extension RunLoopClock {
    private struct Key: Hashable {
        let loop: ObjectIdentifier
        let mode: String
    }

    private final class Table: @unchecked Sendable {
        // Unchecked: the clocks are accessed only under the lock.
        let lock = TraitLock()
        var clocks: [Key: RunLoopClock] = [:]
    }

    private static let table = Table()

    /// Returns the clock of a run loop, and makes it at the first call.
    static func of(_ loop: RunLoop, mode: RunLoop.Mode = .default) -> RunLoopClock {
        let key = Key(loop: ObjectIdentifier(loop), mode: mode.rawValue)
        var old: [Key: RunLoopClock] = [:]
        defer { withExtendedLifetime(old) {} }
        return table.lock.withLock {
            if let clock = table.clocks[key], clock.loop === loop { return clock }
            // Clocks of released loops are released, too.
            old = table.clocks
            table.clocks = old.filter { $0.value.loop != nil && $0.key != key }
            let new = RunLoopClock(loop, mode)
            table.clocks[key] = new
            return new
        }
    }
}
