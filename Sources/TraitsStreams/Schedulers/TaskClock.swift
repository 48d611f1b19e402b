#if !canImport(Dispatch)
    /// Runs closures in tasks, on platforms without Dispatch.
    public struct _TaskClock: Scheduler, Sendable {
        public typealias SchedulerOptions = Never

        public struct SchedulerTimeType: Strideable, Hashable, Sendable {
            var instant: ContinuousClock.Instant

            public func distance(to other: Self) -> Stride { Stride(instant.duration(to: other.instant)) }
            public func advanced(by n: Stride) -> Self { Self(instant: instant.advanced(by: n.duration)) }
        }

        public var now: SchedulerTimeType { SchedulerTimeType(instant: .now) }

        public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            let work = _SendableWork.sendable(action)
            Task { work() }
        }

        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) {
            _ = _scheduleOnce(after: date, tolerance: tolerance, options: nil, action)
        }

        public func _scheduleOnce(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) -> (any Cancellable)? {
            let work = _SendableWork.sendable(action)
            let task = Task {
                try await Task.sleep(until: date.instant, tolerance: tolerance.duration)
                work()
            }
            return _TaskHandle { task.cancel() }
        }

        public func _scheduleWait(
            until date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            _scheduleOnce(after: date, tolerance: tolerance, options: nil, action) ?? Subscriptions.empty
        }

        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            let work = _SendableWork.sendable(action)
            let task = Task {
                var date = date
                while true {
                    try await Task.sleep(until: date.instant, tolerance: tolerance.duration)
                    work()
                    date = date.advanced(by: interval)
                }
            }
            return AnyCancellable { task.cancel() }
        }
    }

    /// Cancels when it is told to, and not when it is released.
    private struct _TaskHandle: Cancellable {
        let stop: () -> Void

        init(_ stop: @escaping () -> Void) { self.stop = stop }

        func cancel() { stop() }
    }

    extension _TaskClock.SchedulerTimeType {
        /// A length of time, to the nanosecond. A number by itself means seconds.
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral, Hashable, Sendable
        {
            /// The length in nanoseconds.
            public var magnitude: Int

            init(_ duration: Duration) {
                let (seconds, attoseconds) = duration.components
                let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
                magnitude =
                    overflow ? (seconds < 0 ? .min : .max) : product &+ Int(attoseconds / 1_000_000_000)
            }

            private init(nanoseconds: Int) { magnitude = nanoseconds }

            var duration: Duration { .nanoseconds(magnitude) }

            public init(floatLiteral value: Double) { self = .seconds(value) }
            public init(integerLiteral value: Int) { self = .seconds(value) }

            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = Int(exactly: source) else { return nil }
                self = .seconds(seconds)
            }

            public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Zero, as in Combine: the product of two lengths of time isn't one.
            public static func * (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: 0) }
            public static func + (lhs: Self, rhs: Self) -> Self {
                Self(nanoseconds: lhs.magnitude + rhs.magnitude)
            }
            public static func - (lhs: Self, rhs: Self) -> Self {
                Self(nanoseconds: lhs.magnitude - rhs.magnitude)
            }
            public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
            public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
            public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

            public static func seconds(_ s: Double) -> Self { Self(.seconds(s)) }
            public static func seconds(_ s: Int) -> Self { Self(.seconds(s)) }
            public static func milliseconds(_ ms: Int) -> Self { Self(.milliseconds(ms)) }
            public static func microseconds(_ us: Int) -> Self { Self(.microseconds(us)) }
            public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
        }
    }
#endif
