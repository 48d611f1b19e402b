import Testing
import TraitsRuntime
import TraitsTesting

// The view model that properties were asked for, word for word as a client would write it.

private struct ViewModel {
    let viewState: Property<ViewState>
    let cellContents: Property<[CellContent]>
    let isActivityIndicatorVisible: Property<Bool>
    let emptyListPlaceholder: Property<String?>

    init(
        loadImpulses: PassthroughSubject<APIParams, Never>,
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
        cellContents = viewState.map {
            switch $0 {
            case .loaded(let result), .loading(earlierResult: .some(let result)):
                return result.lines
            case .initial, .error, .loading:
                return []
            }
        }
        emptyListPlaceholder = viewState.map {
            switch $0 {
            case .loaded(let result), .loading(earlierResult: .some(let result)):
                return result.lines.isEmpty ? "No items found" : nil
            case .initial, .error, .loading:
                return nil
            }
        }
    }
}

private enum ViewState {
    case initial
    case loading(earlierResult: APIResult?)
    case loaded(APIResult)
    case error(APIError)
}

private struct APIResult {
    let lines: [String]
}
private typealias CellContent = String
private typealias APIParams = Int
private enum APIError: Error {
    case wrapped(any Error)
}

@Suite("A view model of properties")
struct ViewModelTests {
    @Test func followsItsImpulses() {
        let impulses = PassthroughSubject<Int, Never>()
        let results = PassthroughSubject<APIResult, APIError>()
        let model = ViewModel(loadImpulses: impulses) { _ in results.first().eraseToAnyPublisher() }
        let spinner = model.isActivityIndicatorVisible.allValues.record()
        let cells = model.cellContents.allValues.record()
        let placeholder = model.emptyListPlaceholder.allValues.record()

        #expect(model.isActivityIndicatorVisible.value)
        #expect(model.cellContents.value == [])
        impulses.send(1)
        #expect(model.isActivityIndicatorVisible.value)
        results.send(APIResult(lines: ["a", "b"]))
        #expect(!model.isActivityIndicatorVisible.value)
        #expect(model.cellContents.value == ["a", "b"])
        impulses.send(2)
        results.send(APIResult(lines: []))
        #expect(model.emptyListPlaceholder.value == "No items found")
        impulses.send(3)
        results.send(completion: .failure(.wrapped(CancellationError())))

        #expect(spinner.values == [true, true, false, true, false, true, false])
        #expect(cells.values == [[], [], ["a", "b"], [], [], [], []])
        #expect(placeholder.values == [nil, nil, nil, nil, "No items found", nil, nil])
        guard case .error = model.viewState.value else {
            Issue.record("the failure was not shown: \(model.viewState.value)")
            return
        }
    }
}
