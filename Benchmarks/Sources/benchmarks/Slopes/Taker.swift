import TraitsRuntime

/// A subscriber that asks for as many values as it is told to.
final class Taker<Input: BinaryInteger>: Subscriber {
    typealias Failure = Never

    private(set) var subscription: (any Subscription)?
    private(set) var sum: Input = 0
    private(set) var isOver = false

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Input) -> Subscribers.Demand {
        sum += input
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { isOver = true }

    func take(_ count: Int) { subscription?.request(.max(count)) }

    func cancel() { subscription?.cancel() }
}

/// Asks for one value after the other until the end, or for so many.
func oneAtATime<P: Publisher>(_ publisher: P, upTo count: Int = .max) -> Int
where P.Output == Int, P.Failure == Never {
    let taker = Taker<Int>()
    publisher.subscribe(taker)
    var taken = 0
    while !taker.isOver && taken < count {
        taker.take(1)
        taken += 1
    }
    taker.cancel()
    return taker.sum
}
