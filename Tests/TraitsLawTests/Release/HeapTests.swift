#if canImport(Glibc)
    import Foundation
    import Testing
    import TraitsRuntime
    import TraitsTesting

    /// The memory law: subscriptions that come and go beside one that stays, and values that pass through one subscription,
    /// leave the heap where it was.
    ///
    /// It runs in a process of its own, where nobody else uses the heap. `TRAITS_MEMORY_ROUNDS=100000` tries each row that
    /// often; it is 500 times unless it says otherwise, and 2,000 times with `TRAITS_PLANS=all`.
    // As long as a whole run may take. One of 100,000 rounds takes ten minutes on a processor of its own.
    @Suite("What streams leave on the heap", .timeLimit(HeapCheck.isLong ? .minutes(180) : .minutes(60)))
    struct HeapTests {
        @Test func everyRowLeavesTheHeapAsItWas() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                HeapCheck.run(ValueCase.all + ValueCase.extras + HeapCheck.properties)
            }
            #expect(leaks(in: result) == [])
        }

        /// The check itself finds eight bytes that each subscription leaves.
        @Test func aHoleThatEachSubscriptionLeavesIsFound() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                HeapCheck.run([ValueCase("holes") { Hoarding(upstream: $0.upstream) }])
            }
            #expect(leaks(in: result).count == 2)
        }

        private func leaks(in result: ExitTest.Result?) -> [String] {
            let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(
                separator: "\n")
            return lines.filter { $0.hasPrefix("leak: ") }.map(String.init)
        }

        /// A publisher that notes each subscription, and forgets none.
        private final class Hoarding<Upstream: Publisher>: Publisher {
            typealias Output = Upstream.Output
            typealias Failure = Upstream.Failure

            let upstream: Upstream
            var holes: [AnyObject?] = []

            init(upstream: Upstream) { self.upstream = upstream }

            func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                holes.append(nil)
                upstream.subscribe(subscriber)
            }
        }
    }

    enum HeapCheck {
        /// Indicates whether more is tried than in a usual run.
        static var isLong: Bool { rounds > 2000 }
        private static let environment = ProcessInfo.processInfo.environment
        private static let rounds =
            Int(environment["TRAITS_MEMORY_ROUNDS"] ?? "")
            ?? (environment["TRAITS_PLANS"] == "all" ? 2000 : 500)
        /// The most bytes that the rounds may leave together. What is freed stays with the thread that freed it, up to a
        /// limit, so that this isn't zero.
        private static var bound: Int { rounds + 2048 }

        /// Tries each use of each publisher.
        static func run(_ cases: [ValueCase]) {
            for entry in cases where !entry.gathers {
                for use in HeapUse.allCases {
                    let growth = entry.growth(of: use, rounds: rounds)
                    let line = "\(entry.testDescription): \(growth) bytes after \(rounds) times \(use)"
                    print(growth > bound ? "leak: \(line)" : line)
                }
            }
        }
    }
#endif
