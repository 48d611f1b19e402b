import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Samples of operators whose arguments and inputs are of types that the module declares.
@Suite struct FirstSampleTests {
    private static let symbols = """
        {"kind": {"identifier": "swift.enum"}, "identifier": {"precise": "s:Event"}, "pathComponents": ["Event"],
         "swiftGenerics": {"parameters": [{"name": "Failure"}, {"name": "Output"}],
           "constraints": [{"kind": "conformance", "lhs": "Failure", "rhs": "Error"}]}},
        {"kind": {"identifier": "swift.enum.case"}, "identifier": {"precise": "s:failure"},
         "pathComponents": ["Event", "failure(_:)"],
         "declarationFragments": [{"kind": "text", "spelling": "case failure(Failure)"}]},
        {"kind": {"identifier": "swift.enum.case"}, "identifier": {"precise": "s:value"},
         "pathComponents": ["Event", "value(_:)"],
         "declarationFragments": [{"kind": "text", "spelling": "case value(Output)"}]},
        {"kind": {"identifier": "swift.enum"}, "identifier": {"precise": "s:Mode"}, "pathComponents": ["Mode"]},
        {"kind": {"identifier": "swift.enum.case"}, "identifier": {"precise": "s:slow"},
         "pathComponents": ["Mode", "slow(_:)"],
         "declarationFragments": [{"kind": "text", "spelling": "case slow(Int)"}]},
        {"kind": {"identifier": "swift.enum.case"}, "identifier": {"precise": "s:fast"},
         "pathComponents": ["Mode", "fast"],
         "declarationFragments": [{"kind": "text", "spelling": "case fast"}]}
        """

    private static func method(
        _ name: String, _ parameters: [String], _ declaration: String = "", constraint: String = ""
    ) -> String {
        let list = parameters.map {
            """
            {"name": "p", "declarationFragments": [{"kind": "text", "spelling": "p: "},
              {"kind": "typeIdentifier", "spelling": "\($0)"}]}
            """
        }
        return """
            {"kind": {"identifier": "swift.method"}, "identifier": {"precise": "s:method"},
             "pathComponents": ["Publisher", "\(name)"],
             "swiftExtension": {"constraints": [\(constraint)]},
             "declarationFragments": [{"kind": "text", "spelling": "\(declaration)"}],
             "functionSignature": {"parameters": [\(list.joined(separator: ","))],
               "returns": [{"kind": "typeIdentifier", "spelling": "Made", "preciseIdentifier": "s:Made"},
                           {"kind": "text", "spelling": "<Self>"}]}}
            """
    }

    /// The row of the operator that a method returns.
    private static func row(_ method: String, inputs: [String] = ["Upstream"]) -> String {
        let made = """
            {"kind": {"identifier": "swift.struct"}, "identifier": {"precise": "s:Made"},
             "pathComponents": ["Made"], "swiftGenerics": {
               "parameters": [\(inputs.map { #"{"name": "\#($0)"}"# }.joined(separator: ","))],
               "constraints": [\(inputs.map {
                   #"{"kind": "conformance", "lhs": "\#($0)", "rhs": "Publisher"}"#
               }.joined(separator: ","))]}}
            """
        let graph = """
            {"module": {"name": "App"}, "symbols": [\(symbols), \(made), \(method)], "relationships": [
              {"kind": "conformsTo", "source": "s:Event", "target": "s:3App11ConvertibleP"},
              {"kind": "conformsTo", "source": "s:Made", "target": "s:13TraitsStreams9PublisherP"}]}
            """
        var output: [String] = []
        let command = TraitgenCommand(
            files: MemoryFiles([
                "/package/graph/App.symbols.json": graph,
                "/package/Sources/TraitsRuntime/Operators.traits": ReasonedFacts.traits,
            ]), output: { output.append($0) }, errors: { output.append($0) })
        _ = command.run(arguments: ["init", "App", "--symbol-graph", "graph"])
        return output.joined(separator: "\n")
    }

    @Test func enumeration_isItsFirstCaseWithoutValues() {
        let row = Self.row(Self.method("made(_:in:)", ["Int", "Mode"]))
        #expect(row.contains("sample upstream.made(2, in: .fast)"), "\(row)")
    }

    @Test func parameterWithADefault_isLeftOut_ifNothingCanBeInvented() {
        let declaration = "func made(by: ([Int], Clock) -> Bool, at clock: Clock = .main) -> Made<Self>"
        let row = Self.row(Self.method("made(by:at:)", ["([Int], Clock) -> Bool", "Clock"], declaration))
        #expect(row.contains("sample upstream.made(by: { _, _ in true })\n"), "\(row)")
        let other = Self.row(Self.method("made(at:)", ["Clock"], "func made(at: Clock) -> Made<Self>"))
        #expect(other.contains("unsampled because \"its arguments are the author's to choose\""), "\(other)")
    }

    /// An operator such as `dematerialize` takes events.
    @Test func inputOfAProtocolOfTheModule_isWrappedInItsEnumeration() {
        let constraint = #"{"kind": "conformance", "lhs": "Self.Output", "rhs": "Convertible"}"#
        let row = Self.row(Self.method("made()", [], constraint: constraint))
        #expect(
            row.contains("sample upstream.map { Event<TestError, Int>.value($0) }.made()"), "\(row)")
    }

    @Test func methodOfAProtocolOfTheModule_needsATrait() {
        let method = Self.method("made()", []).replacing(
            "\"Publisher\", \"made()\"", with: "\"Kept\", \"made()\""
        )
        .replacing("\"Kept\"", with: "\"KeptPublisher\"")
        let kind = """
            {"kind": {"identifier": "swift.protocol"}, "identifier": {"precise": "s:K"},
             "pathComponents": ["KeptPublisher"]}
            """
        let own = Self.row(method + "," + kind)
        #expect(own.contains("the law kit's inputs don't have Self: KeptPublisher"), "\(own)")
        let promise = Self.method("uncheckedKept()", []).replacing("s:Made", with: "s:Other")
        let trait = Self.row(method + "," + kind + "," + promise)
        #expect(trait.contains("sample upstream.uncheckedKept().made()"), "\(trait)")
    }

    /// The graph lists the stream library's methods for each protocol of the module.
    @Test func methodThatTheGraphSynthesizes_isNoMethodOfTheModule() {
        let method = Self.method("made()", []).replacing("s:method", with: "s:a::SYNTHESIZED::s:b")
        let row = Self.row(method)
        #expect(row.contains("unsampled because \"no method of publishers returns it"), "\(row)")
    }

    @Test func overloadWithAllInputs_isPreferred() {
        let both = Self.method(
            "made(_:)", ["Other"],
            constraint: #"{"kind": "conformance", "lhs": "Other", "rhs": "Publisher"}"#
        ).replacing("<Self>", with: "<Self, Other>")
        let row = Self.row(Self.method("made()", []) + "," + both, inputs: ["First", "Other"])
        #expect(row.contains("sample first.made(other)"), "\(row)")
        let alone = Self.row(Self.method("made()", []), inputs: ["First", "Other"])
        #expect(alone.contains("sample first.made()"), "\(alone)")
    }

    @Test func inputThatNeverFails_isTheOnlyOne() {
        let constraint = """
            {"kind": "sameType", "lhs": "Self.Failure", "rhs": "Never"},
            {"kind": "conformance", "lhs": "Other", "rhs": "Publisher"}
            """
        let method = Self.method("made(_:)", ["Other"], constraint: constraint)
            .replacing("<Self>", with: "<Self, Other>")
        let row = Self.row(method, inputs: ["First", "Other"])
        #expect(row.contains("the law kit has no two inputs of which one never fails"), "\(row)")
    }
}
