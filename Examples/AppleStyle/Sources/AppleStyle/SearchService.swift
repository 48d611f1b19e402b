import Combine
import Foundation

struct Repository: Decodable, Equatable {
    let name: String
    let stars: Int
}

enum SearchError: Error {
    case offline
}

/// Answers as a server would, with JSON, on a queue of its own.
final class SearchService {
    private let queue = DispatchQueue(label: "network")
    private let answers = [
        "swift": #"[{ "name": "swift-nio", "stars": 8000 }, { "name": "swift-log", "stars": 3500 }]"#,
        "rust": #"[{ "name": "tokio", "stars": 27000 }]"#,
    ]
    private(set) var requests = 0

    func repositories(matching query: String) -> AnyPublisher<[Repository], SearchError> {
        requests += 1
        guard let answer = answers[query] else {
            return Fail(error: .offline).eraseToAnyPublisher()
        }
        return Just(Data(answer.utf8))
            .delay(for: .milliseconds(20), scheduler: queue)
            .decode(type: [Repository].self, decoder: JSONDecoder())
            .mapError { _ in SearchError.offline }
            .eraseToAnyPublisher()
    }
}
