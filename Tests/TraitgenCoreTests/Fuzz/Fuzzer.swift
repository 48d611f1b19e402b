import Foundation

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Files in memory, of any bytes.
final class ByteFiles: CommandFiles {
    private(set) var contents: [String: [UInt8]] = [:]
    private(set) var hasWritten = false
    private let input: [UInt8]?

    init(_ files: [String: [UInt8]], input: [UInt8]?) {
        self.input = input
        for (path, bytes) in files { contents[absolute(path)] = bytes }
    }

    var workingDirectory: String { "/package" }

    private func absolute(_ path: String) -> String { Path.normalized(Path.join(workingDirectory, path)) }

    func read(_ path: String) -> [UInt8]? { contents[absolute(path)] }

    func list(_ path: String) -> [String]? {
        let prefix = absolute(path) + "/"
        let names = contents.keys.filter { $0.hasPrefix(prefix) }.compactMap {
            $0.dropFirst(prefix.count).split(separator: "/").first
        }
        return names.isEmpty ? nil : Set(names.map(String.init)).sorted()
    }

    func standardInput() -> [UInt8]? { input }

    func write(_ bytes: [UInt8], to path: String) {
        hasWritten = true
        contents[absolute(path)] = bytes
    }

    func remove(_ path: String) {
        hasWritten = true
        contents[absolute(path)] = nil
    }
}

/// Files and what the command is asked about them.
struct FuzzInput {
    var files: [String: [UInt8]]
    var arguments: [String]
    /// The file that was changed, which messages are about.
    var changed: String

    /// The input, for whoever looks into a finding.
    var description: String {
        "traitgen \(arguments.joined(separator: " "))\n"
            + files.sorted { $0.key < $1.key }.map { path, bytes in
                "==== \(path)\(path == changed ? " (changed)" : "")\n\(String(decoding: bytes, as: UTF8.self))"
            }.joined(separator: "\n")
    }
}

/// A kind of file that traitgen reads.
protocol FuzzKind {
    init()
    /// The input that follows from the numbers.
    func input(_ random: inout SeededNumbers) -> FuzzInput
}

/// Runs the command over one input after the other, in a process that may stop.
///
/// `TRAITGEN_FUZZ=1000000` says how many inputs of each kind there are, `TRAITGEN_FUZZ_SEED` with which they begin.
/// With `TRAITGEN_FUZZ_SHOW=yes` each input is printed.
enum Fuzzer {
    private static let environment = ProcessInfo.processInfo.environment
    private static let asked = environment["TRAITGEN_FUZZ"].flatMap(UInt64.init)
    static let count = asked ?? 100
    private static let first = environment["TRAITGEN_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    static let shows = environment["TRAITGEN_FUZZ_SHOW"] != nil
    /// A test of a usual run doesn't depend on time.
    private static let limit = asked == nil ? nil : 1.0

    /// Prints each seed before it is tried, so that the last one is that of a crash, and what is found. The last line is the summary.
    static func run<Kind: FuzzKind>(_: Kind.Type) {
        let kind = Kind()
        var slowest = (seed: first, seconds: 0.0)
        var statuses: [Int32: Int] = [:]
        let start = cpuTime()
        for seed in first..<(first + count) {
            print(line: "seed \(seed)")
            var random = SeededNumbers(seed: seed)
            let input = kind.input(&random)
            if shows { print(line: input.description) }
            let before = cpuTime()
            let outcome = FuzzOutcome(input)
            let seconds = cpuTime() - before
            if seconds > slowest.seconds { slowest = (seed, seconds) }
            statuses[outcome.status.rawValue, default: 0] += 1
            var findings = outcome.findings
            if let limit, seconds > limit { findings.append("it took \(seconds) s") }
            // The same input says the same again.
            if seed % 16 == 0, FuzzOutcome(input) != outcome {
                findings.append("it says something else the second time")
            }
            for finding in findings {
                print(line: "finding: seed \(seed): \(finding) [\(input.arguments.joined(separator: " "))]")
            }
        }
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.value) with status \($0.key)" }
        let milliseconds = Int(slowest.seconds * 1000)
        let seconds = (Double(Int((cpuTime() - start) * 10))) / 10
        print(
            line: "done: \(count) inputs in \(seconds) s, \(counts.joined(separator: ", ")); "
                + "the slowest took \(milliseconds) ms, seed \(slowest.seed)")
    }

    /// The time that the process has had, so that other processes don't count.
    private static func cpuTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    /// Unbuffered: what comes before a crash has been written.
    private static func print(line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// What the command has said about an input.
struct FuzzOutcome: Equatable {
    private(set) var status: TraitgenCommand.Status
    private var output: [String] = []
    private(set) var errors: [String] = []
    private(set) var findings: [String] = []

    init(_ input: FuzzInput) {
        let files = ByteFiles(input.files, input: input.files["-"])
        (status, output, errors) = Self.run(input.arguments, files)
        let isBlank = (output + errors).allSatisfy { $0.allSatisfy(\.isWhitespace) }
        if status == .clean, isBlank, !files.hasWritten { findings.append("status 0, and no output") }
        if status == .internal {
            findings.append("status 3, where no file is at fault: \(errors.last ?? "")")
        }
        if input.arguments.contains("json") {
            if !Self.isJSON(output) { findings.append("the output isn't one document in JSON") }
            if !errors.isEmpty { findings.append("standard error is used beside JSON") }
        } else if [.findings, .usage].contains(status), isBlank {
            findings.append("status \(status.rawValue), and no reason")
        }
        findings += errors.compactMap { Self.stray(line: $0, files) }
        if input.arguments.first == "format", status == .clean, files.hasWritten {
            let (again, _, told) = Self.run(input.arguments + ["--check"], files)
            if again != .clean { findings.append("what was laid out isn't: \(told.last ?? "")") }
        }
    }

    private static func run(
        _ arguments: [String], _ files: ByteFiles
    ) -> (TraitgenCommand.Status, output: [String], errors: [String]) {
        var output: [String] = []
        var errors: [String] = []
        let command = TraitgenCommand(
            files: files, output: { output.append($0) }, errors: { errors.append($0) })
        return (command.run(arguments: arguments), output, errors)
    }

    private static func isJSON(_ lines: [String]) -> Bool {
        guard lines.count == 1 else { return false }
        var rest = Array(lines[0].utf8)[...]
        let scanner = JSONScanner { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        do throws(JSONScanner.Fault) { try scanner.skip() } catch { return false }
        return scanner.isAtEnd
    }

    /// A diagnostic whose place isn't in its file.
    private static func stray(line: String, _ files: ByteFiles) -> String? {
        let parts = line.prefix { $0 != " " }.split(separator: ":")
        guard parts.count == 3, let row = Int(parts[1]), let column = Int(parts[2]),
            let bytes = files.read(String(parts[0]))
        else { return nil }
        let ends = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return row >= 1 && column >= 1 && row <= ends + 1 ? nil : "a place that isn't there: \(line)"
    }
}
