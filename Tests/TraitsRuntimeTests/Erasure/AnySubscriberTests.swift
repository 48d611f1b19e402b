import Testing
import TraitsRuntime
import TraitsTesting

@Suite("AnySubscriber")
struct AnySubscriberTests {
    @Test func hidesASubscriber() {
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1), thenForEach: .max(1))
        let erased = AnySubscriber(subscriber)
        #expect(erased.combineIdentifier == subscriber.combineIdentifier)
        #expect(erased.description == "TrackingSubscriber")
        [1, 2].publisher.subscribe(AnySubscriber(erased))
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions == [.finished])
        #expect(AnySubscriber(erased).combineIdentifier == erased.combineIdentifier)
    }

    @Test func isMadeOfClosures() {
        var log: [String] = []
        let subscriber = AnySubscriber<Int, Never>(
            receiveSubscription: {
                log.append("\($0)")
                $0.request(.max(2))
            },
            receiveValue: {
                log.append("\($0)")
                return .none
            },
            receiveCompletion: { log.append("\($0)") })
        #expect(subscriber.description == "Anonymous AnySubscriber")
        #expect("\(subscriber.customMirror.subjectType)" == "String")
        #expect(subscriber.customMirror.children.isEmpty)
        [1, 2].publisher.subscribe(subscriber)
        #expect(log == ["[1, 2]", "1", "2", "finished"])
        let idle = AnySubscriber<Int, Never>()
        #expect(idle.receive(1) == .none)
        #expect(idle.combineIdentifier != AnySubscriber<Int, Never>().combineIdentifier)
    }

    @Test func feedsASubject() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let recorder = subject.record()
        let subscriber = AnySubscriber(subject)
        #expect(
            "\(subscriber.customMirror.subjectType)" == "SubjectSubscriber<CurrentValueSubject<Int, Never>>")
        [1, 2].publisher.subscribe(subscriber)
        #expect(recorder.recording == "012|")
    }

    /// A subscriber that doesn't describe itself is described by its type, and shows no insides.
    @Test func showsTheTypeOfWhatItHides() {
        struct Plain: Subscriber {
            let combineIdentifier = CombineIdentifier()
            func receive(subscription: any Subscription) {}
            func receive(_ input: Int) -> Subscribers.Demand { .none }
            func receive(completion: Subscribers.Completion<Never>) {}
        }
        let erased = AnySubscriber(Plain())
        #expect(erased.description == "Plain")
        #expect(erased.playgroundDescription as? String == "Plain")
        #expect(erased.customMirror.children.isEmpty)
    }

    @Test func aSubjectWaitsForASubscription() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        let erased = AnySubscriber(subject)
        #expect(erased.description == "Subject")
        #expect(
            erased.customMirror.children.map(\.label) == [
                "downstreamSubject", "upstreamSubscription", "subject",
            ])
        #expect(erased.receive(1) == .none)
        erased.receive(completion: .finished)
        #expect(recorder.recording == "")
        let subscription = TestSubscription()
        erased.receive(subscription: subscription)
        #expect(subscription.history == [.requested(.unlimited)])
        #expect(erased.receive(2) == .none)
        #expect(recorder.recording == "2")
    }
}
