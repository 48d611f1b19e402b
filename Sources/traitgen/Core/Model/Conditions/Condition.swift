/// A set of traits, by their numbers in the model.
public struct TraitSet: Hashable, Sendable {
    /// The first 64 numbers, which is all that most tables need.
    private var low: UInt64 = 0
    /// The numbers from 64 on; the last word isn't zero.
    private var high: [UInt64] = []

    init(_ numbers: some Sequence<Int>) { for number in numbers { insert(number) } }
    init() {}

    var isEmpty: Bool { low == 0 && high.isEmpty }
    var count: Int { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

    /// The numbers, smallest first.
    var numbers: [Int] {
        var result: [Int] = []
        for index in 0...high.count {
            var rest = word(index)
            while rest != 0 {
                result.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
        return result
    }

    mutating func insert(_ number: Int) {
        if number < 64 { return low |= 1 << UInt64(number) }
        let index = number / 64 - 1
        while high.count <= index { high.append(0) }
        high[index] |= 1 << UInt64(number % 64)
    }

    mutating func remove(_ number: Int) {
        if number < 64 { return low &= ~(1 << UInt64(number)) }
        let index = number / 64 - 1
        guard index < high.count else { return }
        high[index] &= ~(1 << UInt64(number % 64))
        while high.last == 0 { high.removeLast() }
    }

    func contains(_ number: Int) -> Bool { word(number / 64) & (1 << UInt64(number % 64)) != 0 }

    func isSubset(of other: TraitSet) -> Bool {
        low & ~other.low == 0
            && (high.isEmpty || (1...high.count).allSatisfy { word($0) & ~other.word($0) == 0 })
    }

    /// Indicates whether this set has the smallest number by which the two sets differ.
    func hasSmallestDifference(from other: TraitSet) -> Bool {
        for index in 0...max(high.count, other.high.count) {
            let difference = word(index) ^ other.word(index)
            if difference != 0 { return word(index) & difference & (~difference &+ 1) != 0 }
        }
        return false
    }

    func union(_ other: TraitSet) -> TraitSet {
        var result = self
        result.low |= other.low
        if other.high.isEmpty { return result }
        result.high = (1...max(high.count, other.high.count)).map { word($0) | other.word($0) }
        return result
    }

    private func word(_ index: Int) -> UInt64 {
        if index == 0 { return low }
        return index <= high.count ? high[index - 1] : 0
    }
}

/// The condition of a conformance: for each of the row's parameters, all traits that the parameter has to keep.
struct Condition: Hashable {
    var parameters: [TraitSet]

    init(_ parameters: [TraitSet]) { self.parameters = parameters }

    /// Indicates whether no parameter has to keep a trait.
    var isEmpty: Bool { parameters.allSatisfy(\.isEmpty) }
}

/// The implications among traits, as far as Swift knows them: by refinement.
struct TraitOrder {
    /// For each trait, the trait itself and all traits that it refines.
    private let closures: [TraitSet]
    private let parents: [[Int]]

    init(parents: [[Int]], ancestors: [[Int]]) {
        self.parents = parents
        closures = ancestors.enumerated().map { TraitSet($1 + [$0]) }
    }

    /// The traits that some traits imply, themselves included.
    private func closure(_ traits: TraitSet) -> TraitSet {
        traits.numbers.reduce(into: TraitSet()) { $0 = $0.union(closures[$1]) }
    }

    func implies(_ narrow: Int, _ wide: Int) -> Bool { closures[narrow].contains(wide) }

    func implies(_ strong: TraitSet, _ weak: TraitSet) -> Bool { weak.isSubset(of: closure(strong)) }

    func implies(_ strong: Condition, _ weak: Condition) -> Bool {
        zip(strong.parameters, weak.parameters).allSatisfy { implies($0, $1) }
    }

    /// The weakest condition that implies both.
    func meet(_ left: Condition, _ right: Condition) -> Condition {
        Condition(
            zip(left.parameters, right.parameters).map { left, right in
                let both = left.union(right)
                return TraitSet(
                    both.numbers.filter { one in
                        !both.numbers.contains { $0 != one && implies($0, one) }
                    })
            })
    }

    /// Drops duplicates, and every condition that implies another one.
    func weakest(of conditions: [Condition]) -> [Condition] {
        let implied = conditions.map { $0.parameters.map(closure) }
        var result: [Condition] = []
        for (one, closures) in implied.enumerated() {
            var isWeakest = true
            // Plain loops: there are many pairs, and the generator runs unoptimised.
            var other = 0
            while isWeakest && other < conditions.count {
                let asked = conditions[other].parameters
                var parameter = 0
                while parameter < closures.count && asked[parameter].isSubset(of: closures[parameter]) {
                    parameter += 1
                }
                if parameter == closures.count && other != one { isWeakest = false }
                other += 1
            }
            if isWeakest { result.append(conditions[one]) }
        }
        return result
    }

    /// The conditions in which one trait is replaced by its parents, or removed if it has none.
    func weaker(than condition: Condition) -> [Condition] {
        condition.parameters.indices.flatMap { parameter in
            condition.parameters[parameter].numbers.map { trait in
                var weaker = condition
                weaker.parameters[parameter].remove(trait)
                for parent in parents[trait] { weaker.parameters[parameter].insert(parent) }
                return weaker
            }
        }
    }
}
