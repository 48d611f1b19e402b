import Foundation
import Testing
import TraitsRuntime
import TraitsTracing

/// Values that no trace may hold.
@Suite("Hidden values")
struct HiddenValueTests {
    /// Fails a test if a trace describes it.
    private struct Secret: CustomStringConvertible {
        var description: String {
            Issue.record("a hidden value is described")
            return "secret"
        }
    }

    private struct Refusal: Error { let password = "secret" }

    @Test func `a publisher hides its values and its error`() {
        let log = TraceLog.tracing("hides") {
            _ = Just(Secret()).trace("hides", values: .hidden).sink { _ in }
            _ = Just(Secret()).trace(String("hides"), values: .hidden) { "\($0)" }.sink { _ in }
            _ = Fail<Int, Refusal>(error: Refusal()).trace("hides", values: .hidden)
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            let property = MutableProperty(Secret())
            _ = property.property.trace("hides", values: .hidden) { "\($0)" }
        }
        let values = log.events.compactMap { if case .value(let text, _) = $0.kind { text } else { nil } }
        #expect(values == ["…", "…", "…"])
        #expect(log.lines.contains("hides failed: HiddenValueTests.Refusal"))
        #expect(!log.events.contains { $0.json.contains("secret") })
    }

    @Test func `a misspelt variable hides values`() {
        for text in ["hidden", "HIDDEN", "Hidden", "hiden", "true", "1", " "] {
            #expect(Tracing.hidesValues(variable: text), "\(text)")
        }
        for text in [nil, "", "shown"] { #expect(!Tracing.hidesValues(variable: text)) }
    }

    @Test func `the variable hides values of traces that the program starts`() async {
        await #expect(processExitsWith: .success) {
            setenv("TRAITS_TRACE_VALUES", "hiden", 1)
            Tracing.startFromEnvironment()
            #expect(Tracing.values == .hidden)
        }
    }

    @Test func `the choice of a publisher is known`() {
        #expect(Just(1).trace("choice").values == nil)
        #expect(Just(1).trace("choice", values: .hidden).values == .hidden)
        #expect(Just(1).trace("choice", values: .shown).values == .shown)
        #expect(Just(1).trace("choice", values: .shown).name == "choice")
        #expect(Just(1).trace(String("choice"), values: .hidden).values == .hidden)
    }

    @Test func `a program hides all values but those that are harmless`() async {
        await #expect(processExitsWith: .success) {
            Tracing.values = .hidden
            let log = TraceLog.tracing("program") {
                _ = Just(Secret()).trace("program").sink { _ in }
                _ = Just(Secret()).trace("program", value: { "\($0)" }).sink { _ in }
                _ = Just(7).trace("program", values: .shown).sink { _ in }
            }
            let values = log.events.compactMap { if case .value(let text, _) = $0.kind { text } else { nil } }
            #expect(values == ["…", "…", "7"])
            #expect(Tracing.values == .hidden)
        }
    }
}
