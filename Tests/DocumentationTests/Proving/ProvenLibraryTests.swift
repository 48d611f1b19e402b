import Foundation
import Testing

private let provesLibraries = ProcessInfo.processInfo.environment["TRAITS_PROVE"] == "yes"

/// `traitgen prove` of a small library, from its sources to its green table.
///
/// The first run builds the streams in `.build/prove`, which takes minutes; later runs find them there. So only `.ci/full` runs it.
@Suite(
    .compiling,
    .enabled(if: provesLibraries, "`.ci/full` proves a library: the first build takes minutes"))
struct ProvenLibraryTests {
    private static let manifest = """
        // swift-tools-version: 5.5
        import PackageDescription

        let package = Package(name: "Small", targets: [.target(name: "Small")])
        """

    /// An operator that sends more than is demanded, a method that returns an erased publisher, and one that deadlocks.
    private static let source = """
        import Combine
        import Foundation

        public struct Twice<Upstream: Publisher>: Publisher {
            public typealias Output = Upstream.Output
            public typealias Failure = Upstream.Failure
            let upstream: Upstream

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(downstream: subscriber))
            }

            struct Inner<S: Subscriber>: Subscriber where S.Input == Output, S.Failure == Failure {
                let combineIdentifier = CombineIdentifier()
                let downstream: S
                func receive(subscription: Subscription) { downstream.receive(subscription: subscription) }
                func receive(_ input: Output) -> Subscribers.Demand {
                    _ = downstream.receive(input)
                    return downstream.receive(input)
                }
                func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
            }
        }

        extension Publisher {
            public func twice() -> Twice<Self> { Twice(upstream: self) }

            public func doubled() -> AnyPublisher<Int, Failure> where Output == Int {
                map { $0 * 2 }.eraseToAnyPublisher()
            }

            public func stuck() -> AnyPublisher<Output, Failure> {
                let lock = NSLock()
                return map { value in
                    lock.lock()
                    lock.lock()
                    return value
                }.eraseToAnyPublisher()
            }
        }
        """

    @Test func library_endsWithItsFaultsAndAGreenTable() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "small-\(UUID().uuidString)")
        defer { try? files.removeItem(at: folder) }
        let sources = folder.appending(path: "Sources/Small")
        try files.createDirectory(at: sources, withIntermediateDirectories: true)
        try Self.manifest.write(
            to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try Self.source.write(to: sources.appending(path: "Small.swift"), atomically: true, encoding: .utf8)

        let first = try prove(folder)
        #expect(first.contains("3 operators, 2 proven"), "\(first)")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: "Traits/\(name)"), encoding: .utf8)
        }
        let table = try text("Small.traits")
        #expect(table.contains("operator Twice   o => oo"))
        #expect(table.contains("exempt demand because \"fault: never more values come than were demanded\""))
        let laws = try text("Laws.traits")
        #expect(
            laws.contains("operator Functions.Doubled   passes")
                || laws.contains("operator Functions.Doubled   o => o"))
        #expect(laws.contains("nothing happens for 10 seconds, as in a deadlock or a loop without end"))
        let faults = try text("Faults.md")
        #expect(faults.contains("`upstream.twice()`: never more values come than were demanded"))
        #expect(faults.contains("`upstream.stuck()`: every run returns"))

        let second = try prove(folder)
        #expect(second.contains("1 run of the laws"), "\(second)")
        #expect(try text("Small.traits") == table)
        #expect(try text("Faults.md") == faults)
    }

    private func prove(_ folder: URL) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        return try ClientCompiler.run(
            [
                try ClientCompiler.modules().appending(path: "../traitgen").standardizedFileURL.path, "prove",
                folder.path, "--streams", root.path, "--scratch", root.appending(path: ".build/prove").path,
                "--patience", "10",
            ], within: .seconds(1800)
        ).text
    }
}
