import TraitsRuntime
import TraitsTesting

/// The events after which a stream is left idle.
enum IdleScript: CaseIterable, Sendable {
    /// Values of both sources.
    case values
    /// The same, and then the end of the first source.
    case valuesAndUpstreamsEnd
    /// The same, and then the end of the second source.
    case valuesAndOthersEnd
}

extension ValueCase {
    static func kept<P: Publisher>(
        after script: IdleScript, _ demand: DemandPolicy, _ build: (ValueStage) -> P
    ) -> [String]? {
        let stage = ValueStage()
        let keeper = leaveIdle(stage, build(stage), script, demand)
        let kept = stage.leaks.alive.map(\.name)
        defer { keeper.subscription?.cancel() }
        return withExtendedLifetime(stage) { keeper.isOver ? nil : kept }
    }

    /// A function of its own, at whose return its references have gone.
    // Not for each publisher: an optimised build takes minutes less.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func leaveIdle<P: Publisher>(
        _ stage: ValueStage, _ publisher: consuming P, _ script: IdleScript, _ demand: DemandPolicy
    ) -> Keeper<P.Output, P.Failure> {
        let keeper = Keeper<P.Output, P.Failure>(demand, .cancel)
        publisher.subscribe(keeper)
        stage.scheduler.advance(by: 1)
        stage.play()
        stage.scheduler.advance(by: 50)
        switch script {
        case .values: break
        case .valuesAndUpstreamsEnd: stage.upstream.send(completion: .finished)
        case .valuesAndOthersEnd: stage.other.send(completion: .finished)
        }
        stage.scheduler.advance(by: 50)
        return keeper
    }
}

extension ValueCase {
    /// The values that an operator needs after three values of each source.
    func needed(_ demand: DemandPolicy) -> [String] {
        switch testDescription {
        case "Publishers.Zip", "MorePublishers.ZipDelayError":
            demand == .unlimited ? KeptValues.newest.names : []
        case "Publishers.Zip3", "Publishers.Zip4", "MorePublishers.Zip5":
            // An input that is asked for one value at a time has missed the third one of upstream.
            demand == .unlimited ? KeptValues.newestOfEach.names : ["value 3 of 1"]
        default: keeps.names
        }
    }
}

/// The values that an operator needs after three values of each source, by name.
struct KeptValues: ExpressibleByArrayLiteral, Sendable {
    let names: [String]

    init(arrayLiteral names: String...) { self.names = names }

    /// The value that the next one is compared or combined with, or that is the result so far.
    static let newest: KeptValues = ["value 3 of 0"]
    static let newestOfEach: KeptValues = ["value 3 of 0", "value 3 of 1"]
    static let all: KeptValues = ["value 1 of 0", "value 2 of 0", "value 3 of 0"]
    static let lastTwo: KeptValues = ["value 2 of 0", "value 3 of 0"]
    /// The value that the operator was made with.
    static let own: KeptValues = ["value"]
    /// `reduce` shows its initial result in a mirror, as in Combine.
    static let ownAndNewest: KeptValues = ["value", "value 3 of 0"]
}
