#if canImport(Glibc)
    import Foundation
    import Testing
    import TraitsFoundation

    /// What schedulers are given leaves nothing behind: neither closures that have run nor those that are cancelled.
    ///
    /// Each test runs in a process of its own, where nobody else uses the heap. `TRAITS_MEMORY_ROUNDS` says how often it
    /// does what must leave the heap where it was: 2,000 times unless it says otherwise.
    @Suite("Schedulers and the heap", .timeLimit(SchedulerHeapCheck.isLong ? .minutes(180) : .minutes(60)))
    struct SchedulerHeapTests {
        @Test func dispatchQueue() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                SchedulerHeapCheck.dispatchQueue()
            }
            #expect(faults(in: result) == [])
        }

        @Test func operationQueue() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                SchedulerHeapCheck.operationQueue()
            }
            #expect(faults(in: result) == [])
        }

        @Test func runLoop() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                SchedulerHeapCheck.runLoop()
            }
            #expect(faults(in: result) == [])
        }

        @Test func actor() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                SchedulerHeapCheck.actor()
            }
            #expect(faults(in: result) == [])
        }

        private func faults(in result: ExitTest.Result?) -> [String] {
            let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(
                separator: "\n")
            return lines.filter { $0.hasPrefix("leak: ") }.map(String.init)
        }
    }
#endif
