import TraitsRuntime

// A view model on a terminal. Commands, one on each line:
//
//     load <page>      loads a page; page 3 is empty, page 4 fails
//     filter <text>    shows only lines that contain the text
//     quit
//
// Try: printf 'load 1\nfilter ap\nload 3\nload 4\n' | swift run ViewModel

let pages: [Int: [String]] = [
    1: ["apple", "apricot", "banana"],
    2: ["cherry", "grape", "plum"],
    3: [],
]

let loads = PassthroughSubject<APIParams, Never>()
let filter = MutableProperty("")
let model = ViewModel(loadImpulses: loads, filter: filter.property) { page in
    guard let lines = pages[page] else {
        return Fail<APIResult, APIError>(error: .offline).eraseToAnyPublisher()
    }
    return Just(APIResult(lines: lines)).setFailureType(to: APIError.self).eraseToAnyPublisher()
}

// The view: all it knows is the properties.
let view = model.screen.allValues.sink { screen in
    print("+---------------------")
    for line in screen.lines { print("| \(line)") }
    if let note = screen.note { print("| (\(note))") }
    if screen.isBusy { print("| ...") }
}

while let command = readLine() {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    switch words.first {
    case "load": loads.send(words.count > 1 ? Int(words[1]) ?? 0 : 1)
    case "filter": filter.value = words.count > 1 ? words[1] : ""
    case "quit": loads.send(completion: .finished)
    default: print("? \(command)")
    }
}
view.cancel()
print("\(model.cellContents.value.count) lines shown at the end")
