import Foundation

/// Chains as people write them, one a line, each with the type that it has in Combine.
enum ChainCorpus {
    /// What the chains are made of: parameters of the function around each.
    static let sources = """
        numbers: AnyPublisher<Int, Never>, failing: AnyPublisher<Int, any Error>, users: AnyPublisher<User, Never>, \
        subject: PassthroughSubject<String, Never>, result: Result<Int, any Error>
        """

    static let declarations = """
        struct User: Equatable { var name = ""; var age = 0; var email: String?; var friends: [String] = [] }
        struct Offline: Error {}
        enum Wrapped: Error { case other(any Error) }
        func check(_ text: String) throws -> String { text }

        """

    /// A chain, ` ==> `, its type.
    static let text = #"""
        // Three of one kind, on what answers where the chain is written.
        Just(1).map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 } ==> Just<Int>
        Just(1).filter { $0 > 1 }.filter { $0 > 2 }.filter { $0 > 3 } ==> Optional<Int>.Publisher
        Just("1").compactMap { Int($0) }.compactMap { $0 + 1 }.compactMap { "\($0)" } ==> Optional<String>.Publisher
        Just(1).tryMap { $0 + 1 }.tryMap { $0 + 1 }.tryMap { $0 + 1 } ==> Result<Int, any Error>.Publisher
        Just(1).contains { $0 > 1 }.contains { $0 }.contains { !$0 } ==> Just<Bool>
        Just(1).allSatisfy { $0 > 1 }.allSatisfy { $0 }.allSatisfy { !$0 } ==> Just<Bool>
        Just(1).first { $0 > 1 }.first { $0 > 2 }.first { $0 > 3 } ==> Optional<Int>.Publisher
        Just(1).drop { $0 > 1 }.drop { $0 > 2 }.drop { $0 > 3 } ==> Optional<Int>.Publisher
        Just(1).prefix { $0 > 1 }.prefix { $0 > 2 }.prefix { $0 > 3 } ==> Optional<Int>.Publisher
        Just(1).map { (x: Int) -> Int in x }.map { (x: Int) -> Int in x }.map { (x: Int) -> Int in x } ==> Just<Int>
        [1, 2].publisher.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 } ==> Publishers.Sequence<[Int], Never>
        [1, 2].publisher.filter { $0 > 1 }.filter { $0 > 2 }.filter { $0 > 3 } ==> Publishers.Sequence<[Int], Never>
        ["1"].publisher.compactMap { Int($0) }.compactMap { $0 }.compactMap { "\($0)" } ==> Publishers.Sequence<[String], Never>
        [1].publisher.prefix { $0 > 1 }.prefix { $0 > 2 }.prefix { $0 > 3 } ==> Publishers.Sequence<[Int], Never>
        Optional(1).publisher.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 } ==> Optional<Int>.Publisher
        Optional(1).publisher.filter { $0 > 1 }.filter { $0 > 2 }.filter { $0 > 3 } ==> Optional<Int>.Publisher
        Optional("1").publisher.compactMap { Int($0) }.compactMap { $0 }.compactMap { $0 } ==> Optional<Int>.Publisher
        result.publisher.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 } ==> Result<Int, any Error>.Publisher
        result.publisher.tryMap { $0 + 1 }.tryMap { $0 * 2 }.tryMap { $0 - 1 } ==> Result<Int, any Error>.Publisher
        result.publisher.scan(0) { $0 + $1 }.scan(0) { $0 + $1 }.scan(0) { $0 + $1 } ==> Result<Int, any Error>.Publisher
        // Short ones keep their types.
        Just(1).map { $0 + 1 } ==> Just<Int>
        Just("a").map(\.count) ==> Publishers.MapKeyPath<Just<String>, Int>
        ["a"].publisher.map(\.count) ==> Publishers.MapKeyPath<Publishers.Sequence<[String], Never>, Int>
        Just(1).tryMap { "\($0)" } ==> Result<String, any Error>.Publisher
        Just(1).replaceError(with: 2) ==> Just<Int>
        Just(1).setFailureType(to: Offline.self) ==> Result<Int, Offline>.Publisher
        Just(1).mapError { _ in Offline() } ==> Result<Int, Offline>.Publisher
        Just(1).count() ==> Just<Int>
        Just(1).collect() ==> Just<[Int]>
        Just(1).ignoreOutput() ==> Empty<Int, Never>
        Just(1).append(2) ==> Publishers.Sequence<[Int], Never>
        [1].publisher.first() ==> Optional<Int>.Publisher
        [1].publisher.reduce(0, +) ==> Result<Int, Never>.Publisher
        [1, nil].publisher.replaceNil(with: 0) ==> Publishers.Sequence<[Int?], Never>
        result.publisher.replaceError(with: 0) ==> Result<Int, Never>.Publisher
        result.publisher.mapError { Wrapped.other($0) } ==> Result<Int, Wrapped>.Publisher
        // Fusions.
        numbers.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 } ==> Publishers.Map<AnyPublisher<Int, Never>, Int>
        numbers.filter { $0 > 1 }.filter { $0 > 2 }.filter { $0 > 3 } ==> Publishers.Filter<AnyPublisher<Int, Never>>
        numbers.compactMap { $0 }.compactMap { $0 }.compactMap { $0 } ==> Publishers.CompactMap<AnyPublisher<Int, Never>, Int>
        numbers.compactMap { $0 }.map { $0 + 1 }.map { $0 + 1 } ==> Publishers.CompactMap<AnyPublisher<Int, Never>, Int>
        numbers.map { $0 + 1 }.tryMap { $0 * 2 }.map { $0 - 1 }.tryMap { $0 } ==> Publishers.TryMap<AnyPublisher<Int, Never>, Int>
        numbers.filter { $0 > 1 }.tryFilter { $0 > 2 }.filter { $0 > 3 } ==> Publishers.TryFilter<AnyPublisher<Int, Never>>
        numbers.map(\.description).map(\.count) ==> Publishers.MapKeyPath<Publishers.MapKeyPath<AnyPublisher<Int, Never>, String>, Int>
        // flatMap, with failures that follow from the context.
        failing.flatMap { x in Future { promise in promise(.success(x)) } }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        failing.flatMap { x in Deferred { Future { $0(.success(x)) } } }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        failing.flatMap { x in Just(x) }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        failing.flatMap { x in Result { x }.publisher }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        failing.flatMap { x in [x, x].publisher }.map { "\($0)" }.eraseToAnyPublisher() ==> AnyPublisher<String, any Error>
        failing.flatMap { x in Optional(x).publisher }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        failing.flatMap { x in failing.map { $0 + x } }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        failing.flatMap(maxPublishers: .max(1)) { x in Just(x).delay(for: 1, scheduler: ImmediateScheduler.shared) }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        numbers.flatMap { x in Fail<Int, any Error>(error: Offline()) }.eraseToAnyPublisher() ==> AnyPublisher<Int, any Error>
        numbers.flatMap { x in Just(x) } ==> Publishers.FlatMap<Just<Int>, AnyPublisher<Int, Never>>
        numbers.flatMap { x in failing } ==> Publishers.FlatMap<AnyPublisher<Int, any Error>, Publishers.SetFailureType<AnyPublisher<Int, Never>, any Error>>
        failing.flatMap { x in Just(x) } ==> Publishers.FlatMap<Publishers.SetFailureType<Just<Int>, any Error>, AnyPublisher<Int, any Error>>
        numbers.flatMap { x in [x].publisher }.flatMap { x in Just(x) }.map { $0 + 1 }.eraseToAnyPublisher() ==> AnyPublisher<Int, Never>
        numbers.map { x in numbers.map { $0 + x } }.switchToLatest().map { "\($0)" }.eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        // Ten deep.
        Just(1).map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 } ==> Just<Int>
        numbers.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }.map { "\($0)" } ==> Publishers.Map<AnyPublisher<Int, Never>, String>
        [1].publisher.map { $0 + 1 }.filter { $0 > 1 }.map { $0 * 2 }.filter { $0 > 2 }.removeDuplicates().dropFirst().prefix(3).map { "\($0)" }.map { $0.count }.collect() ==> Result<[Int], Never>.Publisher
        users.map { $0.name }.filter { !$0.isEmpty }.removeDuplicates().map { $0.count }.scan(0, +).dropFirst().prefix(9).map { Double($0) }.map { "\($0)" }.eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        users.filter { $0.age > 17 }.map(\.name).map { $0.uppercased() }.removeDuplicates().compactMap { $0.first }.map { String($0) }.collect(3).map { $0.joined() }.first().eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        subject.map { $0.lowercased() }.filter { $0.count > 2 }.removeDuplicates().debounce(for: 1, scheduler: ImmediateScheduler.shared).map { query in numbers.map { "\(query) \($0)" } }.switchToLatest().prefix(3).map { $0.count }.reduce(0, +).eraseToAnyPublisher() ==> AnyPublisher<Int, Never>
        failing.map { $0 + 1 }.tryMap { try $0 > 3 ? { throw Offline() }() : $0 }.retry(2).mapError { Wrapped.other($0) }.map { "\($0)" }.replaceError(with: "?").filter { !$0.isEmpty }.first().map { $0.count }.eraseToAnyPublisher() ==> AnyPublisher<Int, Never>
        failing.map { User(name: "\($0)") }.map(\.name).catch { _ in Just("?") }.filter { $0 != "?" }.removeDuplicates().append("end").prepend("start").map { $0 + "!" }.collect().map { $0.joined() }.eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        Just(User()).map { $0.age }.filter { $0 > 1 }.map { "\($0)" }.replaceEmpty(with: "none").map { $0.count }.map { $0 > 3 }.map { !$0 }.map { $0 ? "a" : "b" }.map { $0 + "c" }.eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        result.publisher.map { $0 + 1 }.tryMap { $0 * 2 }.map { "\($0)" }.replaceError(with: "?").map { $0.count }.map { Double($0) }.removeDuplicates().first().map { "\($0)" }.eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        Optional(User()).publisher.map { $0.age }.filter { $0 > 1 }.map { "\($0)" }.replaceEmpty(with: "none").map { $0.count }.map { $0 > 3 }.map { !$0 }.eraseToAnyPublisher() ==> AnyPublisher<Bool, Never>
        numbers.combineLatest(users).map { $0 + $1.age }.filter { $0 > 1 }.removeDuplicates().zip(numbers).map { $0 + $1 }.merge(with: numbers).map { "\($0)" }.share().eraseToAnyPublisher() ==> AnyPublisher<String, Never>
        """#

    /// What compiles within the compiler's own limit, and takes it more than half a second: three closures of two values and
    /// an operator each.
    static let expensive = #"""
        Just(1).scan(0) { $0 + $1 }.scan(0) { $0 + $1 }.scan(0) { $0 + $1 } ==> Result<Int, Never>.Publisher
        Just(1).removeDuplicates { $0 == $1 }.removeDuplicates { $0 == $1 }.removeDuplicates { $0 == $1 } ==> Just<Int>
        [1, 2].publisher.scan(0) { $0 + $1 }.scan(0) { $0 + $1 }.scan(0) { $0 + $1 } ==> Publishers.Sequence<[Int], Never>
        """#

    struct Chain {
        var code: String
        var type: String
    }

    static func chains(_ text: String) -> [Chain] {
        text.split(separator: "\n").filter { !$0.hasPrefix("//") }.map { line in
            let parts = line.components(separatedBy: " ==> ")
            return Chain(code: parts[0], type: parts[1])
        }
    }
}
