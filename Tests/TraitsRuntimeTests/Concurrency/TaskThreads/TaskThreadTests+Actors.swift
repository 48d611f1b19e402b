#if TRAITS_SCHEDULES
    import Testing
    import TraitsRuntime

    @_spi(Proof) @testable import TraitsTesting

    extension TaskThreadTests {
        /// Demand comes from several threads, elements from another: all that is asked for comes, once and in order.
        @Test(arguments: Laws.seeds(1...400))
        func elementsComeAsTheyAreAskedFor(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            do {
                let count = random.below(8)
                let asked = (0..<2).map { _ in random.below(6) }
                let isCancelled = random.chance(1, of: 3)
                let (stream, input) = AsyncStream.makeStream(of: Int.self)
                let token = leaks.token("captured by the sequence")
                let recorder = stream.map { number in
                    _ = token.name
                    return number
                }.publisher.record(demand: .none)
                Threads.race(
                    asked.map { total in { for _ in 0..<total { recorder.request(.max(1)) } } } + [
                        {
                            for number in 0..<count { Threads.withoutSteps { input.yield(number) } }
                            Threads.withoutSteps { input.finish() }
                        },
                        {
                            Self.linger(seed, thread: 3)
                            if isCancelled { Threads.withoutSteps { recorder.cancel() } }
                        },
                    ], seed: seed)
                let values = recorder.values
                #expect(values == Array(0..<values.count))
                let wanted = asked.reduce(0, +)
                if !isCancelled {
                    #expect(values.count == min(wanted, count))
                    #expect((recorder.completion != nil) == (wanted > count))
                } else {
                    #expect(values.count <= min(wanted, count))
                }
                // The task that waits for demand ends in a job of its own.
                Threads.race([{ recorder.cancel() }], seed: seed)
            }
            try leaks.expectAllReleased()
        }
    }

    // MARK: - Actors

    extension TaskThreadTests {
        private actor Place {
            let notes = Notes()

            func note(_ value: Int) { notes.take(value) }
        }

        /// Closures of each thread run in their order, on the actor, and none while another one or the actor's own work does.
        @Test(arguments: Laws.seeds(1...400))
        func closuresRunInOrderOnTheActor(seed: UInt64) {
            let place = Place()
            let scheduler = ActorScheduler(place)
            Threads.race(
                (0..<3).map { thread in
                    {
                        for number in 0..<5 {
                            scheduler.schedule {
                                place.assumeIsolated { place in
                                    place.notes.take(thread * 100 + number)
                                }
                            }
                            if number == 2 { Task { await place.note(1000 + thread) } }
                        }
                    }
                }, seed: seed)
            for thread in 0..<3 {
                let own = place.notes.values.filter { $0 / 100 == thread }
                #expect(own == (0..<5).map { thread * 100 + $0 })
            }
            #expect(place.notes.values.count == 18)
        }

        /// What threads send to a subject arrives on the actor: each thread's values in order, then the end, until somebody
        /// cancels.
        @Test(arguments: Laws.seeds(1...400))
        func eventsArriveOnTheActor(seed: UInt64) throws {
            var random = RaceRandom(seed, thread: 9)
            let leaks = LeakTracker()
            do {
                let place = Place()
                let notes = place.notes
                let (isCancelled, asksForOne) = (random.chance(1, of: 3), random.chance(1, of: 3))
                let subject = PassthroughSubject<Int, TestFailure>()
                let token = leaks.token("captured by the subscriber")
                let publisher = subject.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
                    .receive(on: place)
                let subscription =
                    publisher
                    .flatMap(maxPublishers: asksForOne ? .max(1) : .unlimited) { Just($0) }
                    .sink { end in
                        place.assumeIsolated { _ in }
                        notes.isOver = true
                        if case .failure(let error) = end { notes.failure = error }
                    } receiveValue: { value in
                        place.assumeIsolated { place in
                            #expect(!place.notes.isOver)
                            place.notes.take(value)
                        }
                        _ = token.name
                    }
                nonisolated(unsafe) var senders = 2
                Threads.race(
                    (0..<2).map { thread in
                        {
                            for number in 0..<5 { subject.send(thread * 100 + number) }
                            senders -= 1
                            if senders == 0 { subject.send(completion: .finished) }
                        }
                    } + [
                        {
                            Self.linger(seed, thread: 2)
                            if isCancelled { subscription.cancel() }
                        }
                    ], seed: seed)
                for thread in 0..<2 {
                    let own = notes.values.filter { $0 / 100 == thread }
                    #expect(own == (0..<own.count).map { thread * 100 + $0 })
                }
                if !isCancelled {
                    #expect(notes.isOver)
                    #expect(notes.values.count == 10)
                }
                subscription.cancel()
            }
            try leaks.expectAllReleased()
        }
    }
#endif
