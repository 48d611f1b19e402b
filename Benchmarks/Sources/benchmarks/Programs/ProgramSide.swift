/// What was measured of one side of a program.
struct ProgramSide: Codable {
    /// Computed from all that came out.
    var result: Int
    /// How many operations came to their end.
    var recorded: Int
    var seconds: Double
    var cpuSeconds: Double
    /// The latencies that half, nine tenths, 99 percent and all of the operations stay within.
    var microseconds: [Double]
    /// The most memory that the process had.
    var peakKilobytes: Int
    /// What was in use on the heap at each tenth of the way, beyond what was before.
    var kilobytes: [Int]

    /// Indicates whether the heap stays as it is from the second tenth to the last. The first one fills caches.
    var isFlat: Bool {
        guard let settled = kilobytes.dropFirst().prefix(4).max(), let last = kilobytes.suffix(3).min() else {
            return true
        }
        return last <= settled + settled / 4 + 64
    }
}
