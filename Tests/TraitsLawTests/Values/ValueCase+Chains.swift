import TraitsRuntime
import TraitsTesting

extension ValueCase {
    /// Chains and forms of operators that take paths of their own.
    static let chains = [
        ValueCase("Publishers.RemoveDuplicates", "of equatable values") {
            $0.upstream.map(Identity.init).removeDuplicates()
        },
        ValueCase("Publishers.RemoveDuplicates", "twice") {
            $0.upstream.map(Identity.init).removeDuplicates().scan(Identity?.none) { $1 }.removeDuplicates()
        },
        ValueCase("Publishers.Scan", "of arrays") {
            $0.upstream.scan([LeakToken]()) { $0.suffix(1) + [$1] }
        },
        ValueCase("Publishers.FlatMap", "of one at a time, that answer later") { stage in
            stage.upstream.flatMap(maxPublishers: .max(1)) { _ in stage.other.first() }
        },
        ValueCase("Publishers.FlatMap", "of values") {
            $0.upstream.flatMap { Just($0).setFailureType(to: TestFailure.self) }
        },
        ValueCase("Publishers.Buffer", "by request, the newest dropped") {
            $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
        },
        ValueCase("Publishers.Buffer", "by request, the oldest dropped") {
            $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
        },
        ValueCase("Publishers.Multicast") {
            $0.upstream.multicast { ValueStage.Source() }.autoconnect()
        },
        ValueCase("CurrentValueSubject", "that upstream feeds") { stage in
            let subject = CurrentValueSubject<LeakToken?, TestFailure>(nil)
            let feed = stage.upstream.sink(
                receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
            return subject.handleEvents(receiveCancel: feed.cancel)
        },
        ValueCase("Property") { property($0).allValues },
        ValueCase("Property", "scan") { property($0).scan(nil) { $1 ?? $0 }.allValues },
        ValueCase("Property", "combineLatest") { stage in
            let property = property(stage)
            return property.combineLatest(property.map { $0?.name }).allValues
        },
        ValueCase("MutableProperty") { stage in
            let property = MutableProperty(LeakToken?.none)
            let feed = stage.infallible.sink { property.value = $0 }
            return property.allValues.handleEvents(receiveCancel: feed.cancel)
        },
    ]

    private static func property(_ stage: ValueStage) -> Property<LeakToken?> {
        Property(initial: nil, then: stage.infallible.map { Optional($0) })
    }
}
