import TraitsRuntime
import TraitsTesting

#if canImport(Glibc)
    extension HeapCheck {
        /// The rows of properties, and the sources that keep their current value: what they keep isn't more with each value.
        static let properties =
            [
                ValueCase("Future") { stage in
                    Future<LeakToken, TestFailure> { promise in
                        nonisolated(unsafe) let promise = promise
                        stage.other.subscribe(
                            Subscribers.Sink(
                                receiveCompletion: { _ in }, receiveValue: { promise(.success($0)) }))
                    }
                },
                ValueCase("Future", "without a result") { _ in Future<LeakToken, TestFailure> { _ in } },
                ValueCase("CurrentValueSubject") { CurrentValueSubject<LeakToken, TestFailure>($0.value) },
                ValueCase("PassthroughSubject") { $0.upstream },
            ] + ofOne + ofSeveral

        private static func fed(_ stage: ValueStage) -> Property<Int> {
            var number = 0
            return Property(
                initial: 0,
                then: stage.infallible.map { _ in
                    number += 1
                    return number
                })
        }

        private static let ofOne = [
            ValueCase("Property.AllValues") { fed($0).allValues },
            ValueCase("Property.SubsequentValues") { fed($0).subsequentValues },
            ValueCase("Properties.Map") { fed($0).map { $0 + 1 }.allValues },
            ValueCase("Properties.Scan") { fed($0).scan(0) { $0 + $1 }.allValues },
            ValueCase("Properties.Filter") { fed($0).filter(initial: 0) { $0 % 2 == 0 }.allValues },
            ValueCase("Properties.RemoveDuplicates") { fed($0).removeDuplicates().allValues },
            ValueCase("Properties.ReceiveOn") { fed($0).receive(on: $0.scheduler).allValues },
        ]

        private static let ofSeveral = [
            ValueCase("Properties.Zip") { fed($0).zip(fed($0)).allValues },
            ValueCase("Properties.CombineLatest") { fed($0).combineLatest(fed($0)).allValues },
            ValueCase("Properties.FlatMap") { stage in
                let inner = fed(stage)
                return fed(stage).flatMap { _ in inner }.allValues
            },
        ]
    }
#endif
