import TraitsRuntime

/// What a screen shows: properties that follow one state. The view reads and observes them, and can't change
/// them; it sends impulses.
struct ViewModel {
    let viewState: Property<ViewState>
    let cellContents: Property<[CellContent]>
    let isActivityIndicatorVisible: Property<Bool>
    let emptyListPlaceholder: Property<String?>
    let errorMessage: Property<String?>
    /// All that one drawing needs, so that the terminal is drawn once for each change.
    let screen: Property<Screen>

    init(
        loadImpulses: PassthroughSubject<APIParams, Never>,
        filter: Property<String>,
        fetchFromAPI: @escaping (APIParams) -> AnyPublisher<APIResult, APIError>
    ) {
        let loadingStates =
            loadImpulses
            .flatMap { params -> AnyPublisher<ViewState, Never> in
                let loadingState = Just(ViewState.loading(earlierResult: nil))
                let fetchStates = fetchFromAPI(params)
                    .map(ViewState.loaded)
                    .catch { Just(ViewState.error($0)) }
                return loadingState.append(fetchStates).eraseToAnyPublisher()
            }
        viewState = Property(initial: .initial, then: loadingStates)
        isActivityIndicatorVisible = viewState.map {
            switch $0 {
            case .initial, .loading(.none):
                return true
            case .loading, .loaded, .error:
                return false
            }
        }
        // The lines follow the state and what is typed into the filter.
        cellContents = viewState.combineLatest(filter) { state, filter in
            switch state {
            case .loaded(let result), .loading(earlierResult: .some(let result)):
                return result.lines.filter { filter.isEmpty || $0.contains(filter) }
            case .initial, .error, .loading:
                return []
            }
        }
        emptyListPlaceholder = viewState.combineLatest(cellContents) { state, cells in
            if case .loaded = state, cells.isEmpty { return "No items found" }
            return nil
        }
        errorMessage = viewState.map {
            if case .error(let error) = $0 { return "\(error)" }
            return nil
        }
        screen = cellContents.combineLatest(isActivityIndicatorVisible, emptyListPlaceholder, errorMessage) {
            Screen(lines: $0, isBusy: $1, note: $3.map { "failed: \($0)" } ?? $2)
        }
        .removeDuplicates()
    }
}

enum ViewState {
    case initial
    case loading(earlierResult: APIResult?)
    case loaded(APIResult)
    case error(APIError)
}

struct Screen: Equatable {
    var lines: [String]
    var isBusy: Bool
    var note: String?
}

struct APIResult {
    let lines: [String]
}
typealias CellContent = String
typealias APIParams = Int
enum APIError: Error {
    case offline
}
