// Chains that the compiler gives up on with Combine's own interface, too: literals and operators of several types in one expression.
// The guide "Reading the compiler's errors" says how to split them.

import TraitsRuntime

struct Item: Equatable, Sendable { var id = 0, title = "", price = 0.0 }

typealias Numbers = AnyPublisher<Int, Never>

func hardRounding(items: AnyPublisher<[Item], Never>) -> AnyCancellable {
    items.map { $0.map { $0.price }.reduce(0, +) }.map { $0 * 1.2 }.map { ($0 * 100).rounded() / 100 }.sink {
        print($0)
    }
}

func hardCondition(a: Numbers, b: Numbers, c: Numbers, d: Numbers) -> AnyCancellable {
    a.zip(b, c, d).map { $0 + $1 - $2 * $3 }.filter { $0 > 0 && $0 < 100 || $0 == -1 }.map { $0 * 2 + 1 }
        .filter { $0 % 2 == 1 && $0 != 7 || $0 < -3 }.sink { print($0) }
}
