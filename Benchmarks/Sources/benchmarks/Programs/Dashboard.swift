import Foundation
import Synchronization
import TraitsRuntime

/// Two hundred values in twenty groups, changed by four threads ten thousand times a second.
let dashboard = Program(
    name: "dashboard, 10 kHz", operations: "changes", count: 30_000, latency: changeLatency,
    stream: { DashboardOfProperties($0).run(changes: 30_000, interval: 400_000) },
    byHand: { DashboardByHand($0).run(changes: 30_000, interval: 400_000) })

/// The same as fast as it goes.
let dashboardFlatOut = Program(
    name: "dashboard, flat out", operations: "changes", count: 400_000, latency: changeLatency,
    stream: { DashboardOfProperties($0).run(changes: 400_000) },
    byHand: { DashboardByHand($0).run(changes: 400_000) })

private let changeLatency = "from the call that changes a value until the observer of its group is told"

enum DashboardSize {
    static let values = 200, groups = 20, threads = 4
    static let inGroup = values / groups
}

/// What one value, a group or all show.
struct Reading: Equatable, Sendable {
    var sum = 0
    var highest = 0
    /// How many changes are in it.
    var changes = 0
    /// When the newest of them was made.
    var newest: UInt64 = 0

    /// Together.
    static func summary(_ readings: some Sequence<Reading>) -> Reading {
        readings.reduce(into: Reading()) { all, one in
            all.sum &+= one.sum
            all.highest = max(all.highest, one.highest)
            all.changes += one.changes
            all.newest = max(all.newest, one.newest)
        }
    }
}

protocol DashboardModel: Sendable {
    func change(_ index: Int, to reading: Reading)
    var display: DashboardDisplay { get }
}

extension DashboardModel {
    /// Each thread changes the values that are its own, so that what they are at the end is known.
    func run(changes: Int, interval: UInt64? = nil) -> Int {
        onThreads(DashboardSize.threads) { thread in
            let own = stride(from: thread, to: DashboardSize.values, by: DashboardSize.threads).map(\.self)
            func next(_ turn: Int) {
                let index = own[turn % own.count]
                change(
                    index,
                    to: Reading(
                        sum: turn * 7 % 1000 + index, highest: turn % 1000, changes: turn / own.count + 1,
                        newest: Probe.now))
            }
            let number = changes / DashboardSize.threads
            if let interval { paced(number, every: interval, next) } else { (0..<number).forEach(next) }
        }
        return display.result
    }
}

/// What is shown. A view hears of changes one at a time, and in order.
final class DashboardDisplay: @unchecked Sendable {
    private let probe: Probe
    private var groups = Array(repeating: Reading(), count: DashboardSize.groups)
    private var all = Reading()
    private let told = Atomic<Int>(0)
    private let disorder = Atomic<Int>(0)
    private let alarms = Atomic<Int>(0)
    private let lock = Mutex(())

    init(_ probe: Probe) { self.probe = probe }

    func show(group: Int, _ reading: Reading) {
        probe.record(since: reading.newest)
        let before = lock.withLock { _ in
            defer { groups[group] = reading }
            return groups[group].changes
        }
        told.wrappingAdd(1, ordering: .relaxed)
        if before >= reading.changes { disorder.wrappingAdd(1, ordering: .relaxed) }
    }

    func show(all reading: Reading) {
        let before = lock.withLock { _ in
            defer { all = reading }
            return all.changes
        }
        told.wrappingAdd(1, ordering: .relaxed)
        if before >= reading.changes { disorder.wrappingAdd(1, ordering: .relaxed) }
    }

    func show(isAlarming: Bool) { alarms.wrappingAdd(1, ordering: .relaxed) }

    /// The same for all orders in which the threads may take turns.
    var result: Int {
        lock.withLock { _ in
            groups.reduce(all.sum &* 31 &+ all.highest) { $0 &* 31 &+ $1.sum &+ $1.changes }
                &+ told.load(ordering: .relaxed) &- disorder.load(ordering: .relaxed) &* 1_000_000_007
        }
    }
}

/// With properties: each group follows its values, all follow the groups.
private final class DashboardOfProperties: DashboardModel {
    let display: DashboardDisplay
    private let values = (0..<DashboardSize.values).map { _ in MutableProperty(Reading()) }
    private let cancellables: [AnyCancellable]

    init(_ probe: Probe) {
        let display = DashboardDisplay(probe)
        let groups = (0..<DashboardSize.groups).map { [values] group in
            values[group * DashboardSize.inGroup..<(group + 1) * DashboardSize.inGroup]
                .map(\.property).combineLatest().map(Reading.summary)
        }
        let all = groups.combineLatest().map(Reading.summary)
        cancellables =
            groups.enumerated().map { index, group in
                group.subsequentValues.sink { display.show(group: index, $0) }
            } + [
                all.subsequentValues.sink { display.show(all: $0) },
                all.map { $0.highest > 990 }.removeDuplicates().subsequentValues.sink {
                    display.show(isAlarming: $0)
                },
            ]
        self.display = display
    }

    func change(_ index: Int, to reading: Reading) { values[index].value = reading }
}

/// The same in one object. Its lock is held while views are told, which keeps what they hear in order and lets the queue of
/// what they have yet to hear not grow; it is recursive, since a view may ask or change the model.
private final class DashboardByHand: DashboardModel, @unchecked Sendable {
    let display: DashboardDisplay
    private let lock = NSRecursiveLock()
    private var values = Array(repeating: Reading(), count: DashboardSize.values)
    private var groups = Array(repeating: Reading(), count: DashboardSize.groups)
    private var isAlarming = false

    init(_ probe: Probe) { display = DashboardDisplay(probe) }

    func change(_ index: Int, to reading: Reading) {
        lock.lock()
        defer { lock.unlock() }
        values[index] = reading
        let group = index / DashboardSize.inGroup
        let first = group * DashboardSize.inGroup
        groups[group] = Reading.summary(values[first..<first + DashboardSize.inGroup])
        let all = Reading.summary(groups)
        display.show(group: group, groups[group])
        display.show(all: all)
        let wasAlarming = isAlarming
        isAlarming = all.highest > 990
        if isAlarming != wasAlarming { display.show(isAlarming: isAlarming) }
    }
}
