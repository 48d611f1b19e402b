import TraitgenCore

/// Runs the programs that `traitgen prove` needs: the package manager, the compiler and the rows of a library.
package protocol ProgramRunner: Sendable {
    /// The path of the running program.
    var program: String { get }
    /// The seconds since some moment.
    var seconds: Double { get }

    /// Runs a program until it ends, prints nothing for too long, or takes too long.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - folder: The working directory.
    ///   - environment: Variables that the program has besides those of this process.
    ///   - silence: The seconds without output after which it is killed.
    ///   - limit: The seconds after which it is killed.
    ///   - line: Takes each line that it prints.
    /// - Returns: The status of its exit; the negative number of the signal that ended it; nil if it was killed.
    func run(
        _ words: [String], in folder: String, environment: [String: String], silence: Int, limit: Int,
        line: (String) -> Void
    ) -> Int32?
}

extension ProgramRunner {
    /// Runs a tool that is expected to succeed.
    ///
    /// - Returns: Its lines; nil if it failed.
    func lines(_ words: [String], in folder: String, line: (String) -> Void = { _ in }) -> (
        lines: [String], isRight: Bool
    ) {
        var lines: [String] = []
        let status = run(words, in: folder, environment: [:], silence: 1800, limit: 7200) {
            lines.append($0)
            line($0)
        }
        return (lines, status == 0)
    }
}

/// The reason that a library can't be proven.
struct ProofFailure: Error {
    let message: String
    var notes: [String] = []
}
