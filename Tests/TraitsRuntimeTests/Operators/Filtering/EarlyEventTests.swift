import Testing
import TraitsRuntime
import TraitsTesting

/// Events that come before a subscription break the contract of streams. Some operators leave them out, some
/// stop the program, each as in Combine.
@Suite("Events before a subscription")
struct EarlyEventTests {
    static let lenient = OperatorRow.all.filter {
        ["TryMap", "TryScan", "Prefix", "OutputAt", "Encode"].contains($0.name)
    }

    @Test(arguments: lenient)
    func areLeftOut(row: OperatorRow) {
        let upstream = Manual(subscribing: .byHand)
        let run = row.run(upstream, .unlimited)
        #expect(upstream.send(1) == .none)
        upstream.send(completion: .finished)
        #expect(run.log == [])
    }

    @Test func stopTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let upstream = Manual(subscribing: .byHand)
            upstream.filter { $0 > 0 }.subscribe(IntTracking())
            upstream.send(1)
        }
        await #expect(processExitsWith: .failure) {
            let upstream = Manual(subscribing: .byHand)
            upstream.removeDuplicates().subscribe(IntTracking())
            upstream.send(completion: .finished)
        }
    }
}
