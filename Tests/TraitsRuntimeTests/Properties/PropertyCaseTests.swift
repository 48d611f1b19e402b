import Foundation
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// The tests that each operator of properties has to pass, over the list of all of them.
@Suite("Every operator of properties")
struct PropertyCaseTests {
    /// A new operator has a row, or the audit fails; and with a row it has to be in the list, or this does.
    @Test func isInTheListOfThoseThatAreTested() throws {
        let table = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/TraitsRuntime/Properties/Properties.traits")
            .standardizedFileURL
        let rows = try String(contentsOf: table, encoding: .utf8)
            .split(separator: "\n")
            .filter { $0.hasPrefix("operator Properties.") }
            .map { $0.dropFirst("operator Properties.".count).prefix { $0.isLetter || $0.isNumber } }
        #expect(rows.count > 30)
        #expect(Set(rows.map(String.init)) == Set(PropertyCase.all.map(\.row)))
        #expect(Set(PropertyCase.all.map(\.testDescription)).count == PropertyCase.all.count)
    }

    // MARK: Marbles

    @Test(arguments: PropertyCase.all) func hasItsMarbles(_ one: PropertyCase) throws {
        let marbles = PropertyMarbles()
        let source = try marbles.property("0-1-2-3-4|")
        let derived = one.build(.init(source: source, mirror: source.map { $0 }.map { $0 }, keep: { $0 }))
        #expect(Set(derived.numbers()) == [one.shows(0)])
        let recorder = derived.allNumbers().map { $0[0] }.record(on: marbles.scheduler)
        try marbles.scheduler.run()
        try recorder.expect(one.marbles)
        #expect(Set(derived.numbers()) == [recorder.values.last!])
        // Whoever comes when all is over gets the last value and the end.
        let late = derived.allNumbers().map { $0[0] }.record()
        #expect(late.recording.immediateCount == 2)
        #expect(late.values == [recorder.values.last!])
        #expect(late.completion != nil)
    }

    // MARK: Lifetime

    /// What retains the values of the source.
    enum Holder: CaseIterable {
        case source, derived, subscriber

        static let orders: [[Holder]] = [
            [.source, .derived, .subscriber], [.source, .subscriber, .derived],
            [.derived, .source, .subscriber], [.derived, .subscriber, .source],
            [.subscriber, .source, .derived], [.subscriber, .derived, .source],
        ]
    }

    /// A source, the property that an operator makes of it, and a subscriber of that.
    private final class Held {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<Int, Never>()
        let one: PropertyCase
        var source: Property<Int>?
        var derived: PropertyCase.Derived?
        var subscriber: AnyCancellable?
        var seen: [[Int]] = []
        var isCompleted = false
        var last = 0

        init(_ one: PropertyCase) {
            self.one = one
            let source = Property(initial: 0, then: subject.leakTracked(by: leaks, "upstream"))
            let token = leaks.token("closure")
            let keep: (Int) -> Int = { number in withExtendedLifetime(token) { number } }
            let derived = one.build(
                .init(source: source, mirror: source.map { $0 }.map { $0 }, keep: keep))
            leaks.track(source, "source")
            leaks.track(derived.object, "derived")
            self.source = source
            self.derived = derived
            subscribe(leaks.token("subscriber"))
        }

        private func subscribe(_ token: LeakToken) {
            subscriber = derived?.allNumbers().sink(
                receiveCompletion: { [weak self] _ in
                    self?.isCompleted = true
                    withExtendedLifetime(token) {}
                }, receiveValue: { [weak self] in self?.seen.append($0) })
        }

        func change() {
            last += 1
            subject.send(last)
        }

        func release(_ holder: Holder) {
            switch holder {
            case .source: source = nil
            case .derived: derived = nil
            case .subscriber: subscriber = nil
            }
        }

        func isAlive(_ name: String) -> Bool { leaks.alive.contains { $0.name == name } }
    }

    @Test(arguments: PropertyCase.all) func isReleasedInEachOrder(_ one: PropertyCase) throws {
        for order in Holder.orders {
            let held = Held(one)
            held.change()
            for (index, holder) in order.enumerated() {
                #expect(held.isAlive("upstream: subscription"), "\(order), \(index)")
                held.release(holder)
                held.change()
                // What still lives follows on.
                if let source = held.source { #expect(source.value == held.last) }
                if let derived = held.derived { #expect(Set(derived.numbers()) == [one.shows(held.last)]) }
                if held.subscriber != nil { #expect(Set(held.seen.last ?? []) == [one.shows(held.last)]) }
                let rest = order[(index + 1)...]
                #expect(held.isAlive("closure") || !rest.contains(.derived) && !rest.contains(.subscriber))
                #expect(held.isAlive("subscriber") == rest.contains(.subscriber))
            }
            try held.leaks.expectAllReleased()
        }
    }

    @Test(arguments: PropertyCase.all) func isReleasedInEachOrderAfterTheEnd(_ one: PropertyCase) throws {
        for order in Holder.orders {
            let held = Held(one)
            held.change()
            held.subject.send(completion: .finished)
            #expect(held.isCompleted)
            #expect(!held.isAlive("subscriber"))
            for holder in order { held.release(holder) }
            #expect(held.seen.allSatisfy { Set($0).count == 1 })
            try held.leaks.expectAllReleased()
        }
    }

    // MARK: Threads

    /// What a writer does next.
    private enum Step: CaseIterable {
        case change, changeTwice, derive, subscribe
    }

    @Test(arguments: PropertyCase.all, 1...2) func isWholeOnManyThreads(_ one: PropertyCase, _ seed: UInt64) {
        // Everything that is left to chance is drawn before the threads start.
        let plans = (1...2).map { writer -> [Step] in
            var numbers = SeededGenerator(seed: seed &* 97 &+ UInt64(writer))
            return (0..<60).map { _ in Step.allCases.randomElement(using: &numbers)! }
        }
        let total = plans.joined().reduce(0) { $0 + ($1 == .change ? 1 : $1 == .changeTwice ? 2 : 0) }
        let source = MutableProperty(0)
        let inputs = { @Sendable in
            PropertyCase.Inputs(
                source: source.property, mirror: source.property.map { $0 }.map { $0 }, keep: { $0 })
        }
        let derived = one.build(inputs())
        let faults = Atomic(0), isOver = Atomic(0)

        let isRight = { @Sendable (numbers: [Int], least: Int, most: Int) -> Bool in
            Set(numbers).count == 1
                && ((one.isDelayed ? 0 : least)...most).contains { one.shows($0) == numbers[0] }
        }
        let look = { @Sendable (derived: PropertyCase.Derived) in
            let least = source.value
            let numbers = derived.numbers()
            let most = source.value
            if !isRight(numbers, least, most) { faults.add(1, ordering: .relaxed) }
        }
        // One observer is called for one value after the other, in order.
        let inside = Atomic(0), reached = Atomic(0)
        let observer = derived.allNumbers().sink { numbers in
            if inside.add(1, ordering: .acquiringAndReleasing).newValue != 1 {
                faults.add(1, ordering: .relaxed)
            }
            var number = reached.load(ordering: .relaxed)
            while number < total && one.shows(number) != numbers[0] { number += 1 }
            if Set(numbers) != [one.shows(number)] { faults.add(1, ordering: .relaxed) }
            reached.store(number, ordering: .relaxed)
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }
        let writers = plans.map { plan -> @Sendable () -> Void in
            {
                for step in plan {
                    switch step {
                    case .change: source.modify { $0 += 1 }
                    case .changeTwice:
                        source.modify { $0 += 1 }
                        source.modify { $0 += 1 }
                    case .derive: _ = one.build(inputs()).numbers()
                    case .subscribe:
                        derived.allNumbers().sink {
                            if Set($0).count != 1 { faults.add(1, ordering: .relaxed) }
                        }
                        .cancel()
                    }
                }
                isOver.add(1, ordering: .relaxed)
            }
        }
        let reader: @Sendable () -> Void = {
            repeat { look(derived) } while isOver.load(ordering: .relaxed) < plans.count
        }
        onThreads(writers + [reader, reader])
        #expect(faults.load(ordering: .relaxed) == 0)
        #expect(source.value == total)
        #expect(Set(derived.numbers()) == [one.shows(total)])
        #expect(one.shows(reached.load(ordering: .relaxed)) == one.shows(total))
        observer.cancel()
    }
}
