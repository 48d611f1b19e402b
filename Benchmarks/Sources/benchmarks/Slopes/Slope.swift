import Foundation

/// A job over a number of inputs, children, subscribers or values that wait, which is to cost as much for each as with
/// half as many.
struct Slope: Sendable {
    var name: String
    /// Does the job for so many.
    ///
    /// - Returns: a number that is computed from all that was done.
    var run: @Sendable (_ size: Int) -> Int

    /// Each twice the one before.
    static let sizes = [1000, 2000, 4000, 8000, 16_000]

    /// What instructions for one may grow by from the first size to the last: a logarithm grows by less than half.
    static let limit = 2.0

    /// Prints instructions for one of the inputs at each size.
    ///
    /// - Returns: whether none has grown by more than ``limit``.
    static func check(_ slopes: [Slope]) throws -> Bool {
        guard let valgrind = find("valgrind") else { throw Failure("valgrind is not installed") }
        var columns = Columns(["for each of"] + sizes.map(String.init) + ["growth", ""])
        var passed = true
        for slope in slopes {
            let start = try instructions(of: slope, 0, valgrind)
            let each = try sizes.map { try (instructions(of: slope, $0, valgrind) - start) / Double($0) }
            let growth = each.last! / each.first!
            if growth > limit { passed = false }
            columns.add(
                [slope.name] + each.map { String(Int($0)) }
                    + [format(growth), growth > limit ? "TOO STEEP" : "ok"])
        }
        print(columns.text)
        return passed
    }

    private static func instructions(of slope: Slope, _ size: Int, _ valgrind: URL) throws -> Double {
        try Gates.instructions(["run-slope", slope.name, String(size)], valgrind: valgrind)
    }
}

/// Every slope, in the order of the table.
let slopes: [Slope] = slopesOfInputs + slopesOfSubscribers + slopesOfValues
