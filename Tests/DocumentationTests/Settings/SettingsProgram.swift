extension SettingsTests {
    /// An ordinary program: it loads, searches, counts, follows a model and a clock, and is traced.
    static func program(in mode: PackageMode) -> String {
        #"""
        \#(mode.publicImport) Foundation
        import Observation
        import TraitsExtras
        import TraitsFoundation
        import TraitsNetworking
        import TraitsObservation
        \#(mode.publicImport) TraitsRuntime
        import TraitsTracing

        public struct Article: Codable, Sendable, Equatable {
            public var title: String
            public var likes: Int
        }

        public enum StoreError: Error, Sendable {
            case offline
            case damaged(String)
        }

        /// Loads articles.
        public final class Store: Sendable {
            private let address: URL
            private let attempts: Int

            public init(address: URL, attempts: Int = 3) {
                self.address = address
                self.attempts = attempts
            }

            public func article(_ id: Int) -> AnySinglePublisher<Article, any Error> {
                URLSession.shared.dataTaskPublisher(for: address.appending(path: "\(id)"))
                    .map(\.data)
                    .decode(type: Article.self, decoder: JSONDecoder())
                    .retry(attempts)
                    .trace("article")
                    .eraseToAnySinglePublisher()
            }

            public func titles(_ ids: [Int]) -> some Publisher<[String], StoreError> {
                ids.publisher
                    .setFailureType(to: (any Error).self)
                    .flatMap { [self] id in article(id) }
                    .map(\.title)
                    .collect()
                    .mapError { StoreError.damaged("\($0)") }
            }
        }

        @MainActor @Observable
        final class ArticleModel {
            var text = ""
            private(set) var title = "none"
            private(set) var likes = 0
            @ObservationIgnored private var cancellables: Set<AnyCancellable> = []

            private let store: Store
            private let searches = PassthroughSubject<String, Never>()
            private let count = CurrentValueSubject<Int, Never>(0)

            init(store: Store) {
                self.store = store
                searches
                    .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
                    .removeDuplicates()
                    .compactMap { Int($0) }
                    .map { id in store.article(id).replaceError(with: Article(title: "offline", likes: 0)) }
                    .switchToLatest()
                    .receive(on: .mainActor)
                    .sink { [weak self] article in self?.show(article) }
                    .store(in: &cancellables)
                count
                    .scan(0, +)
                    .withPrevious()
                    .map { previous, current in current - (previous ?? 0) }
                    .receive(on: .mainActor)
                    .sink { [weak self] change in self?.likes += change }
                    .store(in: &cancellables)
            }

            func search(_ text: String) { searches.send(text) }

            private func show(_ article: Article) {
                title = article.title
                count.send(article.likes)
            }
        }

        struct Clock {
            let ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect().scan(0) { count, _ in count + 1 }

            func first(_ count: Int) async -> [Int] {
                var seen: [Int] = []
                for await tick in ticks.prefix(count).values { seen.append(tick) }
                return seen
            }
        }

        struct Report: TextOutputStream {
            var lines: [String] = []
            mutating func write(_ string: String) { lines.append(string) }
        }

        func summary(of articles: [Article]) -> AnyPublisher<String, Never> {
            let likes = articles.publisher.map(\.likes).reduce(0, +)
            let names = articles.publisher.map(\.title).collect().map { $0.joined(separator: ", ") }
            return likes.zip(names) { "\($1): \($0)" }.eraseToAnyPublisher()
        }

        func load(_ store: Store) async throws -> (Article, Article) {
            let first = try await store.article(1).value
            let both = store.article(2).zip(Just(first).setFailureType(to: (any Error).self))
            return try await both.value
        }

        @MainActor
        func follow(_ model: ArticleModel) throws -> [AnyCancellable] {
            let text = Property(observing: model) { $0.text }
            let session = try Tracing.serve(port: 0)
            let notes = NotificationCenter.default.publisher(for: .init("saved"))
            return [
                text.map { $0.count }.allValues.sink { print($0) },
                notes.sink { print($0.name.rawValue) },
                Deferred { Future<Int, Never> { promise in promise(.success(1)) } }
                    .subscribe(on: DispatchQueue.global()).sink { print($0, session.address) },
                summary(of: []).handleEvents(receiveOutput: { print($0) }).sink { _ in },
            ]
        }
        """#
    }
}
