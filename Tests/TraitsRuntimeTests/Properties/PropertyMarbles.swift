import TraitsRuntime
import TraitsTesting

/// Properties that follow marbles: what stands at tick zero is the first value.
struct PropertyMarbles {
    let scheduler = TestScheduler()
    /// A hot source is kept by whoever made it.
    private let sources = Kept()

    private final class Kept { var all: [AnyObject] = [] }

    /// A property of numbers from 0 to 9.
    func property(_ marbles: String) throws -> Property<Int> {
        let first = Int(String(marbles.first!))!
        let source = try scheduler.hot(String(marbles.dropFirst()), of: Int.self)
        sources.all.append(source)
        return Property(initial: first, then: source)
    }

    /// A property of "t" and "f".
    func bools(_ marbles: String) throws -> Property<Bool> {
        let source = try scheduler.hot(String(marbles.dropFirst()), of: String.self)
        sources.all.append(source)
        return Property(initial: marbles.first! == "t", then: source.map { $0 == "t" })
    }

    /// Records all values of a property until its sources are at an end, and compares them with marbles; the
    /// property must have had the last value recorded.
    func expect<Value: Equatable & MarbleValue>(
        _ property: Property<Value>, _ marbles: String
    ) throws {
        let recorder = property.allValues.record(on: scheduler)
        try scheduler.run()
        try recorder.expect(marbles)
        guard property.value == recorder.values.last else { throw Difference(property.value) }
        // Whoever comes late gets the value, and the end if there was one.
        let late = property.allValues.record()
        guard late.values == [property.value], (late.completion == nil) == (recorder.completion == nil) else {
            throw Difference(late.recording)
        }
    }

    func expect(_ property: Property<Bool>, _ marbles: String) throws {
        try expect(property.map { $0 ? "t" : "f" }, marbles)
    }

    struct Difference: Error {
        let found: String
        init(_ found: Any) { self.found = String(describing: found) }
    }
}
