import Combine
import Foundation

final class SearchViewModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var repositories: [Repository] = []
    @Published private(set) var isSearching = false
    @Published private(set) var message: String?

    private var cancellables = Set<AnyCancellable>()

    init(service: SearchService) {
        let queries =
            $query
            .debounce(for: .milliseconds(50), scheduler: RunLoop.main)
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .removeDuplicates()
            .filter { !$0.isEmpty }
            .share()

        queries
            .handleEvents(receiveOutput: { [weak self] _ in
                self?.isSearching = true
                self?.message = nil
            })
            .map { query in
                service.repositories(matching: query)
                    .catch { [weak self] _ -> Empty<[Repository], Never> in
                        DispatchQueue.main.async { self?.message = "'\(query)' can't be searched" }
                        return Empty()
                    }
                    .handleEvents(receiveCompletion: { [weak self] _ in
                        DispatchQueue.main.async { self?.isSearching = false }
                    })
            }
            .switchToLatest()
            .receive(on: DispatchQueue.main)
            .assign(to: &$repositories)

        $repositories
            .dropFirst()
            .map(\.count)
            .sink { print("\($0) repositories") }
            .store(in: &cancellables)

        $message
            .compactMap { $0 }
            .sink { print($0) }
            .store(in: &cancellables)
    }
}
