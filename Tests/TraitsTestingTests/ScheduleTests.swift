#if TRAITS_SCHEDULES
    import Testing
    import TraitsRuntime

    @_spi(Proof) @testable import TraitsTesting

    /// Threads that meet as a seed says; in a build with `-DTRAITS_SCHEDULES`, see `.ci/variant`.
    @Suite("Schedules", .timeLimit(.minutes(60)))  // as long as a whole run may take
    struct ScheduleTests {
        /// Touched by one thread at a time, since a schedule runs one at a time.
        private final class Notes {
            var list: [String] = []
            var count = 0
        }

        /// Three threads that send to a subject.
        private func order(_ seed: UInt64) -> [String] {
            let subject = PassthroughSubject<String, Never>()
            let notes = Notes()
            let subscription = subject.sink { notes.list.append($0) }
            defer { subscription.cancel() }
            Threads.race(
                ["a", "b", "c"].map { name in { for number in 0..<4 { subject.send("\(name)\(number)") } } },
                seed: seed)
            return notes.list
        }

        /// Each of three takes its four steps in order, and how they meet follows from the seed.
        private func expectOrders(_ order: (UInt64) -> [String]) {
            let orders = (1...50).map { order($0) }
            #expect(orders == (1...50).map { order($0) })
            #expect(Set(orders).count > 10)
            for order in orders {
                #expect(order.count == 12)
                for name in ["a", "b", "c"] {
                    #expect(order.filter { $0.hasPrefix(name) } == (0..<4).map { "\(name)\($0)" })
                }
            }
        }

        @Test func oneSeedIsOneOrder() { expectOrders(order) }

        /// Two threads take the same value for their own if they meet between a look and a write.
        @Test func aWindowOfOneStepIsFound() {
            let lost = (1...100).count { seed in
                let notes = Notes()
                let counting = {
                    let before = notes.count
                    Threads.step()
                    notes.count = before + 1
                }
                Threads.race([counting, counting], seed: UInt64(seed))
                return notes.count == 1
            }
            #expect(lost > 0 && lost < 100, "\(lost)")
        }

        /// The same in the runtime: a look at the current value, and a send, are two calls.
        @Test func aWindowBetweenTwoCallsIsFound() {
            let lost = (1...200).count { seed in
                let subject = CurrentValueSubject<Int, Never>(0)
                let counting = { subject.send(subject.value + 1) }
                Threads.race([counting, counting], seed: UInt64(seed))
                return subject.value == 1
            }
            #expect(lost > 0 && lost < 200, "\(lost)")
        }

        @Test func whoWaitsForAnotherGoesOn() {
            for seed in UInt64(1)...50 {
                let notes = Notes()
                let turns = (0..<3).map { thread in
                    {
                        for round in 0..<3 {
                            while notes.count != round * 3 + thread { Threads.yield() }
                            notes.list.append("\(thread)")
                            notes.count += 1
                        }
                    }
                }
                Threads.race(turns, seed: seed)
                #expect(notes.list.joined() == "012012012")
            }
        }

        /// A thread that waits in a delivery lock wakes when that is left, whoever goes on in between.
        @Test func locksAreSteps() {
            for seed in UInt64(1)...50 {
                let subject = PassthroughSubject<Int, Never>()
                let notes = Notes()
                let subscription = subject.sink { number in
                    notes.count += 1
                    Threads.step()
                    notes.list.append(notes.count == 1 ? "alone" : "not alone")
                    notes.count -= 1
                    if number < 3 { subject.send(number + 3) }
                }
                Threads.race((0..<3).map { number in { subject.send(number) } }, seed: seed)
                #expect(notes.list == Array(repeating: "alone", count: 6))
                subscription.cancel()
            }
        }

        /// What a thread gives to the pool is over when the schedule is, and comes when the seed says.
        @Test func tasksAndActorsTakePart() {
            actor Place {
                let notes: Notes
                init(_ notes: sending Notes) { self.notes = notes }

                func note(_ name: String) {
                    notes.count += 1
                    Threads.step()
                    notes.list.append(notes.count == 1 ? name : "not alone")
                    notes.count -= 1
                }
            }
            func order(_ seed: UInt64) -> [String] {
                nonisolated(unsafe) let notes = Notes()
                let place = Place(notes)
                Threads.race(
                    ["a", "b", "c"].map { name in
                        {
                            Task {
                                for number in 0..<4 { await place.note("\(name)\(number)") }
                            }
                        }
                    }, seed: seed)
                return notes.list
            }
            expectOrders(order)
        }

        @Test func threadsOfThreadsTakePart() {
            var orders: Set<String> = []
            for seed in UInt64(1)...50 {
                let notes = Notes()
                func noting(_ name: String) -> () -> Void {
                    {
                        for _ in 0..<3 {
                            Threads.step()
                            notes.list.append(name)
                        }
                    }
                }
                Threads.race(
                    [
                        noting("a"),
                        {
                            Threads.race([noting("b"), noting("c")], seed: 0)
                            notes.list.append("d")
                        },
                    ], seed: seed)
                let order = notes.list.joined()
                #expect(order.count == 10)
                #expect(order.prefix { $0 != "d" }.count { $0 == "b" || $0 == "c" } == 6)
                orders.insert(order)
            }
            #expect(orders.count > 10)
        }
    }
#endif
