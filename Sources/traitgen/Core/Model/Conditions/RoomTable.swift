/// Finds the histories that, combined with an input, stay inside a set of histories: the input's room.
final class RoomTable {
    private let choices: TraitChoices
    /// The image of each history with each class of the input.
    private let images: [[TimedSet]]
    private let all: TimedSet
    private var rooms: [TimedSet: [TimedSet]] = [:]
    private var classRooms: [TimedSet: [TimedSet]] = [:]

    init(_ pairs: PairTable, _ choices: TraitChoices) {
        self.choices = choices
        let space = pairs.pairs.space
        all = space.all
        // Only a zipped history may fail after its finish.
        let isZip = pairs.pairs.combination == .joined(.zip)
        let none = Array(repeating: TimedSet(), count: choices.classes.count)
        var images: [[TimedSet]] = []
        for (left, history) in space.histories.enumerated() {
            if isZip || history.thenFails == .never {
                images.append(choices.classes.map { pairs.histories(left, $0) })
            } else {
                images.append(none)
            }
        }
        self.images = images
    }

    /// The image of histories combined with an input that keeps to a choice.
    func image(_ histories: TimedSet, _ choice: Int) -> TimedSet {
        var result = TimedSet()
        let classes = choices.all[choice].classes
        histories.forEach { left in
            let row = images[left]
            for one in classes { result.formUnion(row[one]) }
        }
        return result
    }

    /// For each choice, the histories whose image stays inside `room`.
    func rooms(_ room: TimedSet) -> [TimedSet] {
        if let known = rooms[room] { return known }
        let found = choices.all.indices.map { self.room(room, $0) }
        rooms[room] = found
        return found
    }

    /// The histories whose image with a choice stays inside `room`.
    func room(_ room: TimedSet, _ choice: Int) -> TimedSet {
        let rooms = classRooms(room)
        var result = all
        for one in choices.all[choice].classes { result.formIntersection(rooms[one]) }
        return result
    }

    private func classRooms(_ room: TimedSet) -> [TimedSet] {
        if let known = classRooms[room] { return known }
        var result = Array(repeating: TimedSet(), count: choices.classes.count)
        for (left, row) in images.enumerated() {
            var one = 0
            while one < row.count {
                if row[one].isSubset(of: room) { result[one].insert(left) }
                one += 1
            }
        }
        classRooms[room] = result
        return result
    }
}

/// The tables of one ``Deriver``, for its choices.
final class RoomTables {
    private let finder: ImageFinder
    private var known: [Key: RoomTable] = [:]

    private struct Key: Hashable {
        var combination: Behaviour.Combination
        var choices: ObjectIdentifier
    }

    init(_ finder: ImageFinder) { self.finder = finder }

    /// The table for a combination and the choices of an input.
    func table(_ combination: Behaviour.Combination, _ choices: TraitChoices) -> RoomTable {
        let key = Key(combination: combination, choices: ObjectIdentifier(choices))
        if let found = known[key] { return found }
        let found = RoomTable(finder.table(combination), choices)
        known[key] = found
        return found
    }
}
