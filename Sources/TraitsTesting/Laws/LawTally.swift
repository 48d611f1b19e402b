#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Counts the histories of a test run, prints them, and writes down what was seen if somebody asks for it.
///
/// With the environment variable `TRAITS_LAWS_RECORD` the shapes that every sample showed go into the file it names,
/// for `traitgen mutate` and `traitgen table`.
///
/// It is shared by tests that run in parallel: everything that changes is behind the lock.
final class LawTally: @unchecked Sendable {
    static let shared = LawTally()

    private let lock = Lock()
    private var rows = 0
    private var histories = 0
    private var hasBegun = false

    func add(_ histories: Int, of type: String, samples: Int) {
        lock.withLock {
            rows += 1
            self.histories += histories
            let noun = samples == 1 ? "sample" : "samples"
            print(
                "laws: \(type), \(samples) \(noun), \(histories) histories;",
                "\(self.histories) histories of \(rows) rows so far")
        }
    }

    func record(_ type: String, _ samples: [(sample: String, observed: [[HistoryShape]: Set<HistoryShape>])])
    {
        guard let variable = getenv("TRAITS_LAWS_RECORD") else { return }
        var lines: [String] = []
        for (sample, observed) in samples {
            lines.append("row \(type)")
            lines.append("sample " + sample.split(separator: "\n").joined(separator: " "))
            lines += LawRow.sorted(observed).map { inputs, outputs in
                (inputs.map(\.description) + ["=>"] + outputs.map(\.description)).joined(separator: " ")
            }
        }
        let text = lines.map { $0 + "\n" }.joined()
        lock.withLock {
            // The first row of a run replaces what an earlier run has written.
            guard let file = fopen(variable, hasBegun ? "a" : "w") else { return }
            hasBegun = true
            fputs(text, file)
            fclose(file)
        }
    }
}
