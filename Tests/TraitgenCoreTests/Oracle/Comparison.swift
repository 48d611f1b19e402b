@testable import TraitgenCore
@testable import TraitgenVerbs

/// One row, derived in both ways.
struct Comparison {
    let behaviour: Behaviour
    let languages: [ShapeSet]
    let order: TraitOrder
    let limit: Int

    init(_ model: Model, _ behaviour: Behaviour) {
        self.behaviour = behaviour
        languages = model.traits.map(\.language)
        order = TraitOrder(parents: languages.map { _ in [] }, ancestors: languages.map { _ in [] })
        limit = model.valueLimit
    }

    /// What the two don't agree in; nil if nothing.
    func difference(_ kept: inout Int) -> String? {
        let finder = ImageFinder(limit: limit)
        let deriver = Deriver(finder: finder, languages: languages, order: order)
        let slow = SlowSearch(behaviour, languages: languages, order: order, limit: limit)
        let all = slow.assignments()
        for (condition, image) in all {
            let fast = finder.image(of: behaviour, inputs: slow.inputs(condition))
            if isExact ? fast != image : !image.isSubset(of: fast) {
                return "\(text(condition)): fast \(fast.lawMarbles), slow \(image.lawMarbles)"
            }
        }
        let visible = Array(languages.indices)
        let bounds = [Int?](repeating: nil, count: 3)
        for (trait, language) in languages.enumerated() {
            let found = try? deriver.weakest(
                behaviour, bounds: bounds, inside: language, trait: trait, visible: visible)
            guard let found else { return "the search takes too long" }
            let holding = all.filter { condition, image in
                let image = isExact ? image : finder.image(of: behaviour, inputs: slow.inputs(condition))
                return image.isSubset(of: language)
            }.map(\.condition)
            kept += holding.isEmpty ? 0 : 1
            if let difference = compare(found, holding, slow) { return "T\(trait): \(difference)" }
        }
        return nil
    }

    private func compare(_ found: Deriver.Weakest, _ holding: [Condition], _ slow: SlowSearch) -> String? {
        let weakest = order.weakest(of: holding)
        // Each is one of the weakest.
        for condition in found.conditions where !weakest.contains(condition) {
            return "\(text(condition)) isn't among \(weakest.map(text))"
        }
        // Of very many the first ones are listed, and it is said.
        if found.hasMore {
            let isTrue = weakest.count > found.conditions.count
            return isTrue ? nil : "there are no more than \(found.conditions.map(text))"
        }
        // Each of the weakest with one trait an input is found.
        for condition in weakest
        where condition.parameters.allSatisfy({ $0.count < 2 }) && !found.conditions.contains(condition) {
            return "\(text(condition)) is missing in \(found.conditions.map(text))"
        }
        // Whatever holds is inside one that is found.
        for condition in holding where !found.conditions.contains(where: { slow.isInside(condition, $0) }) {
            return "\(text(condition)) holds and lies in none of \(found.conditions.map(text))"
        }
        return nil
    }

    /// What a derivation that counts three values more finds otherwise; nil if nothing.
    func differenceWithHigherCount() -> String? {
        let higher = limit + 3
        let slow = SlowSearch(behaviour, languages: languages, order: order, limit: limit)
        let near = ImageFinder(limit: limit)
        let far = ImageFinder(limit: higher)
        for condition in slow.conditions() {
            let inputs = slow.inputs(condition)
            let image = near.image(of: behaviour, inputs: inputs)
            let wide = far.image(of: behaviour, inputs: inputs.map { $0.counted(to: higher) })
            let other = wide.shapes.reduce(into: ShapeSet(limit: limit)) {
                $0.insert(Shape(first: $1.first, values: min($1.values, limit), end: $1.end))
            }
            if isExact ? image != other : !other.isSubset(of: image) {
                return "\(text(condition)): \(image.lawMarbles), with \(higher) values \(other.lawMarbles)"
            }
        }
        return nil
    }

    /// Whether both ways find the same. Groups of what several inputs become are the exception: what comes together to
    /// more values than are counted stands for any number of them, though it may be one number.
    private var isExact: Bool {
        !behaviour.stages.contains(.grouped(Grouped(by: .full))) || behaviour.combination == .pass
    }

    private func text(_ condition: Condition) -> String {
        condition.parameters.map { "\($0.numbers)" }.joined(separator: " ")
    }
}

extension ShapeSet {
    /// The same histories where more values are told apart.
    fileprivate func counted(to higher: Int) -> ShapeSet {
        shapes.reduce(into: ShapeSet(limit: higher)) { result, shape in
            for values in shape.values...(shape.values == limit ? higher : shape.values) {
                result.insert(Shape(first: shape.first, values: values, end: shape.end))
            }
        }
    }
}
