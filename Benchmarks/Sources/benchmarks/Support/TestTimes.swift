import Foundation

/// Measures what `swift test` takes of a fresh clone: to build, to run, and a second time with nothing changed.
enum TestTimes {
    static func run() throws {
        guard let git = find("git"), let swift = find("swift") else {
            throw Failure("git or swift is missing on the search path")
        }
        let clone = FileManager.default.temporaryDirectory
            .appendingPathComponent("test-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: clone) }
        let root = try packageFolder().deletingLastPathComponent()
        let (status, text) = try benchmarks.run(git, ["clone", "--quiet", root.path, clone.path])
        guard status == 0 else { throw Failure(text) }
        // The clone builds in a folder of its own.
        unsetenv("SWIFTPM_BUILD_DIR")

        var columns = Columns("", "seconds", "of processors")
        let steps = [("build", ["build", "--build-tests"]), ("test", ["test"]), ("again", ["test"])]
        for (name, words) in steps {
            let start = ContinuousClock.now
            let cost = try cost(of: swift, words + ["--package-path", clone.path])
            guard cost.status == 0 else { throw Failure("swift \(words.joined(separator: " ")) failed") }
            columns.add(name, format((ContinuousClock.now - start) / .seconds(1)), format(cost.seconds))
        }
        print(columns.text)
    }
}
