import Foundation
import Testing

/// With the package trait `StrictIsolation` every closure that a stream or a property keeps is one that may run anywhere, or
/// one of an actor that the stream is known to deliver on.
@Suite("Closures with strict isolation", .compiling, .waiting)
struct StrictClosureTests {
    /// What keeps a closure that the compiler doesn't look at, and why: it is checked at run time.
    private static let exceptions: [String: [String]] = [
        "Combine's protocol asks for the closure as it is": [
            "Scheduler.schedule", "DispatchQueue.schedule", "ImmediateScheduler.schedule",
            "ActorScheduler.schedule",
            "GlobalActorScheduler.schedule", "AnyScheduler.schedule", "OperationQueue.schedule",
            "RunLoop.schedule",
        ],
        "it reads an object where the call says, on an actor or a scheduler, and the object needn't be Sendable":
            [
                "Observable.publisher(", "Property.init(observing:",
            ],
        "operators are made of it: their methods pass on what they were given": [
            "Publishers.*.init(upstream:", "MorePublishers.*.init(upstream:",
            "TraitPublishers.*.init(upstream:", "Properties.*.init(_:",
        ],
        "it is Combine's way to subscribe or to cancel by hand, and what the library's own subscribers are made of":
            [
                "AnyCancellable.init(_:)",
                "AnySubscriber.init(receiveSubscription:receiveValue:receiveCompletion:)",
                "Subscribers.Sink.init(receiveCompletion:receiveValue:)",
            ],
        "it is for the code that is generated": [
            "OutcomeSink.init(", "PlaceCheck.init(", "TraitCheck.init(", "DeferredFutureJob.init(",
        ],
        "an autoclosure belongs to the actor of the code around it, `sending` or not, and may use what isn't Sendable":
            [
                "Publisher.ifEmpty(default:)", "Publisher.ifEmpty(switchTo:)",
                "PropertyOperator.property(initial:)",
                "Property.compactMap(initial:_:)", "Property.filter(initial:_:)",
                "Property.drop(initial:while:)",
                "Property.prefix(initial:while:)",
            ],
    ]

    @Test func `every closure is strict, or there is a reason why not`() throws {
        let found = try Self.methods()
        #expect(found.filter { $0.closures > 0 }.count > 150)
        let reasons = Self.exceptions.values.flatMap { $0 }
        var used: Set<String> = []
        for method in found where method.lax > 0 {
            let reason = reasons.first { Self.matches(method.name, $0) }
            #expect(reason != nil, "\(method.name) keeps a closure that isn't strict: \(method.text)")
            if let reason { used.insert(reason) }
        }
        #expect(Set(reasons).subtracting(used) == [], "these keep no such closure")
    }

    /// A name begins with the pattern; a star stands for one part.
    private static func matches(_ name: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return name.hasPrefix(pattern) }
        guard name.hasPrefix(parts[0]) else { return false }
        return name.dropFirst(parts[0].count).drop { $0 != "." }.hasPrefix(parts[1])
    }

    // MARK: Symbols

    private struct Method {
        var name: String
        var text: String
        /// How many closures it keeps.
        var closures = 0
        /// How many of them may belong to an actor.
        var lax = 0

        init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
            for parameter in Self.parameters(of: text) {
                // What stands before the closure's own arguments; those say nothing of the closure.
                let kind = parameter.replacing("nonisolated(nonsending) ", with: "")
                    .replacing("((", with: "").replacing("(@MainActor ", with: "@MainActor ").prefix {
                        $0 != "("
                    }
                guard parameter.contains("->"), kind.contains("@escaping") || parameter.contains(")? = nil")
                else { continue }
                closures += 1
                let words = ["@Sendable", "@MainActor"] + (kind.contains("@autoclosure") ? [] : ["sending "])
                let isOfAnActor = parameter.contains("(isolated ")
                if !isOfAnActor && !words.contains(where: { kind.contains($0) }) { lax += 1 }
            }
        }

        /// `func f<T>(a: Int, b: (T, T) -> T)` has `a: Int` and `b: (T, T) -> T`.
        private static func parameters(of text: String) -> [String] {
            var depth = 0, parameters: [String] = [], parameter = "", previous: Character = " "
            for character in text {
                switch character {
                case "(", "[", "<": depth += 1
                case ")", "]": depth -= 1
                case ">" where previous != "-": depth -= 1
                default: break
                }
                previous = character
                if depth == 0, character == ")" { break }
                if depth == 1, character == "," {
                    parameters.append(parameter)
                    parameter = ""
                } else if depth > 1 || depth == 1 && character != "(" {
                    parameter.append(character)
                }
            }
            return parameters + [parameter]
        }
    }

    private static func methods() throws -> [Method] {
        try ClientCompiler.inTemporaryFolder { folder in
            let target = try ClientCompiler.run(["swift", "-print-target-info"]).text
            let triple = try JSONDecoder().decode(TargetInfo.self, from: Data(target.utf8)).target
                .unversionedTriple
            for module in StrictModule.modules where module != "TraitsTesting" {
                let command =
                    ["swift", "symbolgraph-extract", "-module-name", module, "-target", triple, "-I"]
                    + [
                        try StrictModule.shared.get().folder.path, "-skip-synthesized-members", "-output-dir",
                        folder.path,
                    ]
                let (text, succeeded) = try ClientCompiler.run(command)
                try #require(succeeded, "\(text)")
            }
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
                .flatMap { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).methods }
        }
    }

    private struct TargetInfo: Decodable {
        struct Target: Decodable { let unversionedTriple: String }
        let target: Target
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { let identifier: String }
            struct Fragment: Decodable { let spelling: String }
            let kind: Kind
            let pathComponents: [String]
            let declarationFragments: [Fragment]
        }
        let symbols: [Symbol]

        var methods: [Method] {
            let kinds: Set = ["swift.method", "swift.type.method", "swift.init", "swift.func"]
            return symbols.filter { symbol in
                kinds.contains(symbol.kind.identifier)
                    && !symbol.pathComponents.contains { $0.hasPrefix("_") }
            }
            .map { symbol in
                Method(
                    symbol.pathComponents.joined(separator: "."),
                    symbol.declarationFragments.map(\.spelling).joined())
            }
        }
    }
}
