/// What may come before an input so that both together keep inside a set of histories.
final class RoomTable {
    private let pairs: PairTable
    private let choices: TraitChoices
    /// For each history, what it becomes with each class of the input.
    private var images: [[TimedSet]]
    private var rooms: [Key: TimedSet] = [:]
    private var classRooms: [TimedSet: [TimedSet]] = [:]

    private struct Key: Hashable {
        var room: TimedSet
        var choice: Int
    }

    init(_ pairs: PairTable, _ choices: TraitChoices) {
        self.pairs = pairs
        self.choices = choices
        // Only what has been zipped may fail after its finish.
        let isZip = pairs.pairs.kind == .joint(.zip)
        images = pairs.pairs.space.histories.enumerated().map { left, history in
            guard isZip || history.thenFails == .never else {
                return Array(repeating: TimedSet(), count: choices.classes.count)
            }
            return choices.classes.map { histories in
                var result = TimedSet()
                histories.forEach { result.formUnion(pairs.histories(left, $0)) }
                return result
            }
        }
    }

    /// What histories become with an input of which something is asked.
    func image(_ histories: TimedSet, _ choice: Int) -> TimedSet {
        var result = TimedSet()
        let classes = choices.all[choice].classes
        histories.forEach { left in
            for one in classes { result.formUnion(images[left][one]) }
        }
        return result
    }

    /// Everything that becomes no more than the room allows.
    func room(_ room: TimedSet, _ choice: Int) -> TimedSet {
        let key = Key(room: room, choice: choice)
        if let known = rooms[key] { return known }
        let rooms = classRooms(room)
        var result = pairs.pairs.space.all
        for one in choices.all[choice].classes { result.formIntersection(rooms[one]) }
        self.rooms[key] = result
        return result
    }

    private func classRooms(_ room: TimedSet) -> [TimedSet] {
        if let known = classRooms[room] { return known }
        var result = Array(repeating: TimedSet(), count: choices.classes.count)
        for left in images.indices {
            let row = images[left]
            for one in row.indices where row[one].isSubset(of: room) { result[one].insert(left) }
        }
        classRooms[room] = result
        return result
    }
}
