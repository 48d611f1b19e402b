import Foundation
import Testing
import TraitgenCore

/// What is generated compiles in every kind of package, and nobody is warned.
@Suite("Modes of packages", .compiling, .waiting)
struct PackageModeTests {
    @Test(arguments: PackageMode.all, ["public", "internal"])
    func `what follows from a table compiles`(in mode: PackageMode, access: String) throws {
        var files = try Self.generated(access)
        files["Publishers.swift"] = Self.publishers(access, access == "public" ? mode.publicImport : "import")
        files["Client.swift"] = Self.client
        let said = try diagnostics(of: files, in: mode)
        #expect(said == "", "\(said)")
    }

    /// A library may keep its publishers to itself, though what is generated for it is public.
    @Test(arguments: PackageMode.all)
    func `publishers may be internal`(in mode: PackageMode) throws {
        var files = try Self.generated("public")
        files["Publishers.swift"] = Self.publishers("internal", "import")
        let said = try diagnostics(of: files, in: mode)
        #expect(said == "", "\(said)")
    }

    /// The law that the others rest on: what belongs to the main actor by default can't be used elsewhere.
    @Test func `what belongs to an actor is noticed`() throws {
        var files = try Self.generated("internal")
        files["Publishers.swift"] = Self.publishers("internal", "import").replacing("nonisolated ", with: "")
        files["Client.swift"] = Self.client
        let said = try diagnostics(of: files, in: .onMainActor)
        #expect(said.contains("error: call to main actor-isolated instance method 'shout()'"), "\(said)")
    }

    private func diagnostics(of files: [String: String], in mode: PackageMode) throws -> String {
        try ClientCompiler.inTemporaryFolder { folder in
            let urls = try files.sorted { $0.key < $1.key }.map { name, text in
                let file = folder.appending(path: name)
                try text.write(to: file, atomically: true, encoding: .utf8)
                return file
            }
            let arguments = ["-typecheck", "-module-name", "Own", "-parse-as-library", "-warnings-as-errors"]
            return try ClientCompiler.diagnostics(of: urls, arguments: arguments + mode.flags)
        }
    }

    /// What the command writes for a table with a trait of each kind.
    private static func generated(_ access: String) throws -> [String: String] {
        let files = GeneratedFiles(root: DocumentationTests.root, texts: ["Own.traits": table])
        return try OtherLibraryTests.generated(
            "Own.traits", ["--access", access, "--import", "TraitsRuntime=Sources/TraitsRuntime"], files)
    }

    private static let table = """
        import TraitsRuntime

        trait PairPublisher {
            -----x--->    can fail
            --o--o--|->   can publish two values and complete
        }
        trait SolePublisher: SinglePublisher {
            -----x--->   can fail
            --o--|--->   can publish one value and complete
        }
        trait LastPublisher {
            -----|--->   can only complete
        }
        trait ScreenPublisher at MainActor
        trait CommonPublisher shared

        source   Greeting            o|   shared
        operator Publishers.Shout    o => o
        operator Publishers.Whisper  o => o
        operator Publishers.Twice    o => oo

        """

    private static func publishers(_ access: String, _ imports: String) -> String {
        """
        \(imports) TraitsRuntime

        \(access) struct Greeting: Publisher {
            \(access) typealias Output = String
            \(access) typealias Failure = Never
            \(access) init() {}
            \(access) func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == Never {
                Just("hello").receive(subscriber: subscriber)
            }
        }
        extension Publishers {
            \(operatorType("nonisolated ", "Shout", access))
            \(operatorType("", "Whisper", access))
            \(operatorType("nonisolated ", "Twice", access))
        }
        nonisolated extension Publisher where Output == String {
            \(access) func shout() -> Publishers.Shout<Self> { .init(upstream: self) }
        }

        """
    }

    private static func operatorType(_ isolation: String, _ name: String, _ access: String) -> String {
        """
        \(isolation)\(access) struct \(name)<Upstream: Publisher>: Publisher where Upstream.Output == String {
                \(access) typealias Output = String
                \(access) typealias Failure = Upstream.Failure
                let upstream: Upstream
                \(access) init(upstream: Upstream) { self.upstream = upstream }
                \(access) func receive<S: Subscriber>(subscriber: S)
                where S.Input == String, S.Failure == Failure {
                    upstream.flatMap { [$0, $0].publisher }.receive(subscriber: subscriber)
                }
            }
        """
    }

    private static let client = """
        import TraitsRuntime

        nonisolated func loud() -> AnySolePublisher<String, Never> {
            Just("a").shout().map { $0 + "!" }.eraseToAnySolePublisher()
        }
        nonisolated func both() -> AnyPairPublisher<String, Never> {
            Publishers.Twice(upstream: loud()).eraseToAnyPairPublisher()
        }
        nonisolated func read() async throws -> String {
            let cancellable = loud().sinkSole { print($0) }
            cancellable.cancel()
            let words = ["a", "b"].publisher
            print(words.checkPair(), words.assertPair(), words.uncheckedPair(), both())
            let late: String = try await loud().value(onCancel: CancellationError())
            return late + (try await loud().value)
        }
        @MainActor func show(_ title: some ScreenPublisher<String, Never>) -> [AnyCancellable] {
            let quiet = Publishers.Whisper(upstream: loud())
            return [quiet.sinkSole { print($0) }, title.sink { print($0) }]
        }

        """
}
