import Testing
import TraitsRuntime
import TraitsTesting

/// Graphs of a few dozen properties that are built, changed and taken apart at random, beside a model that computes
/// each value from the sources.
@Suite("Random graphs of properties", .limited)
struct PropertyRandomGraphTests {
    private final class Model {
        let property: Property<Int>
        let expected: (World) -> Int
        init(_ property: Property<Int>, _ expected: @escaping (World) -> Int) {
            (self.property, self.expected) = (property, expected)
        }
    }

    private final class World {
        let sources: [MutableProperty<Int>]
        var models: [Model] = []
        var numbers: SeededGenerator
        /// How often each closure ran in this change.
        var runs: [Int: Int] = [:]
        var nodes = 0
        var changes = 0
        /// A change that a closure makes when it runs next, which takes effect after the running one.
        var change: (() -> Void)?
        /// What the model has computed since the last change.
        var known: [ObjectIdentifier: Int] = [:]

        init(_ seed: UInt64) {
            numbers = SeededGenerator(seed: seed)
            sources = (0..<3).map { MutableProperty($0) }
            for source in sources { models.append(Model(source.property) { _ in source.value }) }
        }

        func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

        var any: Model { models[number(models.count)] }

        func expected(_ model: Model) -> Int {
            if let value = known[ObjectIdentifier(model)] { return value }
            let value = model.expected(self)
            known[ObjectIdentifier(model)] = value
            return value
        }

        /// A closure's way to say that it runs.
        func counter() -> () -> Void {
            nodes += 1
            return { [unowned self, id = nodes] in
                runs[id, default: 0] += 1
                if let change {
                    self.change = nil
                    change()
                }
            }
        }

        func build() -> Model {
            let (a, b, c, ran) = (any, any, any, counter())
            let limit = 1000
            switch number(7) {
            case 0:
                let mapped = a.property.map { value in
                    ran()
                    return (value + 7) % limit
                }
                return Model(mapped) { ($0.expected(a) + 7) % limit }
            case 1:
                let joined = a.property.combineLatest(b.property) { a, b in
                    ran()
                    return (a * 3 + b) % limit
                }
                return Model(joined) { ($0.expected(a) * 3 + $0.expected(b)) % limit }
            case 2:
                let some = (0..<4).map { _ in any }
                let joined = some.map(\.property).combineLatest().map { values in
                    ran()
                    return values.reduce(0, +) % limit
                }
                return Model(joined) { world in some.reduce(0) { $0 + world.expected($1) } % limit }
            case 3:
                let third = a.property.map { $0 / 3 }.removeDuplicates().map { value in
                    ran()
                    return value
                }
                return Model(third) { $0.expected(a) / 3 }
            case 4:
                let chosen = a.property.flatMap { value in
                    ran()
                    return value % 2 == 0 ? b.property : c.property
                }
                return Model(chosen) { $0.expected($0.expected(a) % 2 == 0 ? b : c) }
            case 5:
                let made = a.property.flatMap { value in
                    ran()
                    return value % 2 == 0 ? b.property : c.property.map { ($0 + value) % limit }
                }
                return Model(made) { world in
                    let value = world.expected(a)
                    return value % 2 == 0 ? world.expected(b) : (world.expected(c) + value) % limit
                }
            default:
                let zipped = a.property.combineLatest(
                    (0..<number(6)).reduce(a.property) { chain, _ in chain.map { $0 } }
                ) { near, far in
                    ran()
                    return near == far ? near : -1
                }
                return Model(zipped) { $0.expected(a) }
            }
        }

        func check(_ step: Int) {
            known = [:]
            for (index, model) in models.enumerated() {
                #expect(model.property.value == expected(model), "step \(step), node \(index)")
            }
        }
    }

    @Test(arguments: Laws.seeds(1...40)) func followTheModel(_ seed: UInt64) {
        let world = World(seed)
        var observers: [AnyCancellable] = []
        var calls = 0
        for step in 0..<150 {
            switch world.number(10) {
            case 0..<3 where world.models.count < 60:
                world.models.append(world.build())
            case 3:
                // Not the sources; what depends on the one that goes keeps it alive.
                let count = world.models.count
                if count > 8 { world.models.remove(at: 3 + world.number(count - 3)) }
            case 4:
                let model = world.any
                // Every observer sees all of the change, in whatever other property it looks at.
                observers.append(
                    model.property.subsequentValues.sink { [unowned world] _ in
                        calls += 1
                        world.check(step)
                    })
                if observers.count > 5 { observers.removeFirst() }
            case 5:
                let (first, second) = (world.number(3), world.number(3))
                let value = world.number(1000)
                world.change = { [unowned world] in world.sources[second].value = value }
                world.sources[first].value = world.number(1000)
                world.change = nil
            default:
                world.runs = [:]
                world.sources[world.number(3)].value = world.number(1000)
                #expect(world.runs.values.allSatisfy { $0 == 1 }, "step \(step)")
            }
            world.check(step)
        }
        #expect(observers.isEmpty || calls > 0)
    }
}
