import AllocationCounter
import Dispatch
import Foundation
import Synchronization

/// What one run of a program measures. Any thread may record, and none waits for another or allocates.
final class Probe: @unchecked Sendable {
    /// At how many points of a run its memory is looked at.
    static let points = 10

    private let count: Int
    // Each place is written once, by the thread that was given its number, and read when all threads are done.
    private let latencies: UnsafeMutableBufferPointer<UInt64>
    private let bytes: UnsafeMutableBufferPointer<Int>
    private let recorded = Atomic<Int>(0)
    private let bytesBefore: Int

    init(count: Int) {
        self.count = count
        latencies = .allocate(capacity: count)
        latencies.initialize(repeating: 0)
        bytes = .allocate(capacity: Self.points)
        bytes.initialize(repeating: 0)
        bytesBefore = allocation_counter_bytes_in_use()
    }

    deinit {
        latencies.deallocate()
        bytes.deallocate()
    }

    /// Nanoseconds of a clock that only goes forward.
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Notes that an operation is over.
    ///
    /// - Parameters:
    ///   - start: when it began.
    ///   - nominal: how much of the time since then nobody can help, such as what a fake is told to wait.
    func record(since start: UInt64, nominal: UInt64 = 0) {
        let elapsed = Self.now - start
        let index = recorded.wrappingAdd(1, ordering: .relaxed).oldValue
        if index >= count { return }
        latencies[index] = elapsed > nominal ? elapsed - nominal : 0
        let perPoint = count / Self.points
        if (index + 1).isMultiple(of: perPoint) && (index + 1) / perPoint <= Self.points {
            bytes[(index + 1) / perPoint - 1] = allocation_counter_bytes_in_use() - bytesBefore
        }
    }

    /// Runs one side of a program and says what was measured.
    func measure(_ body: Program.Body) -> ProgramSide {
        let (cpuBefore, start) = (Self.cpuSeconds, Self.now)
        let result = body(self)
        let (seconds, cpu) = (Double(Self.now - start) / 1e9, Self.cpuSeconds - cpuBefore)
        let sorted = latencies.prefix(min(count, recorded.load(ordering: .relaxed))).sorted()
        func percentile(_ part: Double) -> Double {
            sorted.isEmpty ? 0 : Double(sorted[Int(Double(sorted.count - 1) * part)]) / 1000
        }
        return ProgramSide(
            result: result, recorded: recorded.load(ordering: .relaxed), seconds: seconds, cpuSeconds: cpu,
            microseconds: [percentile(0.5), percentile(0.9), percentile(0.99), percentile(1)],
            peakKilobytes: Self.peakKilobytes,
            kilobytes: allocation_counter_works() ? bytes.map { $0 / 1024 } : [])
    }

    private static var usage: rusage {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        return usage
    }

    /// What all processors together have given this process.
    private static var cpuSeconds: Double {
        let usage = usage
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    /// The most memory that this process has ever had.
    private static var peakKilobytes: Int {
        #if canImport(Darwin)
            Int(usage.ru_maxrss) / 1024
        #else
            Int(usage.ru_maxrss)
        #endif
    }
}
