import AllocationCounter

/// What was measured of one side of a workload.
struct Side: Equatable {
    /// Nanoseconds for one operation, median of all repetitions.
    var nanoseconds: Double
    /// Allocations for one operation; `nil` where they can't be counted.
    var allocations: Double?
}

/// What was measured of a workload.
struct Measurement: Equatable {
    var name: String
    var stream: Side
    var byHand: Side
    /// Median of the ratios of each repetition, whose two runs follow each other.
    var ratio: Double
}

/// Runs workloads.
struct Stopwatch {
    var repetitions: Int

    /// Measures workloads in turns: each repetition runs every workload once on both sides, so that a slow
    /// moment of the machine falls on all of them.
    func measure(_ workloads: [Workload]) -> [Measurement] {
        for workload in workloads { warmUp(workload) }
        var times = workloads.map { _ in (stream: [Double](), byHand: [Double]()) }
        for repetition in 0..<repetitions {
            for (index, workload) in workloads.enumerated() {
                let streamFirst = repetition.isMultiple(of: 2)
                if streamFirst { times[index].stream.append(time(workload, workload.stream)) }
                times[index].byHand.append(time(workload, workload.byHand))
                if !streamFirst { times[index].stream.append(time(workload, workload.stream)) }
            }
        }
        return zip(workloads, times).map { workload, times in
            Measurement(
                name: workload.name,
                stream: Side(
                    nanoseconds: median(times.stream), allocations: allocations(workload, workload.stream)),
                byHand: Side(
                    nanoseconds: median(times.byHand), allocations: allocations(workload, workload.byHand)),
                ratio: median(zip(times.stream, times.byHand).map { $0 / $1 }))
        }
    }

    private func warmUp(_ workload: Workload) {
        let (stream, byHand) = (workload.stream(workload.count), workload.byHand(workload.count))
        precondition(stream == byHand, "\(workload.name): the two sides differ, \(stream) and \(byHand)")
    }

    private func time(_ workload: Workload, _ body: Workload.Body) -> Double {
        let clock = ContinuousClock()
        let elapsed = clock.measure { use(body(workload.count)) }
        return (elapsed / .nanoseconds(1)) / Double(workload.count)
    }
}

/// Allocations for one operation. The difference of two runs leaves out what is paid once. Where threads meet, how often a queue
/// is woken differs from run to run: the middle one of several differences counts.
func allocations(_ workload: Workload, _ body: Workload.Body) -> Double? {
    guard allocation_counter_works() else { return nil }
    func count(_ operations: Int) -> Int {
        allocation_counter_start()
        use(body(operations))
        return allocation_counter_stop()
    }
    let few = min(workload.count, 2000)
    let differences = (0..<(workload.isDeterministic ? 1 : 5)).map { _ in Double(count(few * 2) - count(few))
    }
    return median(differences) / Double(few)
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
