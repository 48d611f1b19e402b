/// A whole program, written with streams and by hand: several threads, time, failures, from end to end.
///
/// Where a workload is a loop around one thing, a program shows what becomes of it beside all the rest. Both sides are
/// given the same fakes and the same input, and return a number computed from all that came out at the end.
struct Program: Sendable {
    typealias Body = @Sendable (Probe) -> Int

    var name: String
    /// What is counted, in the plural: "searches".
    var operations: String
    /// How many of them a run does.
    var count: Int
    /// From when to when a latency is measured.
    var latency: String
    var stream: Body
    var byHand: Body
}

/// Every program, in the order of the tables.
let programs: [Program] = [
    searchField, dashboard, dashboardFlatOut, importOfRecords, server, serverOfSingles,
]
