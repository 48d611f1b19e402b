import TraitsTracing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Counts the histories of a test run, prints the counts, and records the observations if the environment asks for it.
///
/// The environment variable `TRAITS_LAWS_RECORD` names a file into which the shapes that every sample showed are written, for
/// `traitgen mutate` and `traitgen table`.
///
/// Tests that run in parallel share it: everything that changes is behind the lock.
final class LawTally: @unchecked Sendable {
    static let shared = LawTally()

    private let lock = Lock()
    private var rows = 0
    private var histories = 0
    private var ways: Set<String> = []
    /// The file that the environment names, once it is open.
    private var file: PrivateFile?
    private var hasBegun = false

    func add(_ histories: Int, on ways: Set<String>, of type: String, samples: Int) {
        lock.withLock {
            rows += 1
            self.histories += histories
            self.ways.formUnion(ways)
            let noun = samples == 1 ? "sample" : "samples"
            print(
                "laws: \(type), \(samples) \(noun), \(histories) histories on \(ways.count) paths;",
                "\(self.histories) histories of \(rows) rows on \(self.ways.count) paths so far")
            // A run that goes into a pipe shows its progress too.
            fflush(nil)
        }
    }

    /// The observations of one sample.
    struct Record {
        let sample: String
        let observed: [[HistoryShape]: Set<HistoryShape>]
        let examples: [[HistoryShape]: [HistoryShape: LawExample]]

        init(
            _ sample: String, _ observed: [[HistoryShape]: Set<HistoryShape>],
            _ examples: [[HistoryShape]: [HistoryShape: LawExample]], limit: Int
        ) {
            self.sample = sample
            self.observed = observed
            self.examples = examples.mapValues { examples in
                Dictionary(
                    examples.map { ($0.key.limited(to: limit), $0.value) },
                    uniquingKeysWith: { $0.observed.count <= $1.observed.count ? $0 : $1 })
            }
        }

        /// The lines of the file: all shapes of one behaviour of the inputs, followed by an example of each.
        var lines: [String] {
            LawRow.sorted(observed).flatMap { inputs, outputs -> [String] in
                let shapes = Self.line(inputs.map(\.description), outputs.map(\.description))
                return [shapes]
                    + outputs.compactMap { output in
                        examples[inputs]?[output].map { example in
                            "seen " + Self.line(inputs.map(\.description), [output.description]) + " : "
                                + Self.line(example.inputs.map(Self.word), [Self.word(example.observed)])
                        }
                    }
            }
        }

        private static func line(_ inputs: [String], _ outputs: [String]) -> String {
            (inputs + ["=>"] + outputs).joined(separator: " ")
        }

        /// Returns a word for the marbles: silence needs one too.
        private static func word(_ marbles: String) -> String { marbles.isEmpty ? ">" : marbles }
    }

    /// Records the samples of a row.
    ///
    /// - Parameter promises: Lines about the row as a whole.
    func record(_ type: String, _ samples: [Record], _ promises: [String] = []) {
        guard let path = _variable("TRAITS_LAWS_RECORD") else { return }
        let heading = "row \(type)"
        var lines: [String] = []
        for record in samples {
            let sample = record.sample.split(separator: "\n").joined(separator: " ")
            lines += [heading, "sample \(sample)"]
            lines += record.lines
        }
        if !promises.isEmpty {
            lines.append(heading)
            lines += promises
        }
        let text = lines.map { $0 + "\n" }.joined()
        lock.withLock {
            do throws(TracingError) {
                // The first row of a run replaces the record of an earlier run.
                if !hasBegun {
                    hasBegun = true
                    file = try PrivateFile(path, replacing: "row ")
                }
                try file?.write(Array(text.utf8))
            } catch {
                file = nil
                print("laws: nothing is recorded: \(error)")
            }
        }
    }
}
