import Testing
import TraitsTesting

@testable import TraitsRuntime
@testable import TraitsStreams

/// The list of a subject's subscribers gives back the room of those that have gone.
@Suite("Room of a subject's subscribers", .limited)
struct SubjectRoomTests {
    private let subject = PassthroughSubject<Int, Never>()

    private func subscribe(_ count: Int) -> [AnyCancellable] {
        (0..<count).map { _ in subject.sink { _ in } }
    }

    @Test(arguments: [false, true]) func subscribersThatCancel(newestFirst: Bool) {
        let handles = subscribe(10_000)
        #expect(subject.core.capacity >= 10_000)
        for handle in newestFirst ? handles.reversed() : handles { handle.cancel() }
        #expect(subject.core.capacity <= 64)
    }

    /// One value ends all of them, inside its delivery.
    @Test func subscribersThatAreOverAfterAValue() {
        let handles = (0..<10_000).map { _ in subject.first().sink { _ in } }
        subject.send(1)
        #expect(subject.core.capacity <= 64)
        withExtendedLifetime(handles) {}
    }

    @Test func someStay() {
        var handles = subscribe(10_000)
        let values = Values()
        let last = subject.sink { values.all.append($0) }
        handles = []
        #expect(subject.core.capacity <= 64)
        subject.send(1)
        let more = subscribe(1_000)
        subject.send(2)
        #expect(values.all == [1, 2])
        withExtendedLifetime((last, more, handles)) {}
    }

    private final class Values { var all: [Int] = [] }
}
