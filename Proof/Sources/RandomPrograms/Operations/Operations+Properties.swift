import TraitsRuntime
import TraitsTesting

// A program's property starts with five and follows the upstream, whose failure is its six. It is made for each
// subscriber. The graph of properties sends one wave for each change, which the reference doesn't do: the laws of the
// rows hold the values, and here the paths are compared.

extension Operation {
    private static let why =
        "a change goes through all properties in one wave, which is told by the law of its row"

    private static func one(_ name: String, _ row: String, _ text: String) -> Operation {
        .init(
            "property.\(name)", ["+Properties.\(row)"], .one, [0..<4], "asProperty { $0.\(text) }",
            unmodelled: why)
    }

    private static func two(_ name: String, _ row: String, _ text: String) -> Operation {
        .init(
            "property.\(name)", ["+Properties.\(row)"], .two, [], "asProperties(with: @1) { $0.\(text) }",
            unmodelled: why)
    }

    static let properties: [Operation] = [
        one("map", "Map", "map { $0 &+ #0 }"),
        one("scan", "Scan", "scan(#0) { $0 &* 3 &+ $1 }"),
        one("combinePrevious", "CombinePrevious", "combinePrevious(#0).map { folded([$0, $1]) }"),
        one("optional", "MakeOptional", "optional().map { $0 ?? 0 }"),
        one("replaceNil", "ReplaceNil", "map { holds($0, #0) ? $0 : nil }.replaceNil(with: 7)"),
        one("negate", "Negate", "map { holds($0, #0) }.negate().map { $0 ? 1 : 0 }"),
        one("encode", "Encode", "encode(encoder: SampleCoder(failsAt: #0)).map { (try? $0.get()) ?? -1 }"),
        one(
            "decode", "Decode",
            "decode(type: Int.self, decoder: SampleCoder(failsAt: #0)).map { (try? $0.get()) ?? -1 }"),
        one("receiveOn", "ReceiveOn", "receive(on: scheduler)"),
        one("removeDuplicates", "RemoveDuplicates", "removeDuplicates()"),
        one("uniqueValues", "UniqueValues", "uniqueValues()"),
        one("filter", "Filter", "filter { holds($0, #0) }"),
        one("compactMap", "CompactMap", "compactMap { holds($0, #0) ? $0 : nil }"),
        one("drop", "DropWhile", "drop { holds($0, #0) }"),
        one("prefix", "PrefixWhile", "prefix { holds($0, #0) }"),
        one("flatMap", "FlatMap", "flatMap { Property(constant: $0 &+ #0) }"),
        one("switchToLatest", "SwitchToLatest", "map { Property(constant: $0 &+ #0) }.switchToLatest()"),
        two("coalesce", "Coalesce", "map { holds($0, 2) ? $0 : nil }.coalesce($1)"),
        two("and", "And", "map { holds($0, 2) }.and($1.map { holds($0, 2) })"),
        two("or", "Or", "map { holds($0, 2) }.or($1.map { holds($0, 2) })"),
        two("all", "AllOf", "map { holds($0, 2) }.all($1.map { holds($0, 2) })"),
        two("any", "AnyOf", "map { holds($0, 2) }.any($1.map { holds($0, 2) })"),
        two("combineLatest", "CombineLatest", "combineLatest($1) { folded([$0, $1]) }"),
        two("combineLatest3", "CombineLatest3", "combineLatest($1, $1) { folded([$0, $1, $2]) }"),
        two("combineLatest4", "CombineLatest4", "combineLatest($1, $1, $0) { folded([$0, $1, $2, $3]) }"),
        two("combineLatestMany", "CombineLatestMany", "combineLatestMany($1)"),
        two("combineLatestCollection", "CombineLatestCollection", "combineLatestCollection($1)"),
        two("zip", "Zip", "zip($1) { folded([$0, $1]) }"),
        two("zip3", "Zip3", "zip($1, $1) { folded([$0, $1, $2]) }"),
        two("zip4", "Zip4", "zip($1, $1, $0) { folded([$0, $1, $2, $3]) }"),
        two("zipMany", "ZipMany", "zipMany($1)"),
        two("zipCollection", "ZipCollection", "zipCollection($1)"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    /// Kept as long as the program runs; otherwise the code that asks for it would decide when its upstream is
    /// released.
    private func property(_ world: RealWorld) -> Property<Int> {
        let property = Property(initial: 5, then: replaceError(with: 6))
        world.keep(property)
        return property
    }

    func properties(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        func asProperty<P: Publisher>(_ build: @escaping (Property<Int>) -> P) -> any Publisher<Int, Fault>
        where P.Output == Int, P.Failure == Never {
            Deferred { [unowned world = call.world] in build(property(world)) }.setFailureType(to: Fault.self)
        }
        let n = call.numbers.first ?? 0, scheduler = call.world.scheduler, user = call.user
        switch call.name {
        case "property.map": return asProperty { $0.map { user.plus($0, n) }.allValues }
        case "property.scan": return asProperty { $0.scan(n) { user.step($0, $1) }.allValues }
        case "property.combinePrevious":
            return asProperty { $0.combinePrevious(n).map { user.folded([$0.0, $0.1]) }.allValues }
        case "property.optional": return asProperty { $0.optional().map { user.acting($0 ?? 0) }.allValues }
        case "property.replaceNil":
            return asProperty { $0.map { user.holds($0, n) ? $0 : nil }.replaceNil(with: 7).allValues }
        case "property.negate":
            return asProperty { $0.map { user.holds($0, n) }.negate().map { $0 ? 1 : 0 }.allValues }
        case "property.encode":
            return asProperty {
                $0.encode(encoder: ActingCoder(user, failsAt: n)).map { (try? $0.get()) ?? -1 }.allValues
            }
        case "property.decode":
            return asProperty {
                $0.decode(type: Int.self, decoder: ActingCoder(user, failsAt: n)).map {
                    (try? $0.get()) ?? -1
                }
                .allValues
            }
        case "property.receiveOn": return asProperty { $0.receive(on: scheduler).allValues }
        case "property.removeDuplicates": return asProperty { $0.removeDuplicates().allValues }
        case "property.uniqueValues": return asProperty { $0.uniqueValues().allValues }
        case "property.filter": return asProperty { Properties.Filter($0) { user.holds($0, n) } }
        case "property.compactMap":
            return asProperty { Properties.CompactMap($0) { user.holds($0, n) ? $0 : nil } }
        case "property.drop": return asProperty { Properties.DropWhile($0) { user.holds($0, n) } }
        case "property.prefix": return asProperty { Properties.PrefixWhile($0) { user.holds($0, n) } }
        case "property.flatMap":
            return asProperty { $0.flatMap { Property(constant: user.plus($0, n)) }.allValues }
        case "property.switchToLatest":
            return asProperty { $0.map { Property(constant: user.plus($0, n)) }.switchToLatest().allValues }
        default: return nil
        }
    }

    func combiningProperties<B: Publisher>(_ call: RealCall, _ b: B) -> (any Publisher<Int, Fault>)?
    where B.Output == Int, B.Failure == Fault {
        func asProperties<P: Publisher>(
            _ other: B, _ build: @escaping (Property<Int>, Property<Int>) -> P
        ) -> any Publisher<Int, Fault> where P.Output == Int, P.Failure == Never {
            Deferred { [unowned world = call.world] in build(property(world), other.property(world)) }
                .setFailureType(to: Fault.self)
        }
        let user = call.user
        func even(_ property: Property<Int>) -> Property<Bool> { property.map { user.holds($0, 2) } }
        func number(_ property: Property<Bool>) -> Property<Int>.AllValues {
            property.map { $0 ? 1 : 0 }.allValues
        }
        switch call.name {
        case "property.coalesce":
            return asProperties(b) { $0.map { user.holds($0, 2) ? $0 : nil }.coalesce($1).allValues }
        case "property.and": return asProperties(b) { number(even($0).and(even($1))) }
        case "property.or": return asProperties(b) { number(even($0).or(even($1))) }
        case "property.all": return asProperties(b) { number([even($0), even($1)].all()) }
        case "property.any": return asProperties(b) { number([even($0), even($1)].any()) }
        case "property.combineLatest":
            return asProperties(b) { $0.combineLatest($1) { user.folded([$0, $1]) }.allValues }
        case "property.combineLatest3":
            return asProperties(b) { $0.combineLatest($1, $1) { user.folded([$0, $1, $2]) }.allValues }
        case "property.combineLatest4":
            return asProperties(b) {
                $0.combineLatest($1, $1, $0) { user.folded([$0, $1, $2, $3]) }.allValues
            }
        case "property.combineLatestMany":
            return asProperties(b) {
                Property(Properties.CombineLatestMany($0, $1)).map { user.folded([$0.0, $0.1]) }.allValues
            }
        case "property.combineLatestCollection":
            return asProperties(b) { [$0, $1].combineLatest().map(user.folded).allValues }
        case "property.zip": return asProperties(b) { $0.zip($1) { user.folded([$0, $1]) }.allValues }
        case "property.zip3":
            return asProperties(b) { $0.zip($1, $1) { user.folded([$0, $1, $2]) }.allValues }
        case "property.zip4":
            return asProperties(b) { $0.zip($1, $1, $0) { user.folded([$0, $1, $2, $3]) }.allValues }
        case "property.zipMany":
            return asProperties(b) {
                Property(Properties.ZipMany($0, $1)).map { user.folded([$0.0, $0.1]) }.allValues
            }
        case "property.zipCollection":
            return asProperties(b) { Property<Int>.zip([$0, $1]).map(user.folded).allValues }
        default: return nil
        }
    }
}
