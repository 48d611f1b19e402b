/// A vertex of the graph that has one property follow another: it depends on the source, and copies the value to the target
/// after each change.
///
/// The copy is a separate change, made before the thread gives up the writer lock and so before any observer is told.
/// Bindings that form a ring have therefore settled when an observer or another thread makes the next change: two
/// changes never chase each other through the ring. A copy takes the value that the source has when the copy is made.
///
/// **Which value stays.** Each setting of a property has a time, and a copy keeps the time of the value that it copies. A
/// value is not copied over a value that was set later. Values of the same time are a setting and the values that closures
/// have made of it on the way; of these, the last to be copied stays.
///
/// **Rings that don't settle.** If the closures in a ring never agree, each copy leads to another one. A binding counts
/// such copies, stops at its limit, and has the ring reported when the writer lock has been given up.
@usableFromInline
final class _BindingNode: _GraphNode {
    @usableFromInline typealias Copy = (_ binding: _BindingNode, _ time: UInt64) -> Void

    /// The number of corrections after which a ring is given up.
    private static let limit = 100

    /// The place where a program makes a binding, and the type of its values.
    @usableFromInline
    struct Place {
        @usableFromInline let file: StaticString
        @usableFromInline let line: UInt
        @usableFromInline let value: Any.Type

        @inlinable
        init(file: StaticString, line: UInt, value: Any.Type) {
            self.file = file
            self.line = line
            self.value = value
        }
    }

    /// Copies the value; holds the source. For the thread with the writer lock, like the properties below.
    @exclusivity(unchecked) private var copy: Copy?
    private let place: Place
    /// The time of the newest value of a source that is derived.
    @exclusivity(unchecked) private var timeOfSource: UInt64
    /// The time of the value that was copied last.
    @exclusivity(unchecked) @usableFromInline private(set) final var timeOfCopy: UInt64 = 0
    /// The number of copies that have led to each other, and the depth of the last one.
    @exclusivity(unchecked) private var rounds = 0
    @exclusivity(unchecked) private var depth = 0

    private init(_ graph: _PropertyGraph, _ place: Place, copy: @escaping Copy) {
        self.copy = copy
        self.place = place
        timeOfSource = graph.nextTime()
        super.init(
            graph, isPlain: true,
            run: { _unsafeUncheckedDowncast($0, to: _BindingNode.self).follow() },
            publish: { _ in }, discard: nil)
    }

    /// Makes a target follow a source, from now on.
    ///
    /// - Parameter copy: gives the target the source's working value; must hold the source's property.
    @usableFromInline
    static func bind(to source: _GraphNode, _ place: Place, copy: @escaping Copy) -> AnyCancellable {
        let graph = source.graph
        let isOutermost = graph.enter()
        source.joinGraph()
        let node = _BindingNode(graph, place, copy: copy)
        graph.connect(source, to: node)
        if isOutermost { node.perform() } else { graph.postpone { node.perform() } }
        graph.leave(isOutermost)
        return AnyCancellable { node.end() }
    }

    /// Postpones a copy: the source has changed or ended.
    private func follow() -> Bool {
        let time = inputs.first?.node._withUnsafeGuaranteedRef { $0.isChanged ? $0.timeOfNews : 0 } ?? 0
        timeOfSource = max(timeOfSource, time)
        graph.postpone(copyOf: timeOfSource) { [self] in perform() }
        return false
    }

    private func perform() {
        // Set by a thread that cancels, and waits for the writer lock after that.
        if !isFinished.load(ordering: .acquiring) { copy?(self, timeOfSource) }
        if openInputs == 0 { letGo() }
    }

    /// Notes that a value is about to be copied.
    ///
    /// - Returns: `false` if the value must not be copied, since the ring doesn't settle.
    @usableFromInline
    func beginCopy(_ time: UInt64) -> Bool {
        rounds = graph.depth > depth ? rounds + 1 : 0
        depth = graph.depth
        timeOfCopy = time
        if !graph.suspects.isEmpty || rounds == Self.limit - 1 {
            if !graph.suspects.contains(where: { $0 === self }) { graph.suspects.append(self) }
        }
        guard rounds >= Self.limit else { return true }
        if rounds == Self.limit {
            let report = UnsettledBindings(graph.suspects.map(\.place), rounds: rounds)
            graph.wake(_PropertyDelivery(report) { unsafeDowncast($0, to: UnsettledBindings.self).report() })
        }
        return false
    }

    /// Postpones a copy for each binding that follows a source which was set again to the value that it had.
    @usableFromInline
    static func touch(_ source: _GraphNode, _ time: UInt64) {
        var seen: ContiguousArray<Unmanaged<_GraphNode>> = [.passUnretained(source)]
        var index = 0
        while index < seen.count {
            seen[index]._withUnsafeGuaranteedRef { node in
                for dependent in node.dependents {
                    dependent.node._withUnsafeGuaranteedRef { dependent in
                        if dependent.parts?.own != nil && dependent.timeOfValue < time { return }
                        if dependent.flags.contains(.visited) { return }
                        dependent.flags.formUnion(.visited)
                        seen.append(.passUnretained(dependent))
                        guard let binding = dependent as? _BindingNode else { return }
                        binding.timeOfSource = max(binding.timeOfSource, time)
                        binding.graph.postpone(copyOf: time) { binding.perform() }
                    }
                }
            }
            index += 1
        }
        for node in seen { node._withUnsafeGuaranteedRef { $0.flags.subtract(.visited) } }
    }

    private func end() {
        isFinished.store(true, ordering: .releasing)
        let isOutermost = graph.enter()
        letGo()
        graph.leave(isOutermost)
    }

    /// Disconnects from the source, which may be held by nobody else: it is released after the writer lock is given up. So is
    /// this node, which may be in the list of a propagation.
    private func letGo() {
        guard let copy else { return }
        graph.discard(self)
        graph.disconnectAll(self)
        self.copy = nil
        graph.discard(_Cell(copy))
    }
}

/// Bindings that correct each other without end.
private final class UnsettledBindings {
    private let places: [_BindingNode.Place]
    private let rounds: Int

    init(_ places: [_BindingNode.Place], rounds: Int) {
        self.places = places
        self.rounds = rounds
    }

    /// Writes a warning to the standard error. For a thread without the writer lock.
    func report() {
        let ring = places.map { "\($0.file):\($0.line) (MutableProperty<\($0.value)>)" }
        _writeToStandardError(
            """
            \(places[0].file):\(places[0].line): warning: properties that are bound in a ring don't settle: each of \
            \(rounds) rounds changed their values again, so the bindings stop until the next change. Have the closures between \
            them leave a value alone that they have made. The ring: \(ring.joined(separator: ", "))

            """)
    }
}
