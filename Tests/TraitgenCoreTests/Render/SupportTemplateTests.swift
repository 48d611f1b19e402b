import Foundation
import Testing

@testable import TraitgenCore

/// The trait tools that generated code rests on are hand-written, in Sources/TraitsRuntime/Traits/Support. A table
/// for Combine or OpenCombine has no such module to import, so the same text comes along as a partial. It is a copy,
/// and this keeps it one: `TRAITGEN_BLESS=1 swift test --filter Support` copies it again.
@Suite("The support partial")
struct SupportTemplateTests {
    static let partial = RenderFixture.root.appending(path: "Templates/_Support.mustache")

    /// Where a file declares or extends a type. The copy says there that it belongs to no actor: what doesn't say so
    /// belongs to the main actor in a module that isolates to it by default.
    private static var beforeDeclaration: Regex<(Substring, Substring?)> {
        /^(    (?=open class))?(?=(?:public |private |open )?(?:final )?(?:class|struct|enum|extension) )/
            .anchorsMatchLineEndings()
    }

    /// The files of the runtime, but for the lock, which is the engine's own.
    static func expected() throws -> String {
        let folder = RenderFixture.root.appending(path: "Sources/TraitsRuntime/Traits/Support")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") && $0 != "TraitLock.swift" }
            .sorted()
        let texts = try files.map { file -> String in
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            return "// MARK: - \(file)\n\n"
                + text.replacing(beforeDeclaration) { "\($0.output.0)nonisolated " }
        }
        return """
            {{! A copy of Sources/TraitsRuntime/Traits/Support, kept by SupportTemplateTests. Change the files there. }}
            {{=<% %>=}}
            \(texts.joined(separator: "\n"))
            // MARK: - TraitLock.swift

            /// The lock of the trait tools: held for a few instructions, never while anything else is called.
            nonisolated final class TraitLock: Sendable {
                private let mutex = Mutex(())

                func lock() { mutex._unsafeLock() }
                func unlock() { mutex._unsafeUnlock() }

                /// Gives up the lock for a call with a value that was taken out under it, and releases the value before it takes the lock again.
                func unlocked<Value, R>(_ value: consuming Value, _ body: (Value) -> R) -> R {
                    unlock()
                    let result = body(value)
                    _ = consume value
                    lock()
                    return result
                }
            }

            """
    }

    @Test func `the partial is the text of the runtime`() throws {
        let expected = try Self.expected()
        if GoldenTests.isBlessing { try expected.write(to: Self.partial, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: Self.partial, encoding: .utf8) == expected)
        #expect(!expected.contains("<%%>"), "the delimiters must not occur in the text")
    }

    @Test(arguments: [Backend.combine, .openCombine])
    func `tables of other stream libraries get the tools, and no hooks of the engine`(backend: Backend) throws
    {
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop")
        ).render(RenderFixture.model(backend: backend))
        let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
        let support = try #require(texts["Shop+Support.swift"])
        #expect(support.contains("enum MaybeResult<Success, Failure: Error>"))
        #expect(support.contains("class TraitSubscription<"))
        for text in texts.values {
            #expect(text.contains("\npublic import \(backend.moduleName)\n"))
            #expect(!text.contains("import TraitsRuntime"))
            for hook in ["_atMostOne", "_immediate()", "_immediacy", "_erased()"] {
                #expect(!text.contains(hook))
            }
        }
    }

    @Test func `a table whose only trait is no count has them too`() throws {
        let model = try Model.build(
            "backend Combine\ntrait SharedPublisher shared\nsource Spring   o|\n", path: "Spring.traits")
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Spring")
        ).render(model)
        let support = try #require(files.first { $0.name == "Spring+Support.swift" })
        #expect(support.text.contains("public enum TraitPublishers"))
    }

    @Test func `tables of this library import them`() throws {
        let files = try Renderer(
            templates: RenderFixture.shippedTemplates(), options: RenderOptions(module: "Shop")
        ).render(RenderFixture.model())
        let support = try #require(files.first { $0.name == "Shop+Support.swift" })
        #expect(!support.text.contains("class"))
    }
}
