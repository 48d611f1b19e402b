import AllocationCounter
import TraitsRuntime

/// What a subscription holds that waits for its first value.
enum IdleMemory {
    /// A table of bytes for one subscription to a subject, through streams and by hand.
    static func table() throws -> String {
        guard allocation_counter_bytes_in_use() >= 0 else {
            throw Failure("the C library doesn't tell what is in use")
        }
        let total = Total()
        var columns = Columns("an idle subscription, bytes", "streams", "by hand")
        columns.add(
            "sink",
            bytes {
                PassthroughSubject<Int, Never>()
            } _: {
                $0.sink { total.sum += $0 }
            },
            bytes {
                RemovableEmitter<Int>()
            } _: {
                $0.add { use($0) }
            })
        columns.add(
            "map, filter, sink",
            bytes {
                PassthroughSubject<Int, Never>()
            } _: { subject in
                subject.map { $0 * 3 }.filter { $0 & 1 == 0 }.sink { total.sum += $0 }
            },
            bytes {
                RemovableEmitter<Int>()
            } _: { emitter in
                emitter.add { number in
                    let tripled = number * 3
                    if tripled & 1 == 0 { use(tripled) }
                }
            })
        columns.add(
            "map, filter, eraser, sink",
            bytes {
                PassthroughSubject<Int, Never>()
            } _: { subject in
                subject.map { $0 * 3 }.filter { $0 & 1 == 0 }.eraseToAnyPublisher().sink { total.sum += $0 }
            }, "")
        return columns.text
    }

    private static func bytes<Source, Token>(_ make: () -> Source, _ subscribe: (Source) -> Token) -> String {
        let source = make()
        let count = 50_000
        var tokens: [Token] = []
        tokens.reserveCapacity(count)
        let before = allocation_counter_bytes_in_use()
        for _ in 0..<count { tokens.append(subscribe(source)) }
        let after = allocation_counter_bytes_in_use()
        use(tokens)
        return format(Double(after - before) / Double(count))
    }
}
