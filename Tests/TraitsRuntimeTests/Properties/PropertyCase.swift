import Testing
import TraitsRuntime
import TraitsTesting

/// One form of one operator of properties, with what the tests over all of them need to know.
struct PropertyCase: Sendable, CustomTestStringConvertible {
    /// What an operator is built on: the numbers 0, 1, 2 and so on, one after the other.
    struct Inputs {
        /// The numbers.
        let source: Property<Int>
        /// The same numbers, further from the source.
        let mirror: Property<Int>
        /// Gives back what it gets, and lives as long as the operator's closures do.
        let keep: (Int) -> Int
    }

    /// The property that an operator makes, whatever its values are.
    final class Derived: Sendable {
        /// The source's numbers that the value was made of, each as the operator shows it: all the same, if the value is
        /// not half a change.
        let numbers: @Sendable () -> [Int]
        /// The same for all values.
        let allNumbers: @Sendable () -> AnyPublisher<[Int], Never>
        /// The property itself.
        let object: any AnyObject & Sendable

        init<Value: Sendable>(
            _ property: Property<Value>, _ numbers: @escaping @Sendable (Value) -> [Int]
        ) {
            self.numbers = { numbers(property.value) }
            allNumbers = { property.allValues.map(numbers).eraseToAnyPublisher() }
            object = property
        }
    }

    /// The type in the table, without `Properties.`.
    let row: String
    /// The method, as the documentation spells it.
    let form: String
    /// What `0-1-2-3-4|` becomes.
    let marbles: String
    /// The number that the result shows when the source has one.
    let shows: @Sendable (Int) -> Int
    /// Indicates whether the result follows some time after its source.
    var isDelayed = false
    /// Makes the property.
    let build: @Sendable (Inputs) -> Derived

    var testDescription: String { form }

    /// An operator that shows the source's number as it is.
    static func plain(
        _ row: String, _ form: String, _ build: @escaping @Sendable (Inputs) -> Derived
    ) -> PropertyCase {
        PropertyCase(row: row, form: form, marbles: "0-1-2-3-4|", shows: { $0 }, build: build)
    }

    /// An operator of Booleans, which is true as `shows` says.
    static func bool(
        _ row: String, _ form: String, _ marbles: String, shows: @escaping @Sendable (Int) -> Bool,
        _ build: @escaping @Sendable (Inputs) -> Property<Bool>
    ) -> PropertyCase {
        PropertyCase(row: row, form: form, marbles: marbles, shows: { shows($0) ? 1 : 0 }) {
            Derived(build($0)) { [$0 ? 1 : 0] }
        }
    }
}

extension PropertyCase {
    /// Every form of every operator.
    static let all = single + several

    private static let single: [PropertyCase] = [
        .plain("Map", "map(_:)") { inputs in Derived(inputs.source.map(inputs.keep)) { [$0] } },
        PropertyCase(row: "Map", form: "map(to:)", marbles: "7-7-7-7-7|", shows: { _ in 7 }) { inputs in
            Derived(inputs.source.map(inputs.keep).map(to: 7)) { [$0] }
        },
        .plain("Map", "map(KeyPath)") { inputs in Derived(inputs.source.map(inputs.keep).map(\.self)) { [$0] }
        },
        .plain("Map", "map(KeyPath, KeyPath)") { inputs in
            Derived(inputs.source.map(inputs.keep).map(\.self, \.magnitude)) { [$0, Int($1)] }
        },
        .plain("Map", "map(KeyPath, KeyPath, KeyPath)") { inputs in
            Derived(inputs.source.map(inputs.keep).map(\.self, \.magnitude, \.description)) {
                [$0, Int($1), Int($2)!]
            }
        },
        .plain("Scan", "scan(_:_:)") { inputs in
            let scanned = inputs.source.scan((count: -1, last: -1)) { result, number in
                (count: result.count + 1, last: inputs.keep(number))
            }
            return Derived(scanned) { [$0.count, $0.last] }
        },
        .plain("CombinePrevious", "combinePrevious(_:)") { inputs in
            Derived(inputs.source.map(inputs.keep).combinePrevious(-1)) { [$0.previous + 1, $0.current] }
        },
        .plain("CombinePrevious", "combinePrevious()") { inputs in
            Derived(inputs.source.map(inputs.keep).combinePrevious()) {
                [($0.previous ?? -1) + 1, $0.current]
            }
        },
        .plain("MakeOptional", "optional()") { inputs in
            Derived(inputs.source.map(inputs.keep).optional()) { [$0!] }
        },
        PropertyCase(
            row: "ReplaceNil", form: "replaceNil(with:)", marbles: "0-9-2-9-4|",
            shows: { $0 % 2 == 0 ? $0 : 9 }
        ) { inputs in
            Derived(inputs.source.map { inputs.keep($0) % 2 == 0 ? $0 : nil }.replaceNil(with: 9)) { [$0] }
        },
        .bool("Negate", "negate()", "0-1-0-1-0|", shows: { $0 % 2 == 1 }) { inputs in
            inputs.source.map { inputs.keep($0) % 2 == 0 }.negate()
        },
        .plain("Encode", "encode(encoder:)") { inputs in
            let encoded = inputs.source.map(inputs.keep).encode(encoder: PropertyOperatorTests.Coder())
            return Derived(encoded) { [Int((try? $0.get()) ?? "")!] }
        },
        .plain("Decode", "decode(type:decoder:)") { inputs in
            let decoded = inputs.source.map { "\(inputs.keep($0))" }
                .decode(type: Int.self, decoder: PropertyOperatorTests.Coder())
            return Derived(decoded) { [try! $0.get()] }
        },
        PropertyCase(
            row: "ReceiveOn", form: "receive(on:options:)", marbles: "0-1-2-3-4|", shows: { $0 },
            isDelayed: true
        ) { inputs in
            Derived(inputs.source.map(inputs.keep).receive(on: ImmediateScheduler.shared)) { [$0] }
        },
        .plain("RemoveDuplicates", "removeDuplicates(by:)") { inputs in
            Derived(inputs.source.removeDuplicates { inputs.keep($0) == $1 }) { [$0] }
        },
        PropertyCase(
            row: "RemoveDuplicates", form: "removeDuplicates()", marbles: "0--1--2|", shows: { $0 / 2 }
        ) { inputs in
            Derived(inputs.source.map { inputs.keep($0) / 2 }.removeDuplicates()) { [$0] }
        },
        PropertyCase(
            row: "UniqueValues", form: "uniqueValues(by:)", marbles: "0--2--4|",
            shows: { $0 - $0 % 2 }
        ) { inputs in
            Derived(inputs.source.uniqueValues { inputs.keep($0) / 2 }) { [$0] }
        },
        PropertyCase(
            row: "UniqueValues", form: "uniqueValues()", marbles: "0-1-2--|", shows: { min($0, 2) }
        ) { inputs in
            Derived(inputs.source.map { inputs.keep($0) % 3 }.uniqueValues()) { [$0] }
        },
        PropertyCase(
            row: "Filter", form: "filter(initial:_:)", marbles: "9-1--3-|",
            shows: { $0 == 0 ? 9 : $0 - 1 + $0 % 2 }
        ) { inputs in
            Derived(inputs.source.filter(initial: 9) { inputs.keep($0) % 2 == 1 }) { [$0] }
        },
        PropertyCase(
            row: "CompactMap", form: "compactMap(initial:_:)", marbles: "9-1--3-|",
            shows: { $0 == 0 ? 9 : $0 - 1 + $0 % 2 }
        ) { inputs in
            Derived(inputs.source.compactMap(initial: 9) { inputs.keep($0) % 2 == 1 ? $0 : nil }) { [$0] }
        },
        PropertyCase(
            row: "DropWhile", form: "drop(initial:while:)", marbles: "9--2-3-4|",
            shows: { $0 < 2 ? 9 : $0 }
        ) { inputs in
            Derived(inputs.source.drop(initial: 9) { inputs.keep($0) < 2 }) { [$0] }
        },
        PropertyCase(
            row: "PrefixWhile", form: "prefix(initial:while:)", marbles: "0-1-2-3-|", shows: { min($0, 3) }
        ) { inputs in
            Derived(inputs.source.prefix(initial: 9) { inputs.keep($0) < 4 }) { [$0] }
        },
        .plain("FlatMap", "flatMap(_:)") { inputs in
            let flat = inputs.source.flatMap { number in
                inputs.keep(number) % 2 == 0
                    ? inputs.mirror.map { [number, $0] } : inputs.mirror.map { $0 }.map { [number, $0] }
            }
            return Derived(flat) { $0 }
        },
        .plain("SwitchToLatest", "switchToLatest()") { inputs in
            let flat = inputs.source.map { number in inputs.mirror.map { [inputs.keep(number), $0] } }
                .switchToLatest()
            return Derived(flat) { $0 }
        },
    ]

    private static let several: [PropertyCase] = [
        PropertyCase(
            row: "Coalesce", form: "coalesce(Property<T>)", marbles: "0-8-2-6-4|",
            shows: { $0 % 2 == 0 ? $0 : 9 - $0 }
        ) { inputs in
            let even = inputs.source.map { inputs.keep($0) % 2 == 0 ? $0 : nil }
            return Derived(even.coalesce(inputs.mirror.map { 9 - $0 })) { [$0] }
        },
        PropertyCase(
            row: "Coalesce", form: "coalesce(Property<T?>)", marbles: "0-5-2-5-4|",
            shows: { $0 % 2 == 0 ? $0 : 5 }
        ) { inputs in
            let even = inputs.source.map { inputs.keep($0) % 2 == 0 ? $0 : nil }
            return Derived(even.coalesce(inputs.mirror.map { $0 < 0 ? $0 : nil })) { [$0 ?? 5] }
        },
        .bool("And", "and(_:)", "1-0-0-0-0|", shows: { $0 % 6 == 0 }) { inputs in
            inputs.source.map { inputs.keep($0) % 2 == 0 }.and(inputs.mirror.map { $0 % 3 == 0 })
        },
        .bool("Or", "or(_:)", "1-0-1-1-1|", shows: { $0 % 2 == 0 || $0 % 3 == 0 }) { inputs in
            inputs.source.map { inputs.keep($0) % 2 == 0 }.or(inputs.mirror.map { $0 % 3 == 0 })
        },
        .bool("AllOf", "Property.all(Collection)", "1-0-0-0-0|", shows: { $0 % 6 == 0 }) { inputs in
            .all(
                ContiguousArray([
                    inputs.source.map { inputs.keep($0) % 2 == 0 }, inputs.mirror.map { $0 % 3 == 0 },
                ]))
        },
        .bool("AllOf", "Property.all(_:...)", "1-0-0-0-0|", shows: { $0 % 6 == 0 }) { inputs in
            .all(inputs.source.map { inputs.keep($0) % 2 == 0 }, inputs.mirror.map { $0 % 3 == 0 })
        },
        .bool("AllOf", "Collection.all()", "1-0-0-0-0|", shows: { $0 % 6 == 0 }) { inputs in
            [inputs.source.map { inputs.keep($0) % 2 == 0 }, inputs.mirror.map { $0 % 3 == 0 }].all()
        },
        .bool("AnyOf", "Property.any(Collection)", "1-0-1-1-1|", shows: { $0 % 2 == 0 || $0 % 3 == 0 }) {
            inputs in
            .any(
                ContiguousArray([
                    inputs.source.map { inputs.keep($0) % 2 == 0 }, inputs.mirror.map { $0 % 3 == 0 },
                ]))
        },
        .bool("AnyOf", "Property.any(_:...)", "1-0-1-1-1|", shows: { $0 % 2 == 0 || $0 % 3 == 0 }) { inputs in
            .any(inputs.source.map { inputs.keep($0) % 2 == 0 }, inputs.mirror.map { $0 % 3 == 0 })
        },
        .bool("AnyOf", "Collection.any()", "1-0-1-1-1|", shows: { $0 % 2 == 0 || $0 % 3 == 0 }) { inputs in
            [inputs.source.map { inputs.keep($0) % 2 == 0 }, inputs.mirror.map { $0 % 3 == 0 }].any()
        },
        .plain("CombineLatest", "combineLatest(_:)") { inputs in
            Derived(inputs.source.map(inputs.keep).combineLatest(inputs.mirror)) { [$0, $1] }
        },
        .plain("CombineLatest", "combineLatest(_:_:) with a closure") { inputs in
            Derived(inputs.source.combineLatest(inputs.mirror) { [inputs.keep($0), $1] }) { $0 }
        },
        .plain("CombineLatest3", "combineLatest(_:_:)") { inputs in
            let (a, b) = (inputs.source.map(inputs.keep), inputs.mirror)
            return Derived(a.combineLatest(b, inputs.source)) { [$0, $1, $2] }
        },
        .plain("CombineLatest3", "combineLatest(_:_:_:) with a closure") { inputs in
            let (a, b) = (inputs.source, inputs.mirror)
            return Derived(a.combineLatest(b, b.map { $0 }) { [inputs.keep($0), $1, $2] }) { $0 }
        },
        .plain("CombineLatest4", "combineLatest(_:_:_:)") { inputs in
            let (a, b) = (inputs.source.map(inputs.keep), inputs.mirror)
            return Derived(a.combineLatest(b, inputs.source, b)) { [$0, $1, $2, $3] }
        },
        .plain("CombineLatest4", "combineLatest(_:_:_:_:) with a closure") { inputs in
            let (a, b) = (inputs.source, inputs.mirror)
            return Derived(a.combineLatest(b, b.map { $0 }, a) { [inputs.keep($0), $1, $2, $3] }) { $0 }
        },
        .plain("CombineLatestMany", "combineLatest(_:_:_:_:_:)") { inputs in
            let (a, b) = (inputs.source.map(inputs.keep), inputs.mirror)
            let many = a.combineLatest(b, inputs.source, b, a, b.map { "\($0)" })
            return Derived(many) { [$0, $1, $2, $3, $4, Int($5)!] }
        },
        .plain("CombineLatestCollection", "Property.combineLatest(Collection)") { inputs in
            let list = [inputs.source.map(inputs.keep), inputs.mirror, inputs.source]
            return Derived(Property<Int>.combineLatest(list)) { $0 }
        },
        .plain("CombineLatestCollection", "Collection.combineLatest()") { inputs in
            Derived([inputs.source.map(inputs.keep), inputs.mirror].combineLatest()) { $0 }
        },
        .plain("Zip", "zip(_:)") { inputs in
            Derived(inputs.source.map(inputs.keep).zip(inputs.mirror)) { [$0, $1] }
        },
        .plain("Zip", "zip(_:_:) with a closure") { inputs in
            Derived(inputs.source.zip(inputs.mirror) { [inputs.keep($0), $1] }) { $0 }
        },
        .plain("Zip3", "zip(_:_:)") { inputs in
            let (a, b) = (inputs.source.map(inputs.keep), inputs.mirror)
            return Derived(a.zip(b, inputs.source)) { [$0, $1, $2] }
        },
        .plain("Zip3", "zip(_:_:_:) with a closure") { inputs in
            let (a, b) = (inputs.source, inputs.mirror)
            return Derived(a.zip(b, b.map { $0 }) { [inputs.keep($0), $1, $2] }) { $0 }
        },
        .plain("Zip4", "zip(_:_:_:)") { inputs in
            let (a, b) = (inputs.source.map(inputs.keep), inputs.mirror)
            return Derived(a.zip(b, inputs.source, b)) { [$0, $1, $2, $3] }
        },
        .plain("Zip4", "zip(_:_:_:_:) with a closure") { inputs in
            let (a, b) = (inputs.source, inputs.mirror)
            return Derived(a.zip(b, b.map { $0 }, a) { [inputs.keep($0), $1, $2, $3] }) { $0 }
        },
        .plain("ZipMany", "zip(_:_:_:_:_:)") { inputs in
            let (a, b) = (inputs.source.map(inputs.keep), inputs.mirror)
            let many = a.zip(b, inputs.source, b, a, b.map { "\($0)" })
            return Derived(many) { [$0, $1, $2, $3, $4, Int($5)!] }
        },
        .plain("ZipCollection", "Property.zip(Collection)") { inputs in
            let list = [inputs.source.map(inputs.keep), inputs.mirror, inputs.source]
            return Derived(Property<Int>.zip(list)) { $0 }
        },
    ]
}
