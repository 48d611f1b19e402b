import Foundation
import Testing
import TraitsRuntime

@testable import TraitsTracing

/// The published schema of the protocol, as the Python package `opentelemetry-proto` has it.
private enum Schema {
    /// Reads a request, in which an unknown member or a value of another type is an error, and prints it.
    static let program = """
        import sys
        from google.protobuf import json_format
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as Request
        from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
        if len(sys.argv) > 1: sys.exit(0)
        request = json_format.Parse(sys.stdin.buffer.read(), Request(), ignore_unknown_fields=False)
        # As it is in bytes, where fields are numbers.
        request = Request.FromString(request.SerializeToString())
        def text(attributes):
            values = ((a.key, getattr(a.value, a.value.WhichOneof("value"))) for a in attributes)
            return " ".join(f"{key}={value}" for key, value in sorted(values) if key.startswith("stream."))
        for resource in request.resource_spans:
            print("service", next(a.value.string_value for a in resource.resource.attributes if a.key == "service.name"))
            for scope in resource.scope_spans:
                print("scope", scope.scope.name, text(scope.scope.attributes))
                for span in scope.spans:
                    print("span", span.name, Span.SpanKind.Name(span.kind), span.end_time_unix_nano - span.start_time_unix_nano,
                          span.dropped_events_count, Status.StatusCode.Name(span.status.code), span.status.message)
                    print(" ", text(span.attributes))
                    for event in span.events:
                        print(" ", event.name, event.time_unix_nano - span.start_time_unix_nano, text(event.attributes))
        """

    /// - Returns: what Python prints, or `nil` if it fails.
    static func run(_ body: [UInt8], arguments: [String] = []) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        if !arguments.isEmpty { process.standardError = FileHandle.nullDevice }
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(body))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
    }

    static let isInstalled = (try? run([], arguments: ["check"])) != nil
}

@Suite("The schema of OpenTelemetry", .waiting)
struct OTLPSchemaTests {
    @Test(.enabled(if: Schema.isInstalled, "python3 has no package opentelemetry-proto"))
    func `a request is one of the published schema`() throws {
        let bodies = Locked<[[UInt8]]>([])
        let writer = OTLPWriter(service: "Schema") { request, receive in
            bodies.withLock { $0.append(request.body) }
            receive(.success(OTLPResponse(status: 200)))
        }
        let (one, two) = (
            TraceSpan(id: 1, name: "one \"é\"", publisher: "Just<Int>", source: "App/A.swift:7"),
            TraceSpan(id: 2, name: "two", publisher: "Empty", parent: 1)
        )
        func event(_ time: UInt64, _ span: TraceSpan? = nil, _ kind: TraceEvent.Kind) -> TraceEvent {
            TraceEvent(time: time, span: span, kind)
        }
        writer.write([
            event(0, nil, .process(name: "App")), event(0, nil, .clock(.init(started: 1_800_000_000))),
            event(0, nil, .thread(name: "main")), event(1, one, .begin), event(2, two, .begin),
            event(3, one, .request(.unlimited, outstanding: .unlimited)),
            event(4, one, .value("\n\"1\"", outstanding: .max(3))), event(5, one, .dropped(4)),
            event(6, one, .buffered(5)), event(7, one, .broken(promise: "Single", history: "sent two")),
            event(8, one, .delivery(nanoseconds: 9, onMainThread: true)), event(9, nil, .lost(7)),
            event(9, two, .end(.failed("no"))),
        ])
        writer.write((0..<140).map { event(10 + $0, one, .value("\($0)", outstanding: .none)) })
        writer.write([event(200, one, .end(.finished))])
        writer.close()
        let body = try #require(bodies.withLock { $0 }.first)
        #expect(bodies.withLock { $0.count } == 1)
        let lines = try #require(try Schema.run(body)).split(separator: "\n")
        #expect(
            lines.prefix(11) == [
                "service Schema",
                "scope trait-streams stream.lost=7",
                "span two SPAN_KIND_INTERNAL 7 0 STATUS_CODE_ERROR no",
                "  stream.end=failed stream.publisher=Empty stream.row=Empty",
                "span one \"é\" SPAN_KIND_INTERNAL 199 18 STATUS_CODE_UNSET ",
                "  stream.end=finished stream.publisher=Just<Int> stream.row=Just",
                "  request 2 stream.demand=unlimited stream.outstanding=unlimited",
                "  value 3 stream.outstanding=3 stream.value=",
                "\"1\"",
                "  dropped 4 stream.count=4",
                "  buffered 5 stream.count=5",
            ])
        #expect(
            lines.dropFirst(11).prefix(2) == [
                "  broken 6 stream.history=sent two stream.promise=Single",
                "  delivery 7 stream.nanoseconds=9",
            ])
        #expect(lines.count == 11 + 2 + 122)
    }
}
