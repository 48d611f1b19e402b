import Foundation
import Testing
import TraitsRuntime

/// Wherever a promise is lost, the message names the publisher that has lost it, why, and what restores the promise.
@Suite(.compiling, .waiting) struct AdviceTests {
    @Test(arguments: [PackageMode.five, .six])
    func `the message names the publisher at fault and the remedy`(in mode: PackageMode) throws {
        let places = AdviceCorpus.places
        let culprits = AdviceCorpus.culprits
        #expect(places.count >= 12 && culprits.count >= 10, "where are they?")
        var cases = AdviceCorpus.others
        for culprit in culprits {
            for place in places {
                cases.append(
                    (
                        place.replacing("#", with: culprit.call),
                        ["\(culprit.type)", " never keeps the promise of SinglePublisher", "; use '"]
                    ))
            }
        }
        let errors = try Self.diagnostics(of: cases.map(\.code), in: mode, " error: ")
        for (advice, said) in zip(cases, errors) {
            #expect(
                said.contains { error in advice.messages.allSatisfy(error.contains) },
                "\(advice.code): \(said)")
        }
    }

    /// A message has no name with an underscore, and no operator that the program doesn't have.
    @Test(arguments: [PackageMode.five, .six])
    func `a message names what the program has`(in mode: PackageMode) throws {
        let cases = AdviceCorpus.culprits.flatMap { culprit in
            AdviceCorpus.places.map { (culprit, $0.replacing("#", with: culprit.call)) }
        }
        let others = AdviceCorpus.others.map(\.code)
        let errors = try Self.diagnostics(of: cases.map(\.1) + others, in: mode, " error: ")
        for line in errors.joined() {
            #expect(!line.contains("'_") && !line.contains(" a Immediate"), "\(line)")
        }
        for ((culprit, code), said) in zip(cases, errors) {
            let name = Substring(culprit.type.split(separator: ".")[1])
            for line in said where line.contains(" is unavailable: ") {
                let named = line.matches(of: /(?:Publishers\.|in place of )(\w+)/).map(\.output.1)
                #expect(Set(named).subtracting(["Merge3"]) == [name], "\(code): \(line)")
            }
        }
    }

    /// Swift 5 warns where Swift 6 refuses to make an existential by an unavailable conformance.
    @Test func `an existential of a trait has the advice, too`() throws {
        let codes = AdviceCorpus.culprits.map { "takeExistential(single.\($0.call).map { $0 })" }
        let refused = try Self.diagnostics(of: codes, in: .six, " error: ")
        let warned = try Self.diagnostics(of: codes, in: .five, " warning: ")
        for (culprit, (six, five)) in zip(AdviceCorpus.culprits, zip(refused, warned)) {
            #expect(six.contains { $0.contains("unavailable: \(culprit.type)") }, "\(six)")
            #expect(five.contains { $0.contains("unavailable: \(culprit.type)") }, "\(five)")
        }
    }

    @Test(arguments: PackageMode.all)
    func `what keeps a promise compiles`(in mode: PackageMode) throws {
        let code = "import TraitsRuntime\n" + AdviceCorpus.declarations + AdviceCorpus.kept
        #expect(try Compiler.errors(of: code, in: mode) == "")
    }

    /// The errors or warnings of each line, which is made a function of its own.
    private static func diagnostics(
        of lines: [String], in mode: PackageMode, _ kind: String
    ) throws -> [[Substring]] {
        var code = "import TraitsRuntime\n" + AdviceCorpus.declarations
        for (number, line) in lines.enumerated() {
            code += """
                func case\(number)<G, W, U>(\(AdviceCorpus.parameters)) \(AdviceCorpus.constraints) {
                    #sourceLocation(file: "case\(number)", line: 1)
                    \(line)
                    #sourceLocation()
                }

                """
        }
        let said = try Compiler.errors(
            of: code, in: mode, flags: ["-diagnostic-style", "llvm"], warns: true)
        let found = said.split(separator: "\n").filter { $0.contains(kind) }
        return lines.indices.map { number in found.filter { $0.hasPrefix("case\(number):") } }
    }

    /// Unavailable conformances are no proof: a cast that looks at run time says so, wherever it runs.
    @Test @MainActor func `casts tell the truth`() async {
        Self.checkCasts()
        await Task.detached { Self.checkCasts() }.value
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                Self.checkCasts()
                continuation.resume()
            }
        }
    }

    nonisolated private static func checkCasts() {
        let single = Just(1).setFailureType(to: (any Error).self).eraseToAnySinglePublisher()
        let filtered = single.filter { $0 > 1 }
        for broken: any Publisher in [
            filtered, filtered.map { $0 }, single.share(), single.eraseToAnyPublisher(),
            single.eraseToAnyMaybePublisher(), single.timeout(1, scheduler: ImmediateScheduler.shared),
        ] {
            #expect(!(broken is any SinglePublisher), "\(broken)")
            #expect((broken as? any SinglePublisher<Int, any Error>) == nil, "\(broken)")
            let isSingle = isSingle(broken)
            #expect(!isSingle, "\(broken)")
        }
        #expect(filtered as Any is any MaybePublisher)
        for kept: any Publisher in [single, Just(1), single.map { $0 }, single.map { $0 }.retry(2)] {
            #expect(kept is any SinglePublisher, "\(kept)")
            let isSingle = isSingle(kept)
            #expect(isSingle, "\(kept)")
        }
    }

    nonisolated private static func isSingle<P: Publisher>(_ publisher: P) -> Bool {
        publisher is any SinglePublisher<P.Output, P.Failure>
    }

    /// A default in an extension of a trait would become the answer of each publisher that has an unavailable conformance
    /// to the trait.
    @Test func `no trait answers for its publishers what the engine asks`() throws {
        let root = DocumentationTests.root.appending(path: "Sources")
        let asked = ["receive", "_Answers", "_answering", "_atMostOne", "_answer", "_erased"]
        let publisher = try String(
            contentsOf: root.appending(path: "TraitsStreams/Core/Publisher.swift"), encoding: .utf8)
        for name in asked { #expect(publisher.contains(name), "\(name)") }
        let extensionOfTrait =
            /^(?:public |nonisolated )*extension (Maybe|Single|Completable|Immediate|MainActor|Shared|CurrentValue)Pub/
        var extensions = 0
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            var isInTrait = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if line.hasPrefix("}") { isInTrait = false }
                if line.contains(extensionOfTrait) {
                    isInTrait = true
                    extensions += 1
                }
                if isInTrait, let found = line.firstMatch(of: /\b(?:func|var|typealias) (\w+)/) {
                    #expect(!asked.contains(String(found.1)), "\(file.lastPathComponent): \(line)")
                }
            }
        }
        #expect(extensions > 20, "where are they?")
    }
}
