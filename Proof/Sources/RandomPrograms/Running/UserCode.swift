import TraitsRuntime

/// The closures of one operator or source: they do what they are for, and what the program makes them do there.
///
/// All closures of a stage are counted together, also those of subscribers that come later and of children that are
/// made again, so each deed is done once.
final class UserCode {
    private weak var world: RealWorld?
    private let deeds: [Pipeline.Deed]
    private var calls: [Pipeline.Deed.Place: Int] = [:]

    init(_ world: RealWorld, _ deeds: [Pipeline.Deed]) {
        self.world = world
        self.deeds = deeds
    }

    /// Does what the program says about this call of a closure.
    func act(_ place: Pipeline.Deed.Place = .closure) {
        if deeds.isEmpty { return }
        calls[place, default: 0] += 1
        let call = calls[place]
        for deed in deeds where deed.place == place && deed.call == call {
            for act in deed.acts { world?.run?.perform(act, inClosure: true) }
        }
    }

    /// What a closure returns, when it has acted.
    func acting<Result>(_ result: @autoclosure () -> Result) -> Result {
        act()
        return result()
    }

    func holds(_ value: Int, _ test: Int) -> Bool { acting(RandomPrograms.holds(value, test)) }

    func checked(_ value: Int, not number: Int) throws -> Int {
        act()
        return try RandomPrograms.checked(value, not: number)
    }

    func folded(_ values: [Int]) -> Int { acting(RandomPrograms.folded(values)) }

    func plus(_ value: Int, _ number: Int) -> Int { acting(value &+ number) }

    func step(_ result: Int, _ value: Int) -> Int { acting(result &* 3 &+ value) }

    /// Indicates whether something is done right behind the stage.
    var looksOn: Bool { deeds.contains { $0.place != .closure } }

    /// The publisher with closures right behind it that act.
    func lookingOn<P: Publisher>(_ publisher: P) -> any Publisher<Int, Fault>
    where P.Output == Int, P.Failure == Fault {
        publisher.handleEvents(
            receiveSubscription: { [self] _ in act(.subscription) },
            receiveOutput: { [self] _ in act(.value) },
            receiveCompletion: { [self] _ in act(.completion) },
            receiveCancel: { [self] in act(.cancel) },
            receiveRequest: { [self] _ in act(.request) })
    }
}

/// A coder that leaves numbers as they are, fails at one of them, and acts.
struct ActingCoder: TopLevelEncoder, TopLevelDecoder {
    private let user: UserCode
    private let coder: SampleCoder

    init(_ user: UserCode, failsAt number: Int) {
        self.user = user
        coder = SampleCoder(failsAt: number)
    }

    func encode<Item: Encodable>(_ item: Item) throws -> Int {
        user.act()
        return try coder.encode(item)
    }

    func decode<Item: Decodable>(_ type: Item.Type, from number: Int) throws -> Item {
        user.act()
        return try coder.decode(type, from: number)
    }
}
