import TraitsRuntime

/// What the compiler knows a publisher to promise.
struct Promise: OptionSet, Hashable, CustomStringConvertible {
    let rawValue: Int

    static let maybe = Promise(rawValue: 1)
    static let single = Promise(rawValue: 2)
    static let completable = Promise(rawValue: 4)
    static let immediate = Promise(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(of publisher: any Publisher) {
        self = []
        if publisher is any MaybePublisher { insert(.maybe) }
        if publisher is any SinglePublisher { insert(.single) }
        if publisher is any CompletablePublisher { insert(.completable) }
        if publisher is any ImmediatePublisher { insert(.immediate) }
    }

    init(of pipeline: Pipeline) {
        let trace = Trace()
        self = RealWorld(pipeline, .init(isSink: false, isErased: false), trace).promise
    }

    /// The protocols.
    var traits: [String] {
        [
            (Promise.maybe, "MaybePublisher"), (.single, "SinglePublisher"),
            (.completable, "CompletablePublisher"), (.immediate, "ImmediatePublisher"),
        ].filter { contains($0.0) }.map { $0.1 }
    }

    var description: String { traits.joined(separator: ", ") }
}
