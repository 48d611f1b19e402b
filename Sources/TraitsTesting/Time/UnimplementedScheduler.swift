import TraitsRuntime

/// A scheduler for code that must not schedule: it reports each use and runs nothing.
///
/// ```swift
/// let scheduler = UnimplementedScheduler("search", like: TestScheduler()) { use in
///     Issue.record("\(use)")       // XCTFail("\(use)") in XCTest
/// }
/// let model = SearchModel(scheduler: scheduler)
/// model.clear()                    // fine as long as clearing needs no time
/// #expect(scheduler.uses == [])
/// ```
///
/// - Threads: Safe from any thread; the handler is called on the thread of the use, under no lock.
public final class UnimplementedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler,
    @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    // Unchecked, because a time type need not be sendable: `reported` is touched under `lock` only, all other state never
    // changes.

    /// The call that used the scheduler.
    public enum Call: String, Hashable, Sendable {
        /// The clock was read.
        case now
        /// The tolerance was read.
        case minimumTolerance
        /// An action was to run immediately.
        case schedule = "schedule(_:)"
        /// An action was to run later.
        case scheduleAfter = "schedule(after:_:)"
        /// An action was to run again and again.
        case scheduleInterval = "schedule(after:interval:_:)"
    }

    /// A use of the scheduler, which should not have happened.
    public struct Use: Hashable, Sendable, CustomStringConvertible {
        /// The call that used the scheduler.
        public let call: Call
        /// The name of the scheduler.
        public let scheduler: String
        /// The file in which the scheduler was created.
        public let fileID: String
        /// The line on which the scheduler was created.
        public let line: UInt

        /// The call, the scheduler and the place where it was created.
        public var description: String {
            "unimplemented scheduler \"\(scheduler)\" (created at \(fileID):\(line)) was used: \(call.rawValue)"
        }
    }

    private let name: String
    private let fileID: String
    private let line: UInt
    private let time: SchedulerTimeType
    private let tolerance: SchedulerTimeType.Stride
    private let handler: (@Sendable (Use) -> Void)?
    private let lock = Lock()
    private var reported: [Use] = []

    /// Creates a scheduler that must not be used.
    ///
    /// - Parameters:
    ///   - name: The name of the scheduler in reports.
    ///   - now: The time that its clock returns, after reporting the use.
    ///   - options: The type of the options.
    ///   - fileID: The file that a report gives as the place of creation.
    ///   - line: The line that a report gives as the place of creation.
    ///   - handler: Called with each use; all uses are also kept in ``uses``.
    public init(
        _ name: String,
        now: SchedulerTimeType,
        options: SchedulerOptions.Type = SchedulerOptions.self,
        fileID: String = #fileID,
        line: UInt = #line,
        handler: (@Sendable (Use) -> Void)? = nil
    ) {
        self.name = name
        self.fileID = fileID
        self.line = line
        self.time = now
        self.tolerance = now.distance(to: now)
        self.handler = handler
    }

    /// Creates a scheduler that must not be used, with the time and options of another scheduler.
    public convenience init<Other: Scheduler>(
        _ name: String,
        like other: Other,
        fileID: String = #fileID,
        line: UInt = #line,
        handler: (@Sendable (Use) -> Void)? = nil
    ) where Other.SchedulerTimeType == SchedulerTimeType, Other.SchedulerOptions == SchedulerOptions {
        self.init(name, now: other.now, fileID: fileID, line: line, handler: handler)
    }

    /// All uses so far, the oldest first.
    public var uses: [Use] { lock.withLock { reported } }

    /// Reports the use and returns the time given at creation.
    public var now: SchedulerTimeType {
        report(.now)
        return time
    }

    /// Reports the use and returns no time at all.
    public var minimumTolerance: SchedulerTimeType.Stride {
        report(.minimumTolerance)
        return tolerance
    }

    /// Reports the use; the action does not run.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        report(.schedule)
    }

    /// Reports the use; the action does not run.
    public func schedule(
        after date: SchedulerTimeType,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        report(.scheduleAfter)
    }

    /// Reports the use; the action does not run.
    public func schedule(
        after date: SchedulerTimeType,
        interval: SchedulerTimeType.Stride,
        tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        report(.scheduleInterval)
        return AnyCancellable {}
    }

    private func report(_ call: Call) {
        let use = Use(call: call, scheduler: name, fileID: fileID, line: line)
        lock.withLock { reported.append(use) }
        handler?(use)
    }
}
