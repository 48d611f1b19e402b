import TracePage
import TraitgenCore

extension TraitgenCommand {
    /// `traitgen trace FILE`.
    func trace(_ options: Options) throws(UsageError) -> Status {
        if options.words.isEmpty, let page = options.value("--output") {
            return writePage(Array(tracePage.utf8), to: page)
        }
        let path = try options.word("the trace")
        let shown = path == "-" ? Self.standardInput : path
        var bytes = try bytes(ofTrace: path)
        let trace: Trace
        do throws(DiagnosticsError) {
            trace = try Trace(bytes, path: shown)
        } catch {
            report(error)
            return .findings
        }
        var findings = TraceFindings(trace).all
        var accepted = try AcceptedLines(
            options.value("--accept"), files, ids: TraceFinding.Kind.allCases.map(\.rawValue), noun: "finding"
        )
        for index in findings.indices {
            let finding = findings[index]
            findings[index].isAccepted = accepted.takes(finding.kind.rawValue, finding.name)
        }
        result(["trace": trace.json, "findings": .list(findings.map(\.json))])
        let faults = findings.count { !$0.isNote && !$0.isAccepted }
        if let page = options.value("--output") {
            bytes = tracePage(embedding: bytes)
            let status = writePage(bytes, to: page)
            output(plural(faults, "finding"))
            return status
        }
        output(
            "\(shown): \(trace.summary), \(faults == 0 ? "no findings" : plural(faults, "finding"))"
        )
        if trace.isCut {
            output("note: the last line is cut, and left out: the program was killed, or still writes")
        } else if !trace.isComplete {
            output("note: the file has no end: the program was killed, or still writes")
        }
        for finding in findings { output("\n" + finding.text(unit: trace.unit)) }
        for line in accepted.unused {
            output("\nnote: the trace has nothing of what is accepted: \(line.text)")
        }
        return faults == 0 ? .clean : .findings
    }

    private func bytes(ofTrace path: String) throws(UsageError) -> [UInt8] {
        if path == "-" {
            guard let bytes = files.standardInput() else { throw UsageError("there is no standard input") }
            return bytes
        }
        if let bytes = files.read(path) { return bytes }
        if files.list(path) != nil {
            throw UsageError(
                "\(path) is a folder", "name the file in it, such as `\(Path.join(path, "run.json"))`")
        }
        let folder = Path.folder(path)
        let neighbours = (files.list(folder.isEmpty ? "." : folder) ?? []).sorted()
        throw UsageError(
            "there is no trace at \(path)",
            Suggestion.didYouMean(Path.name(path), among: neighbours.filter { $0.hasSuffix(".json") })
                ?? "record one with `TRAITS_TRACE=\(path) swift run`")
    }
}

extension Trace {
    /// The newest version of the format that the reader knows.
    static let knownVersion = 1

    /// Reads the bytes of a file. The last line may be incomplete if the program was killed.
    init(_ bytes: [UInt8], path: String) throws(DiagnosticsError) {
        self.init()
        var fault: Diagnostic?
        bytes.withUnsafeBytes { bytes in
            var (start, number) = (0, 1)
            while start < bytes.count, fault == nil {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                do throws(TraceScanner.Fault) {
                    try read(line: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                } catch {
                    let isLast = bytes[end...].allSatisfy { $0 <= UInt8(ascii: " ") }
                    if isLast {
                        cut()
                        break
                    }
                    fault = Diagnostic(
                        .brokenTrace,
                        at: SourceLocation(path: path, line: number, column: error.offset + 1),
                        error.message,
                        help: "a trace has one event a line: remove the line, or record the trace again")
                }
                (start, number) = (end + 1, number + 1)
            }
        }
        if fault == nil, version == nil {
            fault = Diagnostic(
                .brokenTrace, at: SourceLocation(path: path, line: 1, column: 1),
                "the file has no header `trait_streams`, so it is no trace of streams",
                help: "record one with `TRAITS_TRACE=run.json swift run`")
        }
        if fault == nil, let version, version > Self.knownVersion {
            fault = Diagnostic(
                .brokenTrace, at: SourceLocation(path: path, line: 1, column: 1),
                "the trace has version \(version) of its format, and this command knows version \(Self.knownVersion)",
                help: "use the `traitgen` of the package that recorded it")
        }
        if let fault { throw DiagnosticsError([fault]) }
    }

    /// A summary of the trace, in one line.
    fileprivate var summary: String {
        [
            title.isEmpty ? [] : [title], [TraceWords.duration(length, unit: unit)],
            [plural(spans.count, "subscription"), plural(events, "event")],
            [plural(threads.count, "thread")],
        ].joined().joined(separator: ", ")
    }

    fileprivate var json: JSONValue {
        [
            "name": .text(title), "version": .number(version ?? 0),
            "clock": .text(unit == nil ? "steady" : "virtual"),
            "isComplete": .truth(isComplete), "microseconds": .number(Int(length)), "events": .number(events),
            "lostEvents": .number(lost), "subscriptions": .number(spans.count),
            "threads": .number(threads.count),
        ]
    }
}

extension TraceFinding {
    /// The finding, its place, and its remedy.
    fileprivate func text(unit: Double?) -> String {
        let place = (source.isEmpty ? "" : "\(source), ") + "at \(TraceWords.duration(time, unit: unit))"
        return "\(isAccepted ? "accepted: " : isNote ? "note: " : "")\(message)\n    \(place)\n    \(remedy)"
    }
}
