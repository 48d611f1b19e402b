@_spi(Proof) import TraitsTesting

extension Pipeline {
    /// Something that a program does in a closure, beside what the closure is for.
    struct Deed: Hashable {
        /// Which closure it is.
        enum Place: String, Hashable, CaseIterable {
            /// One of the operator's or source's own.
            case closure
            /// Those of a `handleEvents` right behind it.
            case subscription
            case value
            case completion
            case cancel
            case request
        }

        var place: Place
        /// At which call of the closure, from 1. A closure that is made again for another subscriber goes on counting.
        var call: Int
        var acts: [Program.Act]
    }

    /// The closures that can act in this operator or source.
    var places: [Deed.Place] {
        operation.takesClosure ? Deed.Place.allCases : Array(Deed.Place.allCases.dropFirst())
    }
}

extension Pipeline.Deed {
    /// As a user would write it, roughly.
    var swift: String {
        let acts = acts.map { $0.source }.joined(separator: ", ")
        let text = "/* at call \(call): \(acts) */"
        switch place {
        case .closure: return text
        case .subscription: return ".handleEvents(receiveSubscription: { _ in \(text) })"
        case .value: return ".handleEvents(receiveOutput: { _ in \(text) })"
        case .completion: return ".handleEvents(receiveCompletion: { _ in \(text) })"
        case .cancel: return ".handleEvents(receiveCancel: { \(text) })"
        case .request: return ".handleEvents(receiveRequest: { _ in \(text) })"
        }
    }

    /// The call that adds this to a pipeline.
    var source: String {
        let acts = acts.map { $0.source }.joined(separator: ", ")
        return ".acting(in: .\(place), at: \(call), \(acts))"
    }
}
