/// Finds what a row can produce: the image of sets of histories under a ``Behaviour``.
///
/// First the inputs become one stream, then the stages go over it; both work on ``TimedHistory``s, which keep all
/// that matters to what follows. What was found is kept by what it is of: rows that combine their inputs in one way
/// share that part, and rows with the same stages the other.
final class ImageFinder {
    let limit: Int
    let space: TimedSpace
    private var pairs: [Pairs.Kind: PairTable] = [:]
    private var stages: [[Stage]: StageImages] = [:]
    private var spawned: [SpawnKey: Spawned] = [:]
    private var sets: [SetKey: TimedSet] = [:]

    private var rooms: [RoomKey: RoomTable] = [:]

    private struct RoomKey: Hashable {
        var kind: Pairs.Kind
        var choices: ObjectIdentifier
    }

    private struct SpawnKey: Hashable {
        var isSwitch: Bool
        var mayFail: Bool
        var inner: UInt64
    }

    private struct SetKey: Hashable {
        var combination: Behaviour.Combination
        var inputs: [UInt64]
    }

    init(limit: Int) {
        self.limit = limit
        space = TimedSpace(limit: limit)
    }

    /// What comes out when each input may do what its set allows.
    func image(of behaviour: Behaviour, inputs: [ShapeSet]) -> ShapeSet {
        switch behaviour.combination {
        case .source(let histories): return histories
        case .anything: return .all(limit: limit)
        default: break
        }
        if case .retry(let mayWait) = behaviour.combination {
            return images(behaviour.stages).retrying(inputs[0], mayWait: mayWait)
        }
        return finish(behaviour, images(behaviour.stages).image(of: combined(behaviour, inputs)))
    }

    /// The image of a behaviour, given that of its stages: no inputs at all may give something else.
    func finish(_ behaviour: Behaviour, _ image: ShapeSet) -> ShapeSet {
        guard case .repeated(_, let none) = behaviour.combination else { return image }
        return none.reduce(into: image) { $0.insert($1) }
    }

    /// What stages make of each history.
    func images(_ list: [Stage]) -> StageImages {
        if let known = stages[list] { return known }
        let found = StageImages(list, in: space)
        stages[list] = found
        return found
    }

    /// What two inputs become, history by history.
    func table(_ kind: Pairs.Kind) -> PairTable {
        if let known = pairs[kind] { return known }
        let found = PairTable(Pairs(kind: kind, space: space))
        pairs[kind] = found
        return found
    }

    /// What an outer input becomes, given what the publishers may do that it makes.
    func spawned(isSwitch: Bool, mayFail: Bool, inner: ShapeSet) -> Spawned {
        let key = SpawnKey(isSwitch: isSwitch, mayFail: mayFail, inner: inner.bits)
        if let known = spawned[key] { return known }
        let found = Spawned(Spawning(inner, isSwitch: isSwitch, mayFail: mayFail, in: space), limit)
        spawned[key] = found
        return found
    }

    /// What may come before an input of which something can be asked.
    func rooms(_ kind: Pairs.Kind, _ choices: TraitChoices) -> RoomTable {
        let key = RoomKey(kind: kind, choices: ObjectIdentifier(choices))
        if let known = rooms[key] { return known }
        let found = RoomTable(table(kind), choices)
        rooms[key] = found
        return found
    }

    // MARK: - Inputs

    /// The stream that the inputs become; of `retry`, which has histories of its own, the input.
    func combined(_ behaviour: Behaviour, _ inputs: [ShapeSet]) -> TimedSet {
        if case .pass = behaviour.combination { return space.histories(of: inputs[0]) }
        let key = SetKey(combination: behaviour.combination, inputs: inputs.map(\.bits))
        if let known = sets[key] { return known }
        let found = combine(behaviour.combination, inputs)
        sets[key] = found
        return found
    }

    private func combine(_ combination: Behaviour.Combination, _ inputs: [ShapeSet]) -> TimedSet {
        switch combination {
        case .source, .anything, .pass, .retry: return space.histories(of: inputs[0])
        case .joined(let joint):
            // What has been combined already is kept, since inputs often differ in the last alone.
            let head = inputs.dropLast()
            let before =
                head.count == 1
                ? space.histories(of: head[0]) : combined(Behaviour(combination), Array(head))
            return table(.joint(joint)).histories(before, space.histories(of: inputs[inputs.count - 1]))
        case .repeated(let joint, let none): return repeated(joint, inputs[0], finishesEmpty: none.isEmpty)
        case .fallback: return pair(.fallback, inputs)
        case .rescue(let mayFail): return pair(.rescue(mayFail: mayFail), inputs)
        case .flatten(let mayFail): return spawn(false, mayFail, inputs)
        case .switch(let mayFail): return spawn(true, mayFail, inputs)
        }
    }

    private func pair(_ kind: Pairs.Kind, _ inputs: [ShapeSet]) -> TimedSet {
        table(kind).histories(space.histories(of: inputs[0]), space.histories(of: inputs[1]))
    }

    private func spawn(_ isSwitch: Bool, _ mayFail: Bool, _ inputs: [ShapeSet]) -> TimedSet {
        let spawned = spawned(isSwitch: isSwitch, mayFail: mayFail, inner: inputs[1])
        return inputs[0].shapes.reduce(into: TimedSet()) { $0.formUnion(spawned[$1]) }
    }

    /// Any number of inputs of one kind, none included: no input at all finishes at once, as far as the row says nothing
    /// else.
    private func repeated(_ joint: Behaviour.Joint, _ input: ShapeSet, finishesEmpty: Bool) -> TimedSet {
        let one = space.histories(of: input)
        var result = one
        var fresh = one
        while !fresh.isEmpty {
            let next = table(.joint(joint)).histories(fresh, one)
            fresh = next.subtracting(result)
            result.formUnion(next)
        }
        if finishesEmpty { result.insert(space.number(0, 0, .finished, true)) }
        return result
    }

    /// Every way to take one element of each list.
    static func combinations<Element>(_ lists: [[Element]]) -> [[Element]] {
        lists.reduce([[]]) { heads, list in heads.flatMap { head in list.map { head + [$0] } } }
    }
}

/// What pairs of histories become, found when it is asked for.
final class PairTable {
    let pairs: Pairs
    private let isSymmetric: Bool
    private var rows: [[TimedSet?]]

    init(_ pairs: Pairs) {
        self.pairs = pairs
        isSymmetric = if case .joint(let joint) = pairs.kind { joint.isSymmetric } else { false }
        rows = Array(repeating: [], count: pairs.space.histories.count)
    }

    func histories(_ left: Int, _ right: Int) -> TimedSet {
        if rows[left].isEmpty { rows[left] = Array(repeating: nil, count: rows.count) }
        if let known = rows[left][right] { return known }
        let found = pairs.histories(pairs.space.histories[left], pairs.space.histories[right])
        rows[left][right] = found
        guard isSymmetric else { return found }
        if rows[right].isEmpty { rows[right] = Array(repeating: nil, count: rows.count) }
        rows[right][left] = found
        return found
    }

    func histories(_ left: TimedSet, _ right: TimedSet) -> TimedSet {
        var result = TimedSet()
        left.forEach { left in right.forEach { result.formUnion(histories(left, $0)) } }
        return result
    }
}

/// What each shape of an outer input becomes.
final class Spawned {
    private let spawning: Spawning
    private var known: [TimedSet?]
    private let limit: Int

    init(_ spawning: Spawning, _ limit: Int) {
        self.spawning = spawning
        self.limit = limit
        known = Array(repeating: nil, count: 6 * (limit + 1))
    }

    subscript(shape: Shape) -> TimedSet {
        let index = ShapeSet.index(of: shape, limit: limit)
        if let found = known[index] { return found }
        let found = spawning.histories(of: shape)
        known[index] = found
        return found
    }
}
