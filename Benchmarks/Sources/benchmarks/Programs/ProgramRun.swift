import Foundation

/// Runs programs. Each side has a process of its own, so that the memory of one isn't counted for the other.
enum ProgramRun {
    /// - Returns: whether both sides of each program came to the same result.
    static func run(_ programs: [Program]) throws -> Bool {
        var isEqual = true
        for program in programs {
            let (streams, byHand) = (try side(program, isByHand: false), try side(program, isByHand: true))
            print(report(program, streams, byHand), "Load of the machine: \(Spread.load()).\n")
            if streams.result != byHand.result || streams.recorded != byHand.recorded { isEqual = false }
        }
        return isEqual
    }

    /// Runs one side in this process, and writes what was measured to standard output.
    static func runSide(_ program: Program, isByHand: Bool) throws {
        let side = Probe(count: program.count).measure(isByHand ? program.byHand : program.stream)
        FileHandle.standardOutput.write(try JSONEncoder().encode(side))
    }

    private static func side(_ program: Program, isByHand: Bool) throws -> ProgramSide {
        let arguments = ["run-program", program.name] + (isByHand ? ["--by-hand"] : [])
        let (status, text) = try benchmarks.run(ownExecutable, arguments)
        guard status == 0, let side = try? JSONDecoder().decode(ProgramSide.self, from: Data(text.utf8))
        else {
            throw Failure("\(program.name) failed:\n\(text)")
        }
        return side
    }

    private static func report(_ program: Program, _ streams: ProgramSide, _ byHand: ProgramSide) -> String {
        var columns = Columns(program.name, "streams", "by hand")
        func add(_ title: String, _ value: (ProgramSide) -> Double) {
            columns.add(title, format(value(streams)), format(value(byHand)))
        }
        add("\(program.operations) a second") { Double($0.recorded) / $0.seconds }
        add("µs of processors for one") { $0.cpuSeconds / Double($0.recorded) * 1e6 }
        for (index, title) in ["50 %", "90 %", "99 %", "all"].enumerated() {
            add("\(title) within µs") { $0.microseconds[index] }
        }
        add("most memory, MB") { Double($0.peakKilobytes) / 1024 }
        for index in streams.kilobytes.indices {
            add("heap at \((index + 1) * 10) %, KB") { Double($0.kilobytes[index]) }
        }
        let equality =
            streams.result == byHand.result && streams.recorded == byHand.recorded
            ? "The results are equal." : "The results DIFFER: \(streams.result) and \(byHand.result)."
        let growth = streams.isFlat ? "" : " The heap of the streams GROWS."
        return "\(columns.text)\nLatency: \(program.latency). \(equality)\(growth)"
    }
}
