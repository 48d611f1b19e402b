import Foundation
import Testing

/// A program that carries the libraries of Swift with it needs nothing of the system but what Swift itself needs.
@Suite("Static programs", .compiling, .waiting)
struct StaticProgramTests {
    private static let text = """
        import TraitsFoundation

        let cancellable = Just(Data("[1, 2]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())
            .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        """

    #if os(Linux)
        /// `URLSession` would need libcurl, which is why it has a module of its own.
        @Test func `a static program of TraitsFoundation links without curl`() throws {
            let program = try ClientProgram(
                ["main.swift": Self.text], arguments: ["-swift-version", "6", "-static-stdlib", "-v"])
            let linking = program.diagnostics.split(separator: "\n").filter { $0.contains("clang") }
            #expect(!linking.contains { $0.contains("curl") })
            let run = try program.run()
            #expect(run.status == 0 && run.output == "[1, 2]\nfinished\n", "\(run.output)")
        }
    #endif
}
