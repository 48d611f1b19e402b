import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// What a program does again and again, and what must leave the heap where it was.
enum HeapUse: String, CaseIterable {
    /// Subscriptions come and go beside one that stays.
    case subscriptions
    /// The same, and each sees a value.
    case subscriptionsWithValues
    /// Values go through one subscription.
    case values
}

#if canImport(Glibc)
    extension HeapUse {
        /// How many bytes the heap grows by in so many rounds, after some that fill what is kept for good.
        func growth<P: Publisher>(rounds: Int, _ build: (ValueStage) -> P) -> Int {
            let stage = ValueStage()
            let publisher = build(stage)
            let one = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            func play() {
                // Objects that nobody tracks.
                let token = LeakTracker().token("value")
                for source in stage.sources { source.send(token) }
            }
            func run(_ rounds: Int) {
                for _ in 0..<rounds {
                    switch self {
                    case .subscriptions, .subscriptionsWithValues:
                        let another = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
                        if self == .subscriptionsWithValues { play() }
                        another.cancel()
                    case .values:
                        play()
                    }
                    stage.scheduler.advance(by: 40)
                }
            }
            run(rounds / 4)
            let before = Heap.size
            run(rounds)
            let after = Heap.size
            one.cancel()
            return after - before
        }
    }
#else
    extension HeapUse {
        func growth<P: Publisher>(rounds: Int, _ build: (ValueStage) -> P) -> Int { 0 }
    }
#endif
