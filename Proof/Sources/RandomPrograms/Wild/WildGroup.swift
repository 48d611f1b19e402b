import TraitsRuntime

/// Properties that are bound together: whatever threads do, all end with one value.
final class WildGroup: @unchecked Sendable {
    // Unchecked: its constants are safe to share.
    struct Form { var first = 0, second = 0 }

    let layout: String
    let all: [MutableProperty<Int>]
    private let form = MutableProperty(Form())
    private let bindings: [AnyCancellable]

    private static let layouts = [
        "pair", "ring", "corrected ring", "star", "chain", "parts", "ring of pairs",
    ]

    init(_ choice: WildChoice) {
        layout = choice.of(Self.layouts)
        var all = (0..<(layout == "pair" ? 2 : 4)).map { _ in MutableProperty(0) }
        if layout == "parts" { all[1...2] = [form.lens.first, form.lens.second] }
        self.all = all
        func next(_ index: Int) -> MutableProperty<Int> { all[(index + 1) % all.count] }
        bindings =
            switch layout {
            case "ring": all.indices.map { all[$0].bind(to: next($0).property) }
            case "corrected ring":
                all.indices.map { all[$0].bind(to: next($0).property.map { min($0, 50) }) }
            case "star": all.dropFirst().map { $0.bind(to: all[0]) }
            case "ring of pairs": all.indices.map { all[$0].bind(to: next($0)) }
            default: all.indices.dropLast().map { all[$0].bind(to: next($0)) }
            }
    }

    func set(_ choice: WildChoice) { all[choice.number(all.count, "set")].value = choice.number(100) }

    func modify(_ choice: WildChoice) {
        // Less than a closure that corrects would change, so that the correction has settled.
        all[choice.number(all.count, "modified")].modify { $0 = ($0 + 1) % 50 }
    }

    func setSeveral(_ choice: WildChoice) {
        Properties.transaction {
            for index in 0..<3 { set(choice.then("set \(index)")) }
            if layout == "parts" { form.modify { $0.first = choice.number(9) } }
        }
    }

    /// `nil` if all have the same value.
    var disagreement: String? {
        let values = all.map(\.value)
        return Set(values).count == 1 ? nil : "\(layout): \(values)"
    }
}
