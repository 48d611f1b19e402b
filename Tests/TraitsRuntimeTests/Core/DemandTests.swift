import Testing
import TraitsRuntime

@Suite("Subscribers.Demand")
struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test func unlimitedSwallowsEverything() {
        #expect(Demand.unlimited + 1 == .unlimited)
        #expect(Demand.unlimited - 1 == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.unlimited * 3 == .unlimited)
        #expect(Demand.max(3) + .unlimited == .unlimited)
        #expect(Demand.max(3) - .unlimited == .none)
    }

    @Test func sumsAndProducts() {
        var demand = Demand.max(2)
        demand += 3
        #expect(demand == .max(5))
        demand += .max(1)
        demand -= .max(2)
        demand -= 1
        demand *= 4
        #expect(demand == .max(12))
        #expect(demand.max == 12)
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.none == .max(0))
    }

    @Test func overflowBecomesUnlimited() {
        #expect(Demand.max(.max) + 1 == .unlimited)
        #expect(Demand.max(.max) + .max(.max) == .unlimited)
        #expect(Demand.max(.max) * 2 == .unlimited)
    }

    @Test func unlimitedIsAboveEveryNumber() {
        #expect(Demand.unlimited > .max(.max))
        #expect(Demand.unlimited > Int.max)
        #expect(Int.max < Demand.unlimited)
        #expect(!(Demand.unlimited <= Int.max))
        #expect(Demand.max(3) >= 3 && Demand.max(3) <= 3 && Demand.max(3) == 3 && 3 == Demand.max(3))
        #expect(Demand.unlimited != 3 && 3 != Demand.unlimited)
        #expect([Demand.unlimited, .none, .max(2)].sorted() == [.none, .max(2), .unlimited])
    }

    @Test func description() {
        #expect("\(Demand.unlimited)" == "unlimited")
        #expect("\(Demand.max(3))" == "max(3)")
    }
}

@Suite("AnyCancellable")
struct AnyCancellableTests {
    @Test func cancelsOnceHoweverOftenItIsAsked() {
        var count = 0
        var cancellable: AnyCancellable? = AnyCancellable { count += 1 }
        cancellable?.cancel()
        cancellable?.cancel()
        cancellable = nil
        #expect(count == 1)
    }

    @Test func cancelsWhenReleased() {
        var count = 0
        var bag: Set<AnyCancellable> = []
        var list: [AnyCancellable] = []
        AnyCancellable { count += 1 }.store(in: &bag)
        AnyCancellable { count += 10 }.store(in: &list)
        #expect(count == 0)
        bag = []
        #expect(count == 1)
        list = []
        #expect(count == 11)
    }

    @Test func mayCancelItselfFromInside() {
        var cancellable: AnyCancellable?
        var count = 0
        cancellable = AnyCancellable {
            count += 1
            cancellable?.cancel()
            cancellable = nil
        }
        cancellable?.cancel()
        #expect(count == 1)
    }
}
