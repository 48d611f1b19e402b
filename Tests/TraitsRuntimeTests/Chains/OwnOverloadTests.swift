import Testing
import TraitsRuntime

/// What a program's own operator returns, so that its type tells it apart.
private struct OwnOperator {}

extension Publisher {
    /// As CombineExt has it: without `inclusive` it calls the operator of Combine, and would call itself if that were the
    /// second choice.
    fileprivate func prefix(while predicate: @escaping (Output) -> Bool, inclusive: Bool = false)
        -> OwnOperator
    {
        OwnOperator()
    }

    fileprivate func last(default value: Output? = nil) -> OwnOperator { OwnOperator() }

    fileprivate func filter(_ isIncluded: @escaping (Output) -> Bool, label: String = "") -> OwnOperator {
        OwnOperator()
    }

    fileprivate func upTo(_ predicate: @escaping (Output) -> Bool) -> Any { prefix(while: predicate) }
}

@Suite("Operators that a program adds")
struct OwnOverloadTests {
    @Test func `a parameter with a default doesn't make it the first choice`() {
        let numbers = Empty<Int, Never>().eraseToAnyPublisher()
        let result: Any = numbers.prefix(while: { $0 < 3 })
        #expect(result is Publishers.PrefixWhile<AnyPublisher<Int, Never>>)
        #expect(numbers.upTo { $0 < 3 } is Publishers.PrefixWhile<AnyPublisher<Int, Never>>)
        let own: Any = numbers.prefix(while: { $0 < 3 }, inclusive: true)
        #expect(own is OwnOperator)
        let last: Any = numbers.last()
        #expect(last is Publishers.Last<AnyPublisher<Int, Never>>)
    }

    @Test func aVariantOfATransformingOperatorIsTheFirstChoice() {
        let own: Any = Empty<Int, Never>().eraseToAnyPublisher().filter { $0 < 3 }
        #expect(own is OwnOperator)
    }
}
