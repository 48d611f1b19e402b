/// The memories of a combiner, numbered, and the cached consequences of each event.
final class CombinerStates {
    /// A possible consequence of an event.
    struct Step {
        var next: Int
        var sendsValue: Bool
        var end: Shape.End
    }

    let combiner: Combiner
    @exclusivity(unchecked) private var all: [Combiner.Memory] = []
    @exclusivity(unchecked) private var numbers: [Combiner.Memory: Int] = [:]
    @exclusivity(unchecked) private var steps: [[Step]?] = []
    /// For each memory and input, whether events of the input are received.
    @exclusivity(unchecked) private var hearing: [Bool] = []

    init(_ combiner: Combiner) { self.combiner = combiner }

    /// Indicates whether an event of one of two inputs is received.
    func hears(_ number: Int, _ input: Int) -> Bool { hearing[2 * number + input] }

    /// Indicates whether the second input isn't subscribed to yet.
    func secondWaits(_ number: Int) -> Bool { !hears(number, 1) && all[number].inputs[1].phase == .waiting }

    func number(_ memory: Combiner.Memory) -> Int {
        if let known = numbers[memory] { return known }
        let number = all.count
        all.append(memory)
        numbers[memory] = number
        for _ in 0..<6 { steps.append(nil) }
        for input in memory.inputs {
            hearing.append(input.phase == .running || input.phase.isOver)
        }
        return number
    }

    /// The possible consequences of an event of one of two inputs.
    func steps(_ memory: Int, _ input: Int, _ event: Event) -> [Step] {
        let key = memory * 6 + input * 3 + Int(event.rawValue)
        if let known = steps[key] { return known }
        let found = combiner.receive(event, from: input, all[memory]).map { outcome in
            let end = outcome.output.last.flatMap { $0.end } ?? .silent
            return Step(
                next: end == .silent ? number(outcome.memory) : memory,
                sendsValue: outcome.output.first == .value, end: end)
        }
        steps[key] = found
        return found
    }
}
