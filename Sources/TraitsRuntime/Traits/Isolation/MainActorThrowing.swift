// These methods replace the methods of the same names, whose documentation applies to them too; see StrictIsolation.swift.

#if StrictIsolation
    extension MainActorPublisher {
        /// `tryMap` with a closure of the main actor.
        @inlinable
        public func tryMap<T>(_ transform: @escaping @MainActor (Output) throws -> T)
            -> Publishers.TryMap<Self, T>
        {
            Publishers.TryMap(upstream: self, transform: _mainActorClosure(of: Self.self, transform))
        }

        /// `tryCompactMap` with a closure of the main actor.
        @inlinable
        public func tryCompactMap<T>(_ transform: @escaping @MainActor (Output) throws -> T?)
            -> Publishers.TryCompactMap<Self, T>
        {
            Publishers.TryCompactMap(upstream: self, transform: _mainActorClosure(of: Self.self, transform))
        }

        /// `tryFilter` with a closure of the main actor.
        @inlinable
        public func tryFilter(_ isIncluded: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryFilter<Self>
        {
            Publishers.TryFilter(upstream: self, isIncluded: _mainActorClosure(of: Self.self, isIncluded))
        }

        /// `catch` with a closure of the main actor.
        @inlinable
        public func `catch`<P: Publisher>(_ handler: @escaping @MainActor (Failure) -> P)
            -> Publishers.Catch<Self, P> where Output == P.Output
        {
            Publishers.Catch(upstream: self, handler: _mainActorClosure(of: Self.self, handler))
        }

        /// `tryCatch` with a closure of the main actor.
        @inlinable
        public func tryCatch<P: Publisher>(_ handler: @escaping @MainActor (Failure) throws -> P)
            -> Publishers.TryCatch<Self, P> where Output == P.Output
        {
            Publishers.TryCatch(upstream: self, handler: _mainActorClosure(of: Self.self, handler))
        }

        /// `mapError` with a closure of the main actor.
        @inlinable
        public func mapError<E: Error>(_ transform: @escaping @MainActor (Failure) -> E)
            -> Publishers.MapError<Self, E>
        {
            Publishers.MapError(upstream: self, transform: _mainActorClosure(of: Self.self, transform))
        }
    }
#endif
