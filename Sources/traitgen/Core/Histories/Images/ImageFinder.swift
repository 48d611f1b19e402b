/// Finds the histories that a row can produce: the image of sets of histories under a ``Behaviour``.
///
/// First the inputs become one stream, then the stages process it. Both work on ``TimedHistory``s, which keep all
/// details that matter to the next step. Results are cached: rows with the same combination share the combined streams,
/// and rows with the same stages share the stages' images.
///
/// The caches of this class and of its helpers are read for each history. Only one thread uses them, and no foreign
/// code runs while they change. Their accesses therefore aren't checked for overlaps; the checks took a tenth of the
/// time.
package final class ImageFinder {
    package let limit: Int
    let space: TimedSpace
    @exclusivity(unchecked) private var pairs: [Behaviour.Combination: PairTable] = [:]
    @exclusivity(unchecked) private var stages: [[Stage]: StageImages] = [:]
    @exclusivity(unchecked) private var spawned: [SpawnKey: Spawned] = [:]
    @exclusivity(unchecked) private var sets: [SetKey: TimedSet] = [:]

    private struct SpawnKey: Hashable {
        var combination: Behaviour.Combination
        var inner: UInt64
    }

    private struct SetKey: Hashable {
        var combination: Behaviour.Combination
        var inputs: [UInt64]
    }

    package init(limit: Int) {
        self.limit = limit
        space = TimedSpace(limit: limit)
    }

    /// The possible outputs, given the set of possible histories of each input.
    package func image(of behaviour: Behaviour, inputs: [ShapeSet]) -> ShapeSet {
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

    /// Completes the image of a behaviour's stages with the histories for no inputs at all, if the row gives some.
    package func finish(_ behaviour: Behaviour, _ image: ShapeSet) -> ShapeSet {
        guard let none = behaviour.ofNone else { return image }
        return none.reduce(into: image) { $0.insert($1) }
    }

    /// The images of histories under a list of stages.
    package func images(_ list: [Stage]) -> StageImages {
        if let known = stages[list] { return known }
        let found = StageImages(list, in: space)
        stages[list] = found
        return found
    }

    /// The combined streams of two inputs, history by history.
    func table(_ combination: Behaviour.Combination) -> PairTable {
        if let known = pairs[combination] { return known }
        let found = PairTable(PairImages(combination, in: space))
        pairs[combination] = found
        return found
    }

    /// The combined streams of an outer input, given the possible histories of the publishers that it makes.
    func spawned(_ combination: Behaviour.Combination, inner: ShapeSet) -> Spawned {
        let key = SpawnKey(combination: combination, inner: inner.bits)
        if let known = spawned[key] { return known }
        let found = Spawned(Spawning(inner, combination, in: space), limit)
        spawned[key] = found
        return found
    }

    // MARK: - Inputs

    /// The combined stream of the inputs. For `retry`, whose images are found separately, it is the input.
    func combined(_ behaviour: Behaviour, _ inputs: [ShapeSet]) -> TimedSet {
        if case .pass = behaviour.combination { return space.histories(of: inputs[0]) }
        let key = SetKey(combination: behaviour.combination, inputs: inputs.map(\.bits))
        if let known = sets[key] { return known }
        let found = combine(behaviour.combination, inputs)
        sets[key] = found
        return found
    }

    /// Returns the same stream without caching it, for callers that cache it themselves.
    package func combine(_ combination: Behaviour.Combination, _ inputs: [ShapeSet]) -> TimedSet {
        switch combination {
        case .source, .anything, .pass, .retry: return space.histories(of: inputs[0])
        case .joined(let joint):
            // The stream of all inputs but the last is cached, since inputs often differ in the last alone.
            let head = inputs.dropLast()
            let before =
                head.count == 1
                ? space.histories(of: head[0]) : combined(Behaviour(combination), Array(head))
            return table(.joined(joint)).histories(before, inputs[inputs.count - 1])
        case .repeated(let joint, let none): return repeated(joint, inputs[0], finishesEmpty: none.isEmpty)
        case .repeat(let none): return repeated(.concat, inputs[0], finishesEmpty: none.isEmpty)
        case .match, .signal, .fallback, .rescue:
            return table(combination).histories(space.histories(of: inputs[0]), inputs[1])
        case .flatten, .switch:
            let spawned = spawned(combination, inner: inputs[1])
            return inputs[0].shapes.reduce(into: TimedSet()) { $0.formUnion(spawned[$1]) }
        }
    }

    /// The combined stream of any number of inputs of one kind. Without inputs it finishes immediately, unless the row
    /// says otherwise.
    private func repeated(_ joint: Behaviour.Joint, _ input: ShapeSet, finishesEmpty: Bool) -> TimedSet {
        var result = space.histories(of: input)
        var fresh = result
        while !fresh.isEmpty {
            let next = table(.joined(joint)).histories(fresh, input)
            fresh = next.subtracting(result)
            result.formUnion(next)
        }
        if finishesEmpty { result.insert(space.number(0, 0, .finished, true)) }
        return result
    }

    /// Every way to take one element of each list.
    package static func combinations<Element>(_ lists: [[Element]]) -> [[Element]] {
        let count = lists.reduce(1) { $0 * $1.count }
        var indices = lists.map { _ in 0 }
        return (0..<count).map { _ in
            defer {
                var list = lists.count - 1
                while list >= 0 {
                    indices[list] += 1
                    if indices[list] < lists[list].count { break }
                    indices[list] = 0
                    list -= 1
                }
            }
            return lists.indices.map { lists[$0][indices[$0]] }
        }
    }
}

/// The combined streams of histories with inputs of a given shape, computed on demand.
///
/// The sets of histories of an input always contain whole shapes, so a shape is the smallest unit that is combined with
/// a history.
final class PairTable {
    let pairs: PairImages
    private let space: TimedSpace
    /// The histories of each shape.
    private let ofShape: [[TimedHistory]]
    /// For each history the combined streams by the shape of the other input, and the bits of the shapes that are
    /// known.
    @exclusivity(unchecked) private var rows: [[TimedSet]]
    @exclusivity(unchecked) private var known: [UInt64]

    init(_ pairs: PairImages) {
        self.pairs = pairs
        space = pairs.space
        ofShape = space.ofShape.map { set in
            var histories: [TimedHistory] = []
            set.forEach { histories.append(pairs.space.histories[$0]) }
            return histories
        }
        rows = Array(repeating: [], count: space.histories.count)
        known = Array(repeating: 0, count: space.histories.count)
    }

    /// The combined streams of a history and an input with any of the shapes.
    func histories(_ left: Int, _ right: ShapeSet) -> TimedSet {
        let missing = right.bits & ~known[left]
        if missing != 0 { find(left, missing) }
        let row = rows[left]
        var result = TimedSet()
        var bits = right.bits
        while bits != 0 {
            result.formUnion(row[bits.trailingZeroBitCount])
            bits &= bits &- 1
        }
        return result
    }

    func histories(_ left: TimedSet, _ right: ShapeSet) -> TimedSet {
        var result = TimedSet()
        left.forEach { result.formUnion(histories($0, right)) }
        return result
    }

    private func find(_ left: Int, _ shapes: UInt64) {
        var row = rows[left].isEmpty ? Array(repeating: TimedSet(), count: ofShape.count) : rows[left]
        rows[left] = []
        let history = space.histories[left]
        var bits = shapes
        while bits != 0 {
            let shape = bits.trailingZeroBitCount
            bits &= bits &- 1
            let rights = ofShape[shape]
            var result = TimedSet()
            var index = 0
            while index < rights.count {
                result.formUnion(pairs.histories(history, rights[index]))
                index += 1
            }
            row[shape] = result
        }
        rows[left] = row
        known[left] |= shapes
    }
}

/// The combined streams of an outer input, by its shape.
final class Spawned {
    private var spawning: Spawning
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
