import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A check of one operator in an optimised client.
struct Check {
    let name: String
    /// Returns what is wrong, or nothing.
    let run: () -> [String]
}

/// Runs all checks, and prints a line for each. The name is printed first, so that it is the last line of a run that crashes.
///
/// - Returns: whether all checks passed.
func runAll(_ checks: [Check]) -> Bool {
    var failed = 0
    for check in checks {
        print(check.name, terminator: " ")
        fflush(nil)
        let faults = check.run()
        if !faults.isEmpty { failed += 1 }
        print(faults.isEmpty ? "ok" : "FAILED: " + Set(faults).sorted().joined(separator: "; "))
    }
    print("\(checks.count - failed) passed, \(failed) failed")
    return failed == 0
}

/// A failure of a stream.
struct Oops: Error {}

/// The end of a stream.
enum Ending: CaseIterable {
    case finish, fail, cancel, cancelInside
}
