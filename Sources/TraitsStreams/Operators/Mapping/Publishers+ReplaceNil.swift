extension Publisher {
    /// Sends a given value in place of each `nil`.
    ///
    /// ```
    ///                     --1--nil--3--|-->
    /// replaceNil(with: 0)
    ///                     --1--0----3--|-->
    /// ```
    ///
    /// - Demand: passes through.
    /// - Failure: passes through.
    ///
    /// ```swift
    /// [1, nil, 3].publisher.replaceNil(with: 0)      // 1, 0, 3
    /// ```
    ///
    /// - Parameter output: the value to send in place of `nil`.
    @inlinable
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        Publishers.Map(upstream: self) { $0 ?? output }
    }
}
