public import TraitsRuntime

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends arrays of successive values that belong together.
        ///
        /// ```
        ///                  --1--2--5--6--9--------|
        /// chunked(by: { $1 == $0 + 1 })
        ///                  --------[1,2]-[5,6]----[9]|
        /// ```
        ///
        /// The name and the meaning are those of Swift Async Algorithms. To group by number or by time, use
        /// `collect(_:)` and
        /// `collect(_:options:)`.
        ///
        /// - Demand: passes through; another value is asked for in place of each value that ends no chunk.
        /// - Failure: passes through; the chunk that was begun is lost.
        /// - Completion: the last chunk is sent before the end, when it is asked for.
        /// - Threads: the closure runs wherever upstream sends.
        /// - Cancellation: cancels upstream.
        ///
        /// ```swift
        /// let cancellable = [1, 2, 5].publisher.chunked(by: { $1 == $0 + 1 }).sink { print($0) }
        /// // Prints: [1, 2]
        /// // Prints: [5]
        /// ```
        ///
        /// - Parameter belongsTogether: returns whether a value belongs to the chunk of the value before it.
        @_disfavoredOverload
        public func chunked(
            by belongsTogether: @escaping (Output, Output) -> Bool
        ) -> Deferred<ChunksOf<Self>> {
            chunks(by: belongsTogether)
        }
    #endif

    func chunks(
        by belongsTogether: @escaping (Output, Output) -> Bool
    ) -> Deferred<ChunksOf<Self>> {
        deferred {
            let chunk = Chunk<Output>()
            let marked = Publishers.Concatenate(
                prefix: Publishers.Map(upstream: self, transform: Optional.some),
                suffix: Publishers.Sequence<[Output?], Failure>(sequence: [nil]))
            return Publishers.CompactMap(upstream: marked) { next in
                guard let next else { return chunk.replace(with: []) }
                if let last = chunk.values.last, !belongsTogether(last, next) {
                    return chunk.replace(with: [next])
                }
                chunk.values.append(next)
                return nil
            }
        }
    }
}

/// Chunks of the values of a publisher; see `chunked(by:)`. The `nil` after the values stands for the end.
public typealias ChunksOf<Upstream: Publisher> = Publishers.CompactMap<
    Publishers.Concatenate<
        Publishers.Map<Upstream, Upstream.Output?>, Publishers.Sequence<[Upstream.Output?], Upstream.Failure>
    >, [Upstream.Output]
>

/// The chunk that was begun.
private final class Chunk<Value> {
    var values: [Value] = []

    /// - Returns: the previous values; `nil` if there were none.
    func replace(with new: [Value]) -> [Value]? {
        let old = values
        values = new
        return old.isEmpty ? nil : old
    }
}
