import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// What a table gets whose streams are those of another library: everything, with nothing of ours to import.
///
/// The other library is played by a module that hands on what Combine has of ours, and none of the trait tools.
@Suite(.compiling, .waiting) struct OtherLibraryTests {
    @Test(arguments: ["Combine", "OpenCombine"], [PackageMode.six, .onMainActor])
    func `the trait layer over another library compiles`(library: String, in mode: PackageMode) throws {
        for access in ["public", "internal"] {
            var files = try Self.generated(library, access)
            files["Client.swift"] = "import \(library)\n" + Self.client
            let errors = try Compiler.errors(of: files, importing: (library, Self.module), in: mode)
            #expect(errors == "", "\(access)")
        }
    }

    @Test(arguments: [PackageMode.six, .onMainActor])
    func `the shipped table serves Combine`(in mode: PackageMode) throws {
        let path = "Sources/TraitsRuntime/Operators.traits"
        let files = try Self.generated(
            path, ["--backend", "Combine"], GeneratedFiles(root: DocumentationTests.root))
        let errors = try Compiler.errors(of: files, importing: ("Combine", Self.module), in: mode)
        #expect(errors == "")
        // Nobody is advised to use what Combine hasn't.
        for own in ["ShareReplay", "shareReplay", "orError", "withError", "andThen", "ifEmpty"] {
            #expect(!files.values.contains { $0.contains(own) }, "\(own)")
        }
    }

    @Test func `what the other library lacks is noticed`() throws {
        let module = Self.module.replacing("@_exported import class TraitsRuntime.AnyCancellable\n", with: "")
        let errors = try Compiler.errors(
            of: try Self.generated("Combine", "public"), importing: ("Combine", module))
        #expect(errors.contains("cannot find type 'AnyCancellable' in scope"))
    }

    /// Traits with other names than the shipped ones: an outcome of each kind, one with many values, a place, sharing.
    static let table = """
        trait FewPublisher {
            --------->   can never publish anything
            -----x--->   can fail
            -----|--->   can complete
            --o--|--->   can publish one value and complete
        }
        trait SolePublisher: FewPublisher {
            --------->   can never publish anything
            -----x--->   can fail
            --o--|--->   can publish one value and complete
        }
        trait DonePublisher: FewPublisher {
            --------->   can never publish anything
            -----x--->   can fail
            -----|--->   can complete
        }
        trait PromptPublisher {
            x-------->       can fail immediately
            o- - - - ->      can publish immediately
        }
        trait UIPublisher at MainActor
        trait CommonPublisher shared

        source   Just                    o|          at caller   shared
        source   Empty                   |, silent   at caller   shared   because "it is told"
        source   Fail                    x           at caller   shared
        operator Publishers.Map          o => o
        operator Publishers.Filter       o => o or nothing
        operator Publishers.Zip (A, B)   zip

        """

    static let client = """
        func load() -> AnySolePublisher<Int, Never> { Just(1).map { $0 + 1 }.eraseToAnySolePublisher() }
        func save() -> AnyDonePublisher<Never, any Error> {
            TraitPublishers.Done { promise in
                promise(.finished)
                return AnyCancellable {}
            }.eraseToAnyDonePublisher()
        }
        @MainActor func run() async throws -> Int? {
            let cancellable = load().sinkSole { print($0) }
            cancellable.cancel()
            try await save().value
            let few: Int? = await load().eraseToAnyFewPublisher().value
            let sole: Int = try await load().value
            return few == sole ? try await load().value(onCancel: CancellationError()) : nil
        }

        """

    static func generated(_ library: String, _ access: String) throws -> [String: String] {
        let table = "backend \(library)\n\n" + table
        let files = GeneratedFiles(root: DocumentationTests.root, texts: ["Own.traits": table])
        return try generated("Own.traits", ["--access", access], files)
    }

    /// What the command writes for a table, and a client of it.
    static func generated(_ table: String, _ options: [String], _ files: GeneratedFiles) throws -> [String:
        String]
    {
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { Issue.record("\($0)") })
        let arguments = ["generate", table, "--module", "Own", "--templates", "Templates", "--output", "out"]
        #expect(command.run(arguments: arguments + options) == .clean)
        let written = files.written.filter { $0.key.hasSuffix(".swift") }
        let named = Dictionary(
            uniqueKeysWithValues: written.map { (URL(filePath: $0.key).lastPathComponent, $0.value) })
        // Files that would declare nothing aren't written; these are, for every table with traits.
        let name = URL(filePath: table).deletingPathExtension().lastPathComponent
        for part in ["Protocol", "Conformances", "Eraser", "Check", "Sink"] {
            #expect(named["\(name)+\(part).swift"] != nil, "\(part) is missing")
        }
        return named
    }

    /// Declarations one by one: with the whole module its trait tools would come along. Operators can't be named so.
    static let module = """
        @_exported import class TraitsRuntime.AnyCancellable
        @_exported import class TraitsRuntime.CurrentValueSubject
        @_exported import class TraitsRuntime.Future
        @_exported import class TraitsRuntime.ObservableObjectPublisher
        @_exported import class TraitsRuntime.PassthroughSubject
        @_exported import enum TraitsRuntime.Publishers
        @_exported import enum TraitsRuntime.Subscribers
        @_exported import protocol TraitsRuntime.Cancellable
        @_exported import protocol TraitsRuntime.CustomCombineIdentifierConvertible
        @_exported import protocol TraitsRuntime.ConnectablePublisher
        @_exported import protocol TraitsRuntime.Publisher
        @_exported import protocol TraitsRuntime.Scheduler
        @_exported import protocol TraitsRuntime.Subscriber
        @_exported import protocol TraitsRuntime.Subscription
        @_exported import struct TraitsRuntime.AnyPublisher
        @_exported import struct TraitsRuntime.CombineIdentifier
        @_exported import struct TraitsRuntime.Deferred
        @_exported import struct TraitsRuntime.Empty
        @_exported import struct TraitsRuntime.Fail
        @_exported import struct TraitsRuntime.ImmediateScheduler
        @_exported import struct TraitsRuntime.Just
        @_exported import struct TraitsRuntime.Published
        @_exported import struct TraitsRuntime.Record

        public func += (left: inout Subscribers.Demand, right: Subscribers.Demand) {}
        public func += (left: inout Subscribers.Demand, right: Int) {}
        public func -= (left: inout Subscribers.Demand, right: Subscribers.Demand) {}
        public func -= (left: inout Subscribers.Demand, right: Int) {}

        """
}
