import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// What the words for combining mean, read from the page of the language: each is a sentence about all events of two inputs in
/// the order in which they came, where the derivation goes from one event to the next.
@Suite struct CombinerTests {
    /// An event of one of two inputs.
    private struct Arrival {
        var input: Int
        var event: Event
        var isLate: Bool
    }

    /// How a stream goes on after a number of arrivals.
    private struct Outputs {
        /// The places of the arrivals that make a value.
        var values: [Int] = []
        var end: (event: Event, place: Int)?
    }

    private static let words: [Behaviour.Combination] =
        Behaviour.Joint.allCases.map { .joined($0) } + [.match, .fallback, .rescue(mayFail: false)]

    @Test(arguments: words) func aWordMeansWhatThePageSays(_ word: Behaviour.Combination) {
        let space = TimedSpace(limit: 2)
        let images = PairImages(word, in: space)
        let histories = space.histories.filter {
            $0.early <= 1 && $0.late <= 1 && $0.thenFails == .never
        }
        var count = 0
        for left in histories {
            for right in histories {
                var expected = TimedSet()
                for arrivals in arrivals(left, right, word) {
                    let outputs = outputs(arrivals, word)
                    expected.insert(
                        history(arrivals, outputs, space, mayFailAfter: word == .joined(.zip)))
                    count += 1
                }
                #expect(images.histories(left, right) == expected, "\(word): \(left), \(right)")
            }
        }
        #expect(count >= histories.count * histories.count)
    }

    // MARK: - What comes

    private func events(_ history: TimedHistory, _ input: Int) -> (early: [Arrival], late: [Arrival]) {
        let values = { (count: Int, isLate: Bool) in
            Array(repeating: Arrival(input: input, event: .value, isLate: isLate), count: count)
        }
        let end =
            history.end.event.map { [Arrival(input: input, event: $0, isLate: !history.endsEarly)] } ?? []
        return (
            values(history.early, false) + (history.endsEarly ? end : []),
            values(history.late, true) + (history.endsEarly ? [] : end)
        )
    }

    /// Every order in which the events of both may come; of an input that follows another one, after the other's end.
    private func arrivals(_ left: TimedHistory, _ right: TimedHistory, _ word: Behaviour.Combination)
        -> [[Arrival]]
    {
        let (first, second) = (events(left, 0), events(right, 1))
        switch word {
        case .joined(.concat), .fallback, .rescue:
            guard left.end != .silent else { return [first.early + first.late] }
            let following =
                left.endsEarly
                ? second.early + second.late
                : (second.early + second.late).map { Arrival(input: 1, event: $0.event, isLate: true) }
            return [first.early + first.late + following]
        default:
            let late = Self.interleaved(first.late, second.late)
            return Self.interleaved(first.early, second.early).flatMap { early in late.map { early + $0 } }
        }
    }

    private static func interleaved(_ one: [Arrival], _ other: [Arrival]) -> [[Arrival]] {
        guard let first = one.first, let second = other.first else { return [one + other] }
        return interleaved(Array(one.dropFirst()), other).map { [first] + $0 }
            + interleaved(one, Array(other.dropFirst())).map { [second] + $0 }
    }

    // MARK: - What it means

    private func outputs(_ all: [Arrival], _ word: Behaviour.Combination) -> Outputs {
        let places = Array(all.indices)
        func first(_ event: Event, of input: Int? = nil) -> Int? {
            places.first { all[$0].event == event && (input == nil || all[$0].input == input) }
        }
        func end(of input: Int) -> Int? { places.first { all[$0].input == input && all[$0].event != .value } }
        /// The number of values of an input up to a place.
        func values(of input: Int, upTo place: Int) -> Int {
            all[...place].count { $0.input == input && $0.event == .value }
        }
        let allValues = places.filter { all[$0].event == .value }
        let ends = [end(of: 0), end(of: 1)].compactMap(\.self)
        let lastEnd = ends.count == 2 ? ends.max() : nil
        let failure = first(.failure).map { (Event.failure, $0) }
        let commonFinish = failure == nil ? lastEnd.map { (Event.finish, $0) } : nil
        switch word {
        case .joined(.merge): return Outputs(values: allValues, end: failure ?? commonFinish)
        case .joined(.gather):
            return Outputs(values: allValues, end: lastEnd.map { (failure == nil ? .finish : .failure, $0) })
        case .joined(.latest):
            return Outputs(
                values: allValues.filter { values(of: 0, upTo: $0) > 0 && values(of: 1, upTo: $0) > 0 },
                end: failure ?? commonFinish)
        case .joined(.race):
            let mine = places.filter { all[$0].input == all.first?.input }
            return Outputs(
                values: mine.filter { all[$0].event == .value },
                end: mine.last.flatMap { all[$0].event == .value ? nil : (all[$0].event, $0) })
        case .joined(.zip), .match:
            func pairs(_ place: Int) -> Int { min(values(of: 0, upTo: place), values(of: 1, upTo: place)) }
            let isDry = { (place: Int) in
                (0...1).contains { input in
                    end(of: input).map { $0 <= place && values(of: input, upTo: place) == pairs(place) }
                        ?? false
                }
            }
            let dry = places.first(where: isDry)
            var end: (Event, Int)? = dry.map { (.finish, $0) }
            if let place = failure?.1, word == .match ? place <= dry ?? -1 : place <= dry ?? place {
                end = (.failure, word == .match ? dry ?? place : place)
            }
            return Outputs(
                values: places.filter { $0 == 0 ? pairs($0) > 0 : pairs($0) > pairs($0 - 1) }, end: end)
        case .joined(.concat): return following(all, after: .finish)
        case .fallback: return following(all, after: first(.value, of: 0) == nil ? .finish : nil)
        case .rescue: return following(all, after: .failure)
        default: return Outputs()
        }
    }

    /// The first input, and the second one in place of an event of the first.
    private func following(_ all: [Arrival], after event: Event?) -> Outputs {
        let goesOn = all.contains { $0.input == 0 && $0.event == event }
        let heard = all.indices.filter { all[$0].input == 0 ? all[$0].event != event : goesOn }
        return Outputs(
            values: heard.filter { all[$0].event == .value },
            end: heard.last.flatMap { all[$0].event == .value ? nil : (all[$0].event, $0) })
    }

    private func history(
        _ all: [Arrival], _ outputs: Outputs, _ space: TimedSpace, mayFailAfter: Bool
    ) -> Int {
        let values = outputs.values.filter { $0 <= outputs.end?.place ?? all.count }
        // Of what is zipped a third input may have to take the last value, and until then one of the two may still fail.
        let later = outputs.end.flatMap { end in
            end.event == .finish && mayFailAfter
                ? all.indices.first { $0 > end.place && all[$0].event == .failure } : nil
        }
        let then = later.map { all[$0].isLate ? TimedHistory.Then.late : .early } ?? .never
        return space.number(
            values.count { !all[$0].isLate }, values.count { all[$0].isLate },
            outputs.end?.event.end ?? .silent, outputs.end.map { !all[$0.place].isLate } ?? false, then)
    }
}
