#if canImport(Dispatch)
    public import Dispatch

    /// Running closures on a dispatch queue.
    extension DispatchQueue: Scheduler {
        /// The options of a queue for one closure.
        // Unchecked: the flags are an option set, which Dispatch doesn't say is Sendable.
        public struct SchedulerOptions: @unchecked Sendable {
            /// The urgency of the closure.
            public var qos: DispatchQoS

            /// The flags for the closure, for instance to run it as a barrier.
            public var flags: DispatchWorkItemFlags

            /// The group that the closure belongs to while it waits and runs.
            public var group: DispatchGroup?

            /// Creates options; an option that isn't given has no effect.
            public init(
                qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
                group: DispatchGroup? = nil
            ) {
                self.qos = qos
                self.flags = flags
                self.group = group
            }
        }

        @inlinable
        public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

        @inlinable
        public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

        @inlinable
        public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
            _callsOut("schedule(_:)")
            let work = _SendableWork.sendable(action)
            guard let options else { return async(execute: work) }
            async(group: options.group, qos: options.qos, flags: options.flags, execute: work)
        }

        @inlinable
        public func schedule(
            after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
            _ action: @escaping () -> Void
        ) {
            _callsOut("schedule(after:_:)")
            let work = _SendableWork.sendable(action)
            guard let options else { return asyncAfter(deadline: date.dispatchTime, execute: work) }
            guard let group = options.group else {
                return asyncAfter(
                    deadline: date.dispatchTime, qos: options.qos, flags: options.flags, execute: work)
            }
            // A deadline takes no group: the closure enters it here and leaves it when it has run.
            group.enter()
            asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
                work()
                group.leave()
            }
        }

        public func schedule(
            after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
            tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            _callsOut("schedule(after:interval:_:)")
            let work = _QueueWork(
                self, options, after: date, every: interval, tolerance: tolerance, waitsInGroup: false,
                action)
            _Deadlines.shared.add(work)
            return _QueueTimer(work)
        }
    }

    // MARK: - Time

    extension DispatchQueue {
        /// A moment on a queue's clock.
        @frozen
        public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
            /// The moment as Dispatch tells it.
            public var dispatchTime: DispatchTime

            /// Creates a moment from Dispatch's.
            @inlinable
            public init(_ time: DispatchTime) { dispatchTime = time }

            /// The time from this moment to another, negative if that is earlier. As in Combine, a distance that is too long
            /// for a number is the longest there is, whichever moment is earlier.
            @inlinable
            public func distance(to other: SchedulerTimeType) -> Stride {
                let from = dispatchTime.uptimeNanoseconds
                let to = other.dispatchTime.uptimeNanoseconds
                guard let length = Int(exactly: to >= from ? to &- from : from &- to) else {
                    return .nanoseconds(.max)
                }
                return .nanoseconds(to >= from ? length : -length)
            }

            /// The moment some time after this one, or before it if the length is negative.
            @inlinable
            public func advanced(by n: Stride) -> SchedulerTimeType {
                SchedulerTimeType(dispatchTime + n.timeInterval)
            }

            @inlinable
            public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
                lhs.dispatchTime < rhs.dispatchTime
            }

            @inlinable
            public static func == (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
                lhs.dispatchTime == rhs.dispatchTime
            }

            @inlinable
            public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

            public init(from decoder: any Decoder) throws {
                let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
                self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(dispatchTime.uptimeNanoseconds)
            }
        }
    }

    extension DispatchQueue.SchedulerTimeType {
        /// A length of time on a queue's clock, to the nanosecond. A number by itself means seconds.
        @frozen
        public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
            ExpressibleByFloatLiteral, Hashable, Codable, Sendable
        {
            public typealias FloatLiteralType = Double
            public typealias IntegerLiteralType = Int
            public typealias Magnitude = Int

            /// The length in nanoseconds.
            public var magnitude: Int

            private enum CodingKeys: String, CodingKey { case magnitude = "_nanoseconds" }

            /// The length as Dispatch tells it.
            @inlinable
            public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

            @inlinable
            init(nanoseconds: Int) { magnitude = nanoseconds }

            /// Creates a length from Dispatch's; `never` becomes the longest there is.
            public init(_ timeInterval: DispatchTimeInterval) {
                switch timeInterval {
                case .seconds(let s): magnitude = Self.clamped(s, times: 1_000_000_000)
                case .milliseconds(let ms): magnitude = Self.clamped(ms, times: 1_000_000)
                case .microseconds(let us): magnitude = Self.clamped(us, times: 1_000)
                case .nanoseconds(let ns): magnitude = ns
                case .never: magnitude = .max
                #if canImport(Darwin)
                    @unknown default: magnitude = .max
                #endif
                }
            }

            @inlinable
            public init(floatLiteral value: Double) { self = .seconds(value) }

            @inlinable
            public init(integerLiteral value: Int) { self = .seconds(value) }

            @inlinable
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let seconds = Int(exactly: source) else { return nil }
                self = .seconds(seconds)
            }

            @inlinable
            public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
            /// Zero, as in Combine: the product of two lengths of time isn't one.
            @inlinable
            public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(nanoseconds: 0) }
            @inlinable
            public static func + (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.magnitude + rhs.magnitude)
            }
            @inlinable
            public static func - (lhs: Stride, rhs: Stride) -> Stride {
                Stride(nanoseconds: lhs.magnitude - rhs.magnitude)
            }
            @inlinable
            public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
            @inlinable
            public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
            @inlinable
            public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }

            @inlinable
            public static func seconds(_ s: Double) -> Stride {
                let nanoseconds = s * 1_000_000_000
                // An `Int` can't hold numbers of this size, and NaN counts as zero.
                if nanoseconds >= 0x1p63 { return Stride(nanoseconds: .max) }
                if nanoseconds < -0x1p63 { return Stride(nanoseconds: .min) }
                return Stride(nanoseconds: nanoseconds.isNaN ? 0 : Int(nanoseconds))
            }
            @inlinable
            public static func seconds(_ s: Int) -> Stride {
                Stride(nanoseconds: clamped(s, times: 1_000_000_000))
            }
            @inlinable
            public static func milliseconds(_ ms: Int) -> Stride {
                Stride(nanoseconds: clamped(ms, times: 1_000_000))
            }
            @inlinable
            public static func microseconds(_ us: Int) -> Stride {
                Stride(nanoseconds: clamped(us, times: 1_000))
            }
            @inlinable
            public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }

            @inlinable
            static func clamped(_ value: Int, times factor: Int) -> Int {
                let (product, overflow) = value.multipliedReportingOverflow(by: factor)
                return overflow ? (value < 0 ? .min : .max) : product
            }
        }
    }
#endif
