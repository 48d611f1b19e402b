import Testing
import TraitsFoundation

@Suite("Traits of the bridges to Foundation")
struct FoundationTraitTests {
    @Test func aDataTaskIsASingle() throws {
        let url = try #require(URL(string: "http://localhost/name"))
        let name: AnySinglePublisher<String, any Error> =
            URLSession.shared.dataTaskPublisher(for: url)
            .tryMap { String(decoding: $0.data, as: UTF8.self) }
            .eraseToAnySinglePublisher()
        #expect("\(name)" == "AnySinglePublisher")
    }

    @Test func aTimerKeepsNoTrait() {
        let timer: Any = Timer.publish(every: 1, on: .main, in: .default)
        #expect(!(timer is any MaybePublisher))
        #expect(!(timer is any ImmediatePublisher))
    }
}
