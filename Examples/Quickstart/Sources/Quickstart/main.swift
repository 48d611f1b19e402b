import TraitsRuntime

// `Greeting` is a single and `shout()` keeps singles: Quickstart.traits says so in marbles, and the plugin has
// derived the conformances. Without them the next line would not compile.
let greeting: AnySinglePublisher<String, Never> = Greeting(name: "Alice").shout().eraseToAnySinglePublisher()

let single = greeting.sinkSingle { result in
    switch result {
    case .success(let text): print("single:", text)
    }
}

// A promise that can't be proven is checked while the program runs.
let checked = ["Bob", "Carol"].publisher.shout().checkSingle().sinkSingle { result in
    switch result {
    case .success(let text): print("checked:", text)
    case .failure(let error): print("checked:", error)
    }
}

// The trait that the table declares has the same tools.
let pair = ["Dan", "Eve"].publisher.shout().checkAtMostTwo().eraseToAnyAtMostTwoPublisher()
    .sink(receiveCompletion: { print("pair:", $0) }, receiveValue: { print("pair:", $0) })
