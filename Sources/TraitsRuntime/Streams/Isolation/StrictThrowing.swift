// Replacements for the methods of the same names, whose documentation applies to these, too; see StrictIsolation.swift.

#if StrictIsolation
    extension Publisher {
        /// Like `tryMap`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryMap<T>(_ transform: sending @escaping (Output) throws -> T)
            -> Publishers.TryMap<Self, T>
        {
            Publishers.TryMap(upstream: self, transform: transform)
        }

        /// Like `tryCompactMap`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryCompactMap<T>(_ transform: sending @escaping (Output) throws -> T?)
            -> Publishers.TryCompactMap<Self, T>
        {
            Publishers.TryCompactMap(upstream: self, transform: transform)
        }

        /// Like `tryFilter`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryFilter(_ isIncluded: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryFilter<Self>
        {
            Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
        }

        /// Like `catch`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func `catch`<P: Publisher>(_ handler: sending @escaping (Failure) -> P)
            -> Publishers.Catch<Self, P> where Output == P.Output
        {
            Publishers.Catch(upstream: self, handler: handler)
        }

        /// Like `tryCatch`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryCatch<P: Publisher>(_ handler: sending @escaping (Failure) throws -> P)
            -> Publishers.TryCatch<Self, P> where Output == P.Output
        {
            Publishers.TryCatch(upstream: self, handler: handler)
        }

        /// Like `mapError`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func mapError<E: Error>(_ transform: sending @escaping (Failure) -> E)
            -> Publishers.MapError<Self, E>
        {
            Publishers.MapError(upstream: self, transform: transform)
        }
    }
#endif
