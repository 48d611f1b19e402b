import TraitsRuntime
public import TraitsTracing

extension Recording {
    /// Writes the recording as a trace file in virtual time, which `traitgen trace` and Perfetto show.
    ///
    /// A tick is a millisecond there. With `TRAITS_TRACE_FAILURES=folder` in the environment each `expect` that fails
    /// writes its recording by itself, and names the file.
    ///
    /// ```swift
    /// let scheduler = TestScheduler()
    /// let recorder = Just(1).delay(for: 3, scheduler: scheduler).record(on: scheduler)
    /// try scheduler.run()
    /// try recorder.recording.writeTrace(to: "/tmp/traits-recording.json", named: "delayed")
    /// ```
    ///
    /// - Parameters:
    ///   - path: The file, which may replace an earlier trace.
    ///   - name: The name of the recording in the trace.
    ///   - fileID: The file that the trace names.
    ///   - line: The line that the trace names.
    /// - Throws: `TracingError` if the file can't be made, or if the path names a file that is no trace.
    public func writeTrace(
        to path: String, named name: String = "recording", fileID: String = #fileID, line: UInt = #line
    ) throws(TracingError) {
        var trace = FailureTrace()
        add(to: &trace, named: name, source: "\(fileID):\(line)")
        try trace.write(to: path)
    }

    /// Adds the recording to a trace.
    func add(to trace: inout FailureTrace, named name: String, source: String) {
        let kinds = events.map { event -> (ticks: Int, kind: TraceEvent.Kind) in
            let kind: TraceEvent.Kind =
                switch event.signal {
                case .value(let value): .value(quoted(value), outstanding: .unlimited)
                case .completion(.finished): .end(.finished)
                case .completion(.failure(let error)): .end(.failed(quoted(error)))
                case .cancelled: .end(.cancelled)
                }
            return (event.time.ticks, kind)
        }
        trace.add(
            name, publisher: "Recording<\(Output.self), \(Failure.self)>", source: source,
            from: min(0, subscriptionTime?.ticks ?? 0), kinds)
    }
}
