import Foundation
import Testing
import TraitgenDisk

/// What a program says and how it ends.
@Suite(.waiting) struct ChildProcessTests {
    /// Runs a script of the shell.
    private func run(
        _ script: String, in folder: String = "/", silence: Int = 60, environment: [String: String] = [:]
    ) -> (status: Int32?, lines: [String]) {
        var lines: [String] = []
        let status = ChildProcesses().run(
            ["/bin/sh", "-c", script], in: folder, environment: environment, silence: silence, limit: 120
        ) { lines.append($0) }
        return (status, lines)
    }

    @Test func lines_areWhatItPrints() {
        let result = run("echo one; echo two >&2; printf three; exit 3")
        #expect(result.lines == ["one", "two", "three"])
        #expect(result.status == 3)
    }

    @Test func signal_isANegativeStatus() { #expect(run("kill -9 $$").status == -9) }

    @Test func silence_endsIt() {
        let result = run("echo begun; exec sleep 3600", silence: 1)
        #expect(result.lines == ["begun"])
        #expect(result.status == nil)
    }

    /// What it has begun may go on, and has its output.
    @Test func ends_whileAProgramThatItBeganGoesOn() {
        let result = run("sleep 300 & echo $!; printf open; exit 4")
        #expect(result.status == 4)
        #expect(result.lines.last == "open")
        if let process = result.lines.first.flatMap(Int32.init) { kill(process, SIGKILL) }
    }

    @Test func folderAndVariables_areThoseGiven() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "a folder \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = run(
            "pwd; echo \"$WORD\"; echo \"${SWIFTPM_BUILD_DIR-none}\"", in: folder.path,
            environment: ["WORD": "a b"])
        #expect(result.lines == [folder.path, "a b", "none"])
        #expect(result.status == 0)
    }

    @Test func programThatIsMissing_hasAStatus() {
        let status = ChildProcesses().run(
            ["/no/such/program"], in: "/", environment: [:], silence: 60, limit: 60
        ) { _ in }
        #expect(status == 127)
    }
}
