import TraitsRuntime

// Operators of many inputs, or of many children.

let slopesOfInputs: [Slope] = [
    Slope(name: "merge, one value at a time") { size in
        oneAtATime(Publishers.MergeMany((0..<size).map { [$0, $0].publisher }))
    },
    Slope(name: "merge, one at a time, most inputs silent") { size in
        oneAtATime(
            Publishers.MergeMany(
                (0..<size).map { index -> AnyPublisher<Int, Never> in
                    index + 1 < size
                        ? Empty(completeImmediately: false).eraseToAnyPublisher()
                        : (0..<size).publisher.eraseToAnyPublisher()
                }), upTo: size)
    },
    Slope(name: "merge, one at a time, the first and the last input in turns") { size in
        let subjects = (0..<max(size, 2)).map { _ in PassthroughSubject<Int, Never>() }
        let ends = [subjects[0], subjects[subjects.count - 1]]
        let taker = Taker<Int>()
        Publishers.MergeMany(subjects).subscribe(taker)
        for number in 0..<size {
            for end in ends { end.send(number) }
            taker.take(1)
            taker.take(1)
        }
        taker.cancel()
        return taker.sum
    },
    Slope(name: "merge, values inside of a value") { size in
        let subjects = (0..<max(size, 2)).map { _ in PassthroughSubject<Int, Never>() }
        var sum = 0
        let cancellable = Publishers.MergeMany(subjects).sink { number in
            sum += number
            if number + 1 < size { subjects[number + 1].send(number + 1) }
        }
        if size > 0 { subjects[0].send(0) }
        cancellable.cancel()
        return sum
    },
    Slope(name: "merge, asked for everything later") { size in
        let taker = Taker<Int>()
        Publishers.MergeMany((0..<size).map { [$0].publisher }).subscribe(taker)
        taker.subscription?.request(.unlimited)
        return taker.sum
    },
    Slope(name: "merge, for await") { size in
        inTask { await benchmarks.sum(Publishers.MergeMany((0..<size).map { [$0].publisher }).values) }
    },
    Slope(name: "race") { size in
        let first = PassthroughSubject<Int, Never>()
        let all = (0..<size).map { _ in PassthroughSubject<Int, Never>() } + [first]
        var sum = 0
        let cancellable = all.map { $0.first() }.race().sink { sum += $0 }
        first.send(size)
        cancellable.cancel()
        return sum
    },
    Slope(name: "zipSingle") { size in
        var sum = 0
        let promises = (0..<size).map { _ in Pending() }
        let cancellable = promises.map(\.future).zipSingle().sink { sum += $0.reduce(0, +) }
        for (number, promise) in promises.enumerated() { promise.keep(number) }
        cancellable.cancel()
        return sum
    },
    Slope(name: "zipCompletable") { size in
        var sum = 0
        let promises = (0..<size).map { _ in Pending() }
        let cancellable = promises.map { $0.future.ignoreOutput() }.zipCompletable()
            .sinkCompletable { _ in sum += size }
        for promise in promises { promise.keep(1) }
        cancellable.cancel()
        return sum
    },
    Slope(name: "flatMap, children end in any order") { size in
        let children = (0..<size).map { _ in PassthroughSubject<Int, Never>() }
        var sum = 0
        let cancellable = (0..<size).publisher.flatMap { children[$0] }.sink { sum += $0 }
        for index in shuffled(size) {
            children[index].send(index)
            children[index].send(completion: .finished)
        }
        cancellable.cancel()
        return sum
    },
    Slope(name: "flatMap, the first child outlives the others") { size in
        let children = (0..<size).map { _ in PassthroughSubject<Int, Never>() }
        var sum = 0
        let cancellable = (0..<size).publisher.flatMap { children[$0] }.sink { sum += $0 }
        for child in children.reversed() {
            child.send(1)
            child.send(completion: .finished)
        }
        cancellable.cancel()
        return sum
    },
    Slope(name: "flatMap, one value at a time") { size in
        oneAtATime((0..<size).publisher.flatMap { [$0, $0].publisher })
    },
    Slope(name: "flatMap, many at a time, one value at a time") { size in
        oneAtATime((0..<size).publisher.flatMap(maxPublishers: .max(1000)) { [$0, $0].publisher })
    },
    Slope(name: "switchToLatest") { size in
        var sum = 0
        let cancellable = (0..<size).publisher.map { [$0].publisher }.switchToLatest().sink { sum += $0 }
        cancellable.cancel()
        return sum
    },
    Slope(name: "append, again and again") { size in
        var chain = Just(0).eraseToAnyPublisher()
        for number in 0..<size { chain = chain.append(Just(number)).eraseToAnyPublisher() }
        return oneAtATime(chain)
    },
    Slope(name: "retry") { size in
        var attempts = 0
        let cancellable = Deferred { () -> Result<Int, Refusal>.Publisher in
            attempts += 1
            return .init(attempts > size ? .success(attempts) : .failure(Refusal()))
        }.retry(size).sink(receiveCompletion: use) { attempts += $0 }
        cancellable.cancel()
        return attempts
    },
]

struct Refusal: Error {}

/// A future whose promise is kept later.
private final class Pending {
    private var promise: Future<Int, Never>.Promise?
    private(set) var future: Future<Int, Never>!

    init() { future = Future { self.promise = $0 } }

    func keep(_ number: Int) { promise?(.success(number)) }
}
