import Testing
import TraitsRuntime
import TraitsTesting

/// The laws of streams for what a property sends, while threads change its sources.
@Suite("Threads race on properties", .limited)
struct PropertyRaceTests {
    /// Races on all values of a property, and on those after the first, over properties that follow upstreams.
    private func race<Value>(
        _ name: String, inputs: Int, _ build: ([Property<Int>]) -> Property<Value>
    ) throws(RaceViolation) {
        func follow(_ upstreams: [RaceUpstream]) -> Property<Value> {
            build(upstreams.map { Property(initial: 0, then: $0.replaceError(with: -9)) })
        }
        try Laws.race(name, inputs: inputs) { follow($0).allValues }
        try Laws.race(name, inputs: inputs) { follow($0).subsequentValues }
    }

    @Test func oneSource() throws {
        try race("property", inputs: 1) { $0[0] }
        try race("map", inputs: 1) { $0[0].map { -$0 } }
        try race("removeDuplicates", inputs: 1) { $0[0].map { $0 & 1 }.removeDuplicates() }
        try race("scan", inputs: 1) { $0[0].scan(0, +) }
    }

    @Test func combineLatest() throws {
        try race("combineLatest", inputs: 2) { $0[0].combineLatest($0[1]) }
        try race("combineLatest", inputs: 3) { $0[0].combineLatest($0[1], $0[2]) { $0 + $1 + $2 } }
    }

    @Test func zip() throws {
        try race("zip", inputs: 2) { $0[0].zip($0[1]) }
        try race("zip", inputs: 3) { $0[0].zip($0[1], $0[2]) { $0 + $1 + $2 } }
    }

    @Test func flatMap() throws {
        try race("flatMap", inputs: 3) { sources in sources[0].flatMap { sources[1 + $0 & 1] } }
        try race("flatMap", inputs: 2) { sources in
            sources[0].flatMap { value in sources[1].map { $0 + value } }
        }
    }

    @Test func graph() throws {
        try race("graph", inputs: 3) { sources in
            let sum = sources[0].combineLatest(sources[1]) { $0 + $1 }
            return sum.flatMap { $0 % 2 == 0 ? sources[2] : sources[0].map { -$0 } }
        }
    }

    /// A whole and its parts, each of which several threads change.
    @Test func bothWays() throws {
        struct Pair { var left = 0, right = 0 }
        // A property that can be changed has no end as long as there is anybody to change it.
        try Laws.race("lens", inputs: 3, ignoring: [.completion]) { upstreams in
            let whole = MutableProperty(Pair())
            let parts = [whole.lens(\.left), whole.lens(\.right)]
            let numbers = upstreams.map { $0.replaceError(with: -9) }
            let bindings = [
                parts[0].bind(to: numbers[0]), parts[1].bind(to: numbers[1]),
                whole.bind(to: numbers[2].map { Pair(left: $0, right: $0) }),
            ]
            return Keeping(
                whole.property.combineLatest(parts[0].property).allValues, (whole, parts, bindings))
        }
    }

    /// One property follows another one, and both are changed.
    @Test func bound() throws {
        try Laws.race("bind(to:)", inputs: 2, ignoring: [.completion]) { upstreams in
            let (leader, follower) = (MutableProperty(0), MutableProperty(0))
            let numbers = upstreams.map { $0.replaceError(with: -9) }
            let bindings = [
                leader.bind(to: numbers[0]), follower.bind(to: numbers[1]),
                follower.bind(to: leader.property),
            ]
            return Keeping(follower.allValues, (leader, follower, bindings))
        }
    }

    @Test func receiveOn() throws {
        try Laws.race("receive(on:)", inputs: 1) { upstreams, clock in
            Property(initial: 0, then: upstreams[0].replaceError(with: -9)).receive(on: clock).allValues
        }
    }
}

/// A publisher, and what has to live as long as it.
struct Keeping<Base: Publisher>: Publisher {
    typealias Output = Base.Output
    typealias Failure = Base.Failure

    private let base: Base
    private let kept: Any

    init(_ base: Base, _ kept: Any) {
        self.base = base
        self.kept = kept
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        base.subscribe(subscriber)
    }
}
