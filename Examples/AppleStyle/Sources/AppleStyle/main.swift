import Combine
import Foundation

let service = SearchService()
let model = SearchViewModel(service: service)
var redraws = 0
let drawing = model.objectWillChange.sink { redraws += 1 }

// Letters come faster than the pause that a search waits for; so one search follows each word.
for text in ["s", "sw", "swift", "rust", "c++"] {
    model.query = text
    if text.count < 3 { continue }
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.2))
    print(text, model.repositories.map(\.name), model.isSearching)
}
print("\(service.requests) requests, redrawn: \(redraws > 0)")
drawing.cancel()

// CI runs this, too.
precondition(service.requests == 3 && model.repositories.map(\.name) == ["tokio"] && redraws > 0)
