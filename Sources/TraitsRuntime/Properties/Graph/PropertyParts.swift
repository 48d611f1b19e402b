/// A setting of a property: the part of the value that is set, and when.
@frozen @usableFromInline
struct _PropertySetting {
    /// The bytes of the value.
    @usableFromInline let part: Range<Int>
    /// The time of the graph's clock, or zero for the time at which the setting is made.
    @usableFromInline let time: UInt64

    @inlinable
    init(part: Range<Int> = Self.all, time: UInt64 = 0) {
        self.part = part
        self.time = time
    }

    /// Indicates whether it has its time already: a binding copies a value that was set before, or the setting was
    /// postponed.
    @inlinable @inline(__always) var isCopy: Bool { time != 0 }

    @inlinable static var all: Range<Int> { 0..<Int.max }
    @inlinable static var whole: Self { Self() }

    @inlinable
    func made(at time: UInt64) -> Self { Self(part: part, time: time) }
}

/// The times at which parts of a value were set, each by itself.
///
/// A property and its lenses are one source. A binding of one part asks when that part was set, regardless of other parts.
/// Parts are ranges of bytes: stored properties of structures that aren't inside each other have different ones. A part
/// whose key path has no place in memory, such as a computed property, is taken for the whole. For the thread with the
/// writer lock.
@usableFromInline
final class _PropertyParts {
    /// The part that a lens's property is; `nil` for a source.
    let own: Range<Int>?
    private var times: [(part: Range<Int>, time: UInt64)] = []

    init(own: Range<Int>) { self.own = own }

    init(of source: _GraphNode) {
        own = nil
        times = [(_PropertySetting.all, source.timeOfSetting)]
    }

    @usableFromInline
    func note(_ setting: _PropertySetting) {
        if let index = times.firstIndex(where: { $0.part == setting.part }) {
            times[index].time = max(times[index].time, setting.time)
        } else {
            times.append((setting.part, setting.time))
        }
    }

    func time(of part: Range<Int>) -> UInt64 {
        times.reduce(0) { $1.part.overlaps(part) ? max($0, $1.time) : $0 }
    }
}

extension _GraphNode {
    /// Notes that a source is set.
    @usableFromInline @inline(never)
    final func note(_ setting: _PropertySetting) {
        if setting.time > timeOfSetting { timeOfSetting = setting.time }
        if let parts { parts.note(setting) }
    }

    /// Marks the node of a lens's property as a part of the whole.
    @usableFromInline
    final func becomePart(_ part: Range<Int>) {
        let isOutermost = graph.enter()
        parts = _PropertyParts(own: part)
        if let source, source.parts == nil { source.parts = _PropertyParts(of: source) }
        graph.leave(isOutermost)
    }

    /// The source that a lens's property is a part of.
    private final var source: _GraphNode? {
        var node = self
        while node.parts?.own != nil {
            guard let input = node.inputs.first else { return nil }
            node = input.node._withUnsafeGuaranteedRef { $0 }
        }
        return node
    }

    /// The time at which the value of a source, or of a lens's property, was set.
    @usableFromInline
    final var timeOfValue: UInt64 {
        guard let part = parts?.own else { return timeOfSetting }
        return source?.parts?.time(of: part) ?? 0
    }

    /// Notes that a source, or a lens's property, has been set to the value that it had.
    @usableFromInline
    final func wasSetAgain(_ time: UInt64) {
        if time <= timeOfValue { return }
        let part = parts?.own ?? _PropertySetting.all
        guard let source else { return }
        source.note(_PropertySetting(part: part, time: time))
        // A new binding of equal values, outside of any change, changes nothing, and no earlier setting waits.
        if graph.depth > 0 { _BindingNode.touch(source, time) }
    }

    /// The time of the newest setting that led to a node's news. For use during a propagation.
    final var timeOfNews: UInt64 {
        if inputs.isEmpty || parts?.own != nil { return timeOfValue }
        var time: UInt64 = 0
        var seen: ContiguousArray<Unmanaged<_GraphNode>> = [.passUnretained(self)]
        var index = 0
        while index < seen.count {
            seen[index]._withUnsafeGuaranteedRef { node in
                if node.inputs.isEmpty || node.parts?.own != nil {
                    time = max(time, node.timeOfValue)
                } else {
                    for input in node.inputs {
                        input.node._withUnsafeGuaranteedRef { input in
                            if !input.isChanged || input.flags.contains(.visited) { return }
                            input.flags.formUnion(.visited)
                            seen.append(.passUnretained(input))
                        }
                    }
                }
            }
            index += 1
        }
        for node in seen { node._withUnsafeGuaranteedRef { $0.flags.subtract(.visited) } }
        return time
    }
}
