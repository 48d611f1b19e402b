import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// A module that imports two libraries whose tables have traits and rows of the same names.
///
/// Types that two modules add to `Publishers` under one name are told apart by module selectors, which Swift 6.3 has.
#if compiler(>=6.3)
    @Suite(.compiling, .waiting) struct TwoLibrariesTests {
        /// Names mean the same in every mode, and `PackageModeTests` tries all modes.
        private static let packages: [(PackageMode, String)] = [
            (.five, "public"), (.onMainActor, "internal"),
        ]

        /// The libraries' names hide nothing: the module has rows, and names the traits with their modules.
        @Test(arguments: packages)
        func `a module names the traits of two libraries`(in mode: PackageMode, access: String) throws {
            let table = """
                operator Publishers.Mine   o => o
                operator Publishers.Both (Upstream: Views.CouplePublisher, Other: Waves.CouplePublisher)   merge

                """
            let text = try diagnostics(of: table, client: Self.client, in: mode, access)
            #expect(text == "", "\(text)")
        }

        /// The libraries' publishers get the module's own traits, which refine one library's trait.
        @Test(arguments: packages)
        func `own traits reach the publishers of two libraries`(in mode: PackageMode, access: String) throws {
            let table = """
                trait PairPublisher: Views.CouplePublisher {
                    --oo|-->   two values
                }
                trait ScreenPublisher at MainActor
                trait OncePublisher shared
                operator Publishers.Mine   o => o
                operator Publishers.Both (Upstream: Views.CouplePublisher, Other: Waves.CouplePublisher)   merge

                """
            let text = try diagnostics(of: table, client: Self.client + Self.ownClient, in: mode, access)
            #expect(text == "", "\(text)")
        }

        /// The module's own traits and rows have the names of the libraries' ones.
        @Test(arguments: packages)
        func `own traits may have the libraries' names`(in mode: PackageMode, access: String) throws {
            let table = """
                trait CouplePublisher: Views.CouplePublisher {
                    --oo|-->   two values
                }
                trait DeskPublisher at MainActor
                trait CommonPublisher shared
                operator Publishers.Mine   o => o
                operator Publishers.Both (Upstream: Views.CouplePublisher, Other: Waves.CouplePublisher)   merge
                operator Publishers.WithLatest (Upstream, Other)   signal o => opens

                """
            let own = Self.ownClient.replacing("AnyPair", with: "AnyCouple")
            let type = Self.withLatest(access).replacing("public ", with: access + " ")
            let text = try diagnostics(
                of: table, client: Self.client + own, types: type, in: mode, access)
            #expect(text == "", "\(text)")
        }

        /// The test of the tests: a publisher of one library doesn't keep the other library's trait.
        @Test func `traits of one name are two traits`() throws {
            let client =
                "func wrong() -> Waves.AnyCouplePublisher<Int, Never> { Views.Pair().eraseToAnyCouplePublisher() }\n"
            let text = try diagnostics(
                of: "operator Publishers.Mine   o => o\n", client: Self.imports + client, in: .six, "internal"
            )
            #expect(text.contains("error: "), "\(text)")
        }

        // MARK: -

        private func diagnostics(
            of table: String, client: String, types: String = "", in mode: PackageMode, _ access: String
        ) throws -> String {
            let texts = [
                "Views.traits": Self.library("-----x--->    can fail\n    --oo|----->"),
                "Waves.traits": Self.library("--oo- - -->"),
                "App.traits": "import TraitsRuntime\nimport Views\nimport Waves\n" + table,
            ]
            return try ClientCompiler.inTemporaryFolder { folder in
                for name in ["Views", "Waves"] {
                    var files = try Self.generated(name, "public", texts)
                    files["\(name)Types.swift"] = Self.types(name)
                    let module = folder.appending(path: "\(name).swiftmodule").path
                    let text = try compile(
                        files, ["-emit-module", "-module-name", name, "-emit-module-path", module], .six,
                        folder)
                    guard text.isEmpty else { return text }
                }
                var files = try Self.generated("App", access, texts)
                let own = Self.own(access, access == "public" ? mode.publicImport : "import")
                files["AppTypes.swift"] = own + types
                files["Client.swift"] = client
                return try compile(
                    files, ["-typecheck", "-module-name", "App", "-I", folder.path, "-warnings-as-errors"],
                    mode,
                    folder)
            }
        }

        private func compile(
            _ files: [String: String], _ arguments: [String], _ mode: PackageMode, _ folder: URL
        ) throws -> String {
            let urls = try files.sorted { $0.key < $1.key }.map { name, text in
                let file = folder.appending(path: name)
                try text.write(to: file, atomically: true, encoding: .utf8)
                return file
            }
            return try ClientCompiler.diagnostics(
                of: urls, arguments: ["-parse-as-library"] + arguments + mode.flags)
        }

        private static func generated(
            _ name: String, _ access: String, _ texts: [String: String]
        ) throws -> [String: String] {
            let files = GeneratedFiles(root: DocumentationTests.root, texts: texts)
            let command = TraitgenCommand(
                files: files, output: { _ in }, errors: { Issue.record("\($0)") })
            let imports = ["TraitsRuntime=Sources/TraitsRuntime", "Views=Views.traits", "Waves=Waves.traits"]
            let arguments = [
                "generate", "\(name).traits", "--module", name, "--templates", "Templates", "--output", "out",
                "--access", access,
            ]
            #expect(command.run(arguments: arguments + imports.flatMap { ["--import", $0] }) == .clean)
            let written = files.written.filter { $0.key.hasSuffix(".swift") }
            return Dictionary(
                uniqueKeysWithValues: written.map { (URL(filePath: $0.key).lastPathComponent, $0.value) })
        }

        private static func library(_ lines: String) -> String {
            """
            import TraitsRuntime

            trait CouplePublisher {
                \(lines)   two values
            }
            trait DeskPublisher at DeskActor
            trait CommonPublisher shared

            source   Pair   oo|
            operator Publishers.WithLatest (Upstream, Other)   signal o => opens

            """
        }

        /// The publishers of a library.
        private static func types(_ name: String) -> String {
            """
            public import TraitsRuntime

            @globalActor public actor DeskActor { public static let shared = DeskActor() }

            public struct Pair: Publisher {
                public typealias Output = Int
                public typealias Failure = Never
                public init() {}
                public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                    [1, 2].publisher.receive(subscriber: subscriber)
                }
            }

            """ + withLatest("public")
        }

        private static func withLatest(_ access: String) -> String {
            """

            nonisolated extension Publishers {
                \(access) struct WithLatest<Upstream: Publisher, Other: Publisher>: Publisher
                where Upstream.Failure == Other.Failure {
                    \(access) typealias Output = Upstream.Output
                    \(access) typealias Failure = Upstream.Failure
                    let upstream: Upstream
                    let other: Other
                    \(access) func receive<S: Subscriber>(subscriber: S)
                    where S.Input == Output, S.Failure == Failure {
                        upstream.drop(untilOutputFrom: other).receive(subscriber: subscriber)
                    }
                }
            }

            """
        }

        /// The module's own publishers.
        private static func own(_ access: String, _ imports: String) -> String {
            func type(_ head: String, _ body: String) -> String {
                """
                \(access) struct \(head) {
                        \(access) typealias Output = Upstream.Output
                        \(access) typealias Failure = Upstream.Failure
                        let upstream: Upstream
                        \(access) func receive<S: Subscriber>(subscriber: S)
                        where S.Input == Output, S.Failure == Failure { \(body).receive(subscriber: subscriber) }
                """
            }
            let both =
                "Both<Upstream: Views.CouplePublisher, Other: Waves.CouplePublisher>: Publisher\n    where "
                + "Upstream.Output == Other.Output, Upstream.Failure == Other.Failure"
            return """
                \(imports) TraitsRuntime
                \(imports) Views
                \(imports) Waves

                nonisolated extension Publishers {
                    \(type("Mine<Upstream: Publisher>: Publisher", "upstream"))
                    }
                    \(type(both, "upstream.merge(with: other)"))
                        let other: Other
                    }
                }

                """
        }

        private static let imports = "import TraitsRuntime\nimport Views\nimport Waves\n\n"

        private static let client =
            imports + """
                nonisolated func one() -> Views.AnyCouplePublisher<Int, Never> {
                    Publishers.Mine(upstream: Views.Pair()).eraseToAnyCouplePublisher()
                }
                nonisolated func other() -> Waves.AnyCouplePublisher<Int, Never> {
                    Publishers.Mine(upstream: Waves.Pair()).eraseToAnyCouplePublisher()
                }
                nonisolated func both() -> Publishers.Both<Views.AnyCouplePublisher<Int, Never>, Waves.AnyCouplePublisher<Int, Never>> {
                    Publishers.Both(upstream: one(), other: other())
                }
                nonisolated func late(
                    _ first: Publishers.Views::WithLatest<Just<Int>, Just<Int>>,
                    _ second: Publishers.Waves::WithLatest<Just<Int>, Just<Int>>
                ) -> [AnyMaybePublisher<Int, Never>] {
                    [first.eraseToAnyMaybePublisher(), second.eraseToAnyMaybePublisher()]
                }

                """

        private static let ownClient = """
            nonisolated func pair() -> AnyPairPublisher<Int, Never> {
                Publishers.Mine(upstream: Views.Pair()).eraseToAnyPairPublisher()
            }
            nonisolated func wider() -> Views.AnyCouplePublisher<Int, Never> { pair().eraseToAnyCouplePublisher() }

            """
    }
#endif
