import Foundation
import Testing
import TraitsFoundation
import TraitsTesting

@Suite("JSON and property lists")
struct CoderTests {
    struct Point: Codable, Equatable {
        var x: Int
        var y: Int
    }

    @Test func thereAndBack() {
        let point = Point(x: 1, y: 2)
        let json = Just(point).encode(encoder: JSONEncoder())
            .decode(type: Point.self, decoder: JSONDecoder()).record()
        #expect(json.values == [point])
        let list = Just(point).encode(encoder: PropertyListEncoder())
            .decode(type: Point.self, decoder: PropertyListDecoder()).record()
        #expect(list.values == [point])
    }

    @Test func whatIsNoJSONFails() {
        let recorder = Just(Data("no".utf8)).decode(type: Point.self, decoder: JSONDecoder()).record()
        #expect(recorder.values == [])
        guard case .failure(let error) = recorder.completion else {
            Issue.record("it must fail")
            return
        }
        #expect(error is DecodingError)
    }
}
