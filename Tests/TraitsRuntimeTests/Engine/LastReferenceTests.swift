import Testing
import TraitsTesting

@testable import TraitsRuntime
@testable import TraitsStreams

/// A value that acts when its last reference goes, as a permit or a buffer does that gives itself back.
private final class Permit {
    private let whenReleased: () -> Void

    init(_ whenReleased: @escaping () -> Void) { self.whenReleased = whenReleased }

    deinit { whenReleased() }
}

/// Keeps no value, and lets each permit that is released ask for one more.
private final class Asking: Subscriber {
    typealias Input = Permit
    typealias Failure = Never

    var subscription: (any Subscription)?
    var count = 0

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Permit) -> Subscribers.Demand {
        count += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { subscription = nil }

    func askForOne() { subscription?.request(.max(1)) }
}

/// The operator delivers the last reference to a value, which asks that operator for more, sends to it or cancels it. Each of
/// these programs stopped in a lock that isn't recursive.
@Suite("The last reference to a value goes under no lock", .limited)
struct LastReferenceTests {
    @Test func flatMap() {
        let reader = Asking()
        (0..<3).publisher.flatMap { _ in [Permit(reader.askForOne)].publisher }.subscribe(reader)
        reader.askForOne()
        #expect(reader.count == 3)
    }

    @Test func buffer() {
        let reader = Asking()
        let source = PassthroughSubject<Permit, Never>()
        source.buffer(size: 9, prefetch: .keepFull, whenFull: .dropOldest).subscribe(reader)
        for _ in 0..<3 { source.send(Permit(reader.askForOne)) }
        reader.askForOne()
        #expect(reader.count == 3)
    }

    @Test func observerOfAProperty() {
        let source = MutableProperty<Permit?>(nil)
        let reader = Reader<Permit?>()
        source.allValues.subscribe(reader)
        reader.subscription?.request(.max(2))
        var released = 0
        // The property lets go of it while the observer is inside of it.
        reader.onValue = { if reader.count == 2 { source.value = nil } }
        source.value = Permit {
            released += 1
            reader.subscription?.request(.max(1))
        }
        #expect(released == 1)
        #expect(reader.count == 3)
    }

    /// The observer's subscription has the last reference to the property, and its observers to other objects.
    @Test func endOfAProperty() {
        let source = PassthroughSubject<Int, Never>()
        var released = 0
        let reader = Reader<Int>()
        do {
            let permit = Permit {
                released += 1
                reader.subscription?.request(.unlimited)
            }
            let property = Property(initial: 0, then: source).map { [permit] number in
                withExtendedLifetime(permit) { number }
            }
            property.allValues.subscribe(reader)
        }
        reader.subscription?.request(.unlimited)
        source.send(completion: .finished)
        #expect(released == 1)
        #expect(reader.count == 1)
    }

    @Test func firstValueOfAProperty() {
        var released = 0
        func permit() -> Permit { Permit { released += 1 } }
        // The value at first is replaced inside of the call that subscribes.
        let property = Property(initial: permit(), then: [permit(), permit()].publisher)
        #expect(released == 2)
        withExtendedLifetime(property) {}
    }

    @Test func propertyOnAScheduler() {
        let clock = TestScheduler()
        let source = MutableProperty<Permit?>(nil)
        var released = 0
        let moved = source.property.receive(on: clock)
        source.value = Permit {
            released += 1
            source.value = nil
            clock.schedule {}
        }
        source.value = nil
        clock.advance(by: 1)
        #expect(moved.value == nil)
        #expect(released == 1)
    }

    @Test func check() {
        let reader = Reader<Permit>()
        let source = PassthroughSubject<Permit, TestFailure>()
        var released = 0
        source.first(orError: TestFailure()).checkSingle().mapError { _ in TestFailure() }
            .replaceError(with: Permit {}).subscribe(reader)
        reader.subscription?.request(.max(1))
        source.send(
            Permit {
                released += 1
                reader.subscription?.request(.max(1))
            })
        #expect(released == 1)
        #expect(reader.count == 1)
    }

    /// A value that comes before anybody has asked, and a cancellation.
    @Test func earlyValueOfATraitSubscription() {
        final class Early: TraitSubscription<Reader<Permit>, Void> {}
        let reader = Reader<Permit>()
        let subscription = Early(downstream: reader, context: ())
        var released = 0
        subscription._receive(
            .success(
                Permit {
                    released += 1
                    subscription.cancel()
                    subscription.request(.max(1))
                }))
        subscription.cancel()
        #expect(released == 1)
        #expect(reader.count == 0)
    }
}

private final class Reader<Input>: Subscriber {
    typealias Failure = Never

    var subscription: (any Subscription)?
    var count = 0
    var onValue: () -> Void = {}

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Input) -> Subscribers.Demand {
        count += 1
        onValue()
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { subscription = nil }
}
