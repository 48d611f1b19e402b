import Foundation
import Testing

/// A program has its own type for each public name that Combine doesn't have. All names are in one program, so that the compiler runs
/// once.
@Suite struct OwnNameTests {
    /// The types that Combine doesn't have: their names at the top level, and the last parts of those in a namespace.
    private let (topLevel, nested): (Set<String>, Set<String>)

    init() throws {
        var (topLevel, nested): (Set<String>, Set<String>) = ([], [])
        for path in try Self.types(of: Self.modules) {
            let names = path.split(separator: ".").map(String.init)
            if names.count == 1 { topLevel.insert(names[0]) } else { nested.insert(names[names.count - 1]) }
        }
        self.topLevel = topLevel.subtracting(CombineNames.topLevel)
        self.nested = nested.union(self.topLevel).subtracting(CombineNames.publishers)
    }

    private static let modules = [
        "TraitsRuntime", "TraitsFoundation", "TraitsNetworking", "TraitsExtras", "TraitsObservation",
        "TraitsTesting",
        "TraitsTracing",
    ]

    private static let words = #"(?:@\w+ |nonisolated |final |open |indirect )*"#
    nonisolated(unsafe) private static let declaration = try! Regex(
        #"(?m)^([\w.]+): "# + words + #"(?:struct|class|enum|protocol|actor|typealias) "#,
        as: (Substring, Substring).self)

    /// The full names of the types of modules, without those of generic parameters.
    private static func types(of modules: [String]) throws -> [String] {
        try modules.flatMap { module in
            let file = DocumentationTests.root.appending(
                path: "Tests/DocumentationTests/Interface/Baselines/\(module).txt")
            return try String(contentsOf: file, encoding: .utf8)
                .matches(of: Self.declaration)
                .map { String($0.output.1) }
        }
    }

    /// Declarations of all names, with a member by which a client knows them.
    private func declarations(_ access: String = "", kind: String = "enum") -> String {
        let body = "{ \(access) static var isOwn: Bool { true } }\n"
        return topLevel.sorted().map { "\(access) \(kind) \($0) \(body)" }.joined()
            + "extension Publishers {\n"
            + nested.sorted().map { "    \(access) \(kind) \($0) \(body)" }.joined() + "}\n"
    }

    private var uses: String {
        "let areOwn = [\n" + topLevel.sorted().map { "    \($0).isOwn,\n" }.joined()
            + nested.sorted().map { "    Publishers.\($0).isOwn,\n" }.joined() + "]\n"
            + topLevel.sorted().map { "func take(_: \($0)) {}\n" }.joined()
            + nested.sorted().map { "func take(_: Publishers.\($0)) {}\n" }.joined()
    }

    private static let combine = "import Combine\n"

    @Test func `Publishers has Combine's types alone`() throws {
        let types = try Self.types(of: Self.modules).filter { $0.hasPrefix("Publishers.") }
            .map { $0.split(separator: ".")[1] }
        let others = Set(types.map(String.init)).symmetricDifference(CombineNames.publishers)
        #expect(others == [], "what isn't Combine's is declared in `MorePublishers`, or in `TraitPublishers`")
        #expect(topLevel.count > 100 && nested.contains("ShareReplay"), "where are they?")
    }

    @Test func `a program's own types are the first choice`() throws {
        let imports = Self.modules.map { "import \($0)\n" }.joined()
        #expect(try Compiler.errors(of: imports + declarations() + uses) == "")
    }

    #if !canImport(Darwin)
        @Test func `types of a third module are beside Combine`() throws {
            let member = """
                extension Publisher {
                    public func share(replay: Int) -> Bool { true }
                    public func eraseToAnySendablePublisher() -> Bool { true }
                }

                """
            let module = Self.combine + declarations("public") + member
            let errors = try Compiler.errors(
                of: ["Client.swift": Self.combine + "import Others\n" + uses + Self.program],
                importing: ("Others", module))
            #expect(errors == "")
        }

        /// What Combine has is there, operators of operands that the standard library doesn't know included.
        private static let program = """
            @MainActor final class Model: ObservableObject { @Published var count = 0 }

            func program(_ demand: Subscribers.Demand, _ queue: DispatchQueue) {
                var demand = demand + 1 + .max(2) - 1 - .none
                demand += 1
                demand += .max(1)
                demand -= 1
                demand *= 2
                _ = demand == 1 || 1 != demand || demand < 2 || 2 >= demand || demand > .none || demand == .max(1)
                let stride: DispatchQueue.SchedulerTimeType.Stride = .seconds(1) + .seconds(2) * 2
                _ = queue.now.advanced(by: stride) > queue.now
                _ = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { _ in }
                let areOwn: [Bool] = [Just(1).share(replay: 1), Just(1).eraseToAnySendablePublisher()]
                _ = areOwn
            }

            """

        @Test func `the module Combine has Combine's types alone`() throws {
            let file = DocumentationTests.root.appending(path: "Sources/Combine/Exports.swift")
            let names = try String(contentsOf: file, encoding: .utf8)
                .matches(of: /TraitsStreams\.(\w+)/).map { String($0.output.1) }
            #expect(Set(names) == CombineNames.topLevel)
            for name in ["CancelBag", "TraitsRuntime.Property", "MorePublishers"] {
                #expect(try Compiler.errors(of: Self.combine + "let type = \(name).self\n") != "", "\(name)")
            }
        }
    #endif

    /// Beside the other products a type of a third module is ambiguous. The page names the remedy: an import of the type.
    @Test func `an import of the type makes a third module's the first choice`() throws {
        let imports =
            Self.modules.map { "import \($0)\n" }.joined() + "import Others\n"
            + topLevel.sorted().map { "import enum Others.\($0)\n" }.joined()
        let errors = try Compiler.errors(
            of: ["Client.swift": imports + uses],
            importing: ("Others", "import TraitsRuntime\n" + declarations("public")))
        #expect(errors == "")
    }

    /// The file that the page gives for a module `OpenCombine`.
    @Test(arguments: [PackageMode.five, .six])
    func `sources of OpenCombine keep their imports`(in mode: PackageMode) throws {
        let page = DocumentationTests.root.appending(
            path: "Sources/TraitsRuntime/TraitsRuntime.docc/Moving/MovingFromCombine.md")
        let section = try #require(
            try String(contentsOf: page, encoding: .utf8)
                .components(separatedBy: "### From OpenCombine without touching an import").last)
        let module = try #require(section.components(separatedBy: "```")[1].split(separator: "text\n").first)
        let client = """
            import Foundation
            import OpenCombine

            final class Model: OpenCombine.ObservableObject {
                @OpenCombine.Published var name = ""
                var bag: Set<AnyCancellable> = []

                func start(_ names: OpenCombine.AnyPublisher<String, Never>) {
                    names.receive(on: DispatchQueue.main.ocombine).assign(to: \\.name, on: self).store(in: &bag)
                    NotificationCenter.default.ocombine.publisher(for: Notification.Name("name"))
                        .sink { _ in }.store(in: &bag)
                    names.debounce(for: .milliseconds(3), scheduler: RunLoop.main.ocombine)
                        .receive(on: OperationQueue.main.ocombine).sink { _ in }.store(in: &bag)
                }
            }

            """
        let errors = try Compiler.errors(
            of: ["Client.swift": client], importing: ("OpenCombine", String(module)), in: mode)
        #expect(errors == "")
    }

    @Test func `the page about moving from Combine lists the names`() throws {
        let page = DocumentationTests.root.appending(
            path: "Sources/TraitsRuntime/TraitsRuntime.docc/Moving/MovingFromCombine.md")
        let section = try #require(
            try String(contentsOf: page, encoding: .utf8).split(separator: "### Names beside Combine's").last)
        let listed = Set(section.matches(of: /`(\w+)`/).map { String($0.output.1) })
        let missing = try Set(
            Self.types(of: ["TraitsRuntime", "TraitsFoundation", "TraitsExtras"]).filter { !$0.contains(".") }
        )
        .subtracting(CombineNames.topLevel).subtracting(listed)
        #expect(missing.isEmpty, "\(missing.sorted())")
    }
}
