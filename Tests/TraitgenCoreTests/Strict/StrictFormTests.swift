import Foundation
import Testing

@testable import strictgen

/// The forms that methods with closures have with the package trait `StrictIsolation`.
@Suite("Strict forms of methods")
struct StrictFormTests {
    @Test(arguments: ["TraitsStreams", "TraitsRuntime", "TraitsFoundation", "TraitsExtras"])
    func `the committed forms are those of the methods`(module: String) throws {
        let folder = RenderFixture.root.appending(path: "Sources/\(module)")
        let committed = try String(contentsOf: folder.appending(path: Strictgen.file), encoding: .utf8)
        #expect(committed.contains("sending @escaping"))
        #expect(try committed == Strictgen.text(of: folder), "run `.ci/generate`, and commit what it writes")
    }

    @Test func `the forms of the main actor of streams stand in the module that has the trait`() throws {
        let source = try Self.source(
            "sending, @MainActor",
            "public func sink(_ receive: @escaping (Output) -> Void) { subscribe(receive) }")
        let streams = StrictForms([(source, .notOfMainActor)]).text
        let traits = StrictForms([(source, .ofMainActor)]).text
        #expect(streams.contains("sending @escaping") && !streams.contains("MainActor"))
        #expect(traits.contains("extension MainActorPublisher where") && !traits.contains("sending"))
    }

    @Test func `a closure is sending`() throws {
        let forms = try Self.forms(
            "sending",
            """
            /// Transforms values.
            ///
            /// At length.
            @inlinable
            public func map<T>(
                _ seed: [T] = [], _ transform: @escaping (Output, T) -> T = { $1 }, done: (() -> Void)? = nil
            ) -> Mapped<Self, T> where T: Hashable {
                Mapped(self, transform)
            }
            """)
        #expect(
            forms == """

                extension Publisher where Failure == Never {
                    /// Transforms values.
                    @inlinable
                    public func map<T>(
                        _ seed: [T] = [], _ transform: sending @escaping (Output, T) -> T = { $1 }, done: sending (() -> Void)? = nil
                    ) -> Mapped<Self, T> where T: Hashable {
                        Mapped(self, transform)
                    }
                }

                """)
    }

    @Test func `a second method takes closures of the main actor`() throws {
        let forms = try Self.forms(
            "@Sendable, @MainActor",
            """
            /// The first value.
            public func first(orError error: @autoclosure @escaping () -> Failure) -> First<Self> { First(self, error) }

            /// Calls a closure.
            public func sink(_ receive: @escaping (Output) -> Void) {
                subscribe(receive)
            }
            """)
        #expect(
            forms == """

                extension Publisher where Failure == Never {
                    /// The first value.
                    @_disfavoredOverload
                    public func first(orError error: @autoclosure @escaping @Sendable () -> Failure) -> First<Self> {
                        First(self, error)
                    }

                    /// Calls a closure.
                    @_disfavoredOverload
                    public func sink(_ receive: @escaping @Sendable (Output) -> Void) {
                        subscribe(receive)
                    }
                }

                extension MainActorPublisher where Failure == Never {
                    /// The first value.
                    public func first(orError error: @autoclosure @escaping @MainActor () -> Failure) -> First<Self> {
                        let error = _mainActorClosure(of: Self.self, error)
                        return First(self, error)
                    }

                    /// Calls a closure.
                    public func sink(_ receive: @escaping @MainActor (Output) -> Void) {
                        let receive = _mainActorClosure(of: Self.self, receive)
                        subscribe(receive)
                    }
                }

                """)
    }

    @Test(arguments: [
        (
            "extension SinglePublisher {", "extension SinglePublisher",
            "extension SinglePublisher where Self: MainActorPublisher"
        ),
        (
            "extension MaybePublisher\nwhere Failure == Never {",
            "extension MaybePublisher where Failure == Never",
            "extension MaybePublisher where Self: MainActorPublisher, Failure == Never"
        ),
        (
            "public final class Action<Input>: Sendable {", "extension Action",
            "extension Action where Self: MainActorPublisher"
        ),
    ])
    func `an extension keeps its conditions`(header: String, strict: String, mainActor: String) throws {
        let method = "public func f(_ x: @escaping () -> Void) { x() }"
        let forms = try Self.forms("sending, @MainActor", method, in: header)
        let headers = forms.split(separator: "\n").filter { $0.hasPrefix("extension") }
        #expect(headers == ["\(strict) {", "\(mainActor) {"])
    }

    @Test(arguments: [
        ("sending, @Elsewhere", "public func f(_ x: @escaping () -> Void) { x() }", "isn't 'sending'"),
        ("sending", "public func f(_ x: Int) { x() }", "can't be read"),
        ("sending", "public var x: () -> Void", "can't be read"),
    ])
    func `a block that has no such method is an error`(words: String, method: String, text: String) {
        let fault = #expect(throws: MarkedSource.Fault.self) { _ = try Self.forms(words, method) }
        #expect(fault?.description.contains(text) == true, "\(fault?.description ?? "")")
    }

    /// The forms of the methods in a block, without the frame of the file.
    private static func forms(
        _ words: String, _ methods: String,
        in header: String = "nonisolated extension Publisher where Failure == Never {"
    ) throws -> String {
        let output = StrictForms([(try source(words, methods, in: header), .all)]).text
        let start = try #require(output.firstRange(of: "// Map.swift\n")).upperBound
        let end = try #require(output.firstRange(of: "#endif")).lowerBound
        return String(output[start..<end])
    }

    /// A source with methods in a block.
    private static func source(
        _ words: String, _ methods: String,
        in header: String = "nonisolated extension Publisher where Failure == Never {"
    ) throws -> MarkedSource {
        let lines = methods.split(separator: "\n", omittingEmptySubsequences: false)
        let block = lines.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
        let text = "\(header)\n    #if !StrictIsolation  // strict: \(words)\n\(block)\n    #endif\n}\n"
        return try MarkedSource(text, path: "Map.swift")
    }
}
