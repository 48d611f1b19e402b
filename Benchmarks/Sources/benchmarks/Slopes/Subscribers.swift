import TraitsRuntime

// Publishers of many subscribers, and what holds many subscriptions.

let slopesOfSubscribers: [Slope] = [
    Slope(name: "a subject, cancelled in any order") { size in
        cancelInAnyOrder(size, of: PassthroughSubject<Int, Never>())
    },
    Slope(name: "a subject, cancelled inside of a value") { size in
        let subject = PassthroughSubject<Int, Never>()
        let order = shuffled(size)
        var cancellables: [AnyCancellable?] = []
        var sum = 0
        for number in 0..<size {
            cancellables.append(
                subject.sink {
                    sum += $0
                    cancellables[order[number]] = nil
                })
        }
        subject.send(1)
        cancellables = []
        return sum
    },
    Slope(name: "a current value, cancelled in any order") { size in
        cancelInAnyOrder(size, of: CurrentValueSubject<Int, Never>(1))
    },
    Slope(name: "a current value, one value at a time") { size in
        let subject = CurrentValueSubject<Int, Never>(1)
        let takers = (0..<size).map { _ in Taker<Int>() }
        for taker in takers { subject.subscribe(taker) }
        subject.send(2)
        for index in shuffled(size) { takers[index].take(1) }
        for taker in takers { taker.cancel() }
        return takers.reduce(0) { $0 + $1.sum }
    },
    Slope(name: "share, cancelled in any order") { size in
        cancelInAnyOrder(size, of: PassthroughSubject<Int, Never>().share())
    },
    Slope(name: "share(replay:), cancelled in any order") { size in
        cancelInAnyOrder(size, of: CurrentValueSubject<Int, Never>(1).share(replay: 1))
    },
    Slope(name: "shareReplay of a single, cancelled in any order") { size in
        cancelInAnyOrder(size, of: Future<Int, Never> { _ in }.shareReplay())
    },
    Slope(name: "a future, cancelled in any order") { size in
        cancelInAnyOrder(size, of: Future<Int, Never> { _ in })
    },
    Slope(name: "a bag, its streams end in any order") { size in
        let bag = CancelBag()
        var sum = 0
        let subjects = (0..<size).map { _ in PassthroughSubject<Int, Never>() }
        for subject in subjects { subject.sink(in: bag) { sum += $0 } }
        for index in shuffled(size) {
            subjects[index].send(1)
            subjects[index].send(completion: .finished)
        }
        return sum + bag.count
    },
    Slope(name: "a bag of subscriptions that have ended") { size in
        let bag = CancelBag()
        var sum = 0
        for number in 0..<size {
            let subject = PassthroughSubject<Int, Never>()
            subject.sink { sum += $0 }.store(in: bag)
            subject.send(number)
            subject.send(completion: .finished)
        }
        return sum + bag.count
    },
]

private func cancelInAnyOrder<P: Publisher>(_ size: Int, of publisher: P) -> Int
where P.Output == Int, P.Failure == Never {
    var sum = 0
    var cancellables: [AnyCancellable?] = (0..<size).map { _ in publisher.sink { sum += $0 } }
    for index in shuffled(size) { cancellables[index] = nil }
    return sum
}
