// These methods replace the methods of the same names, whose documentation applies to them too; see StrictIsolation.swift.

#if StrictIsolation
    extension MainActorPublisher {
        /// `scan` with a closure of the main actor.
        @inlinable
        public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping @MainActor (T, Output) -> T)
            -> Publishers.Scan<Self, T>
        {
            Publishers.Scan(
                upstream: self, initialResult: initialResult,
                nextPartialResult: _mainActorClosure(of: Self.self, nextPartialResult))
        }

        /// `tryScan` with a closure of the main actor.
        @inlinable
        public func tryScan<T>(
            _ initialResult: T, _ nextPartialResult: @escaping @MainActor (T, Output) throws -> T
        ) -> Publishers.TryScan<Self, T> {
            Publishers.TryScan(
                upstream: self, initialResult: initialResult,
                nextPartialResult: _mainActorClosure(of: Self.self, nextPartialResult))
        }

        /// `drop` with a closure of the main actor.
        @inlinable
        public func drop(while predicate: @escaping @MainActor (Output) -> Bool) -> Publishers.DropWhile<Self>
        {
            Publishers.DropWhile(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryDrop` with a closure of the main actor.
        @inlinable
        public func tryDrop(while predicate: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryDropWhile<Self>
        {
            Publishers.TryDropWhile(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `prefix` with a closure of the main actor.
        @inlinable
        public func prefix(while predicate: @escaping @MainActor (Output) -> Bool)
            -> Publishers.PrefixWhile<Self>
        {
            Publishers.PrefixWhile(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryPrefix` with a closure of the main actor.
        @inlinable
        public func tryPrefix(while predicate: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryPrefixWhile<Self>
        {
            Publishers.TryPrefixWhile(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `removeDuplicates` with a closure of the main actor.
        @inlinable
        public func removeDuplicates(by predicate: @escaping @MainActor (Output, Output) -> Bool)
            -> Publishers.RemoveDuplicates<Self>
        {
            Publishers.RemoveDuplicates(
                upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryRemoveDuplicates` with a closure of the main actor.
        @inlinable
        public func tryRemoveDuplicates(by predicate: @escaping @MainActor (Output, Output) throws -> Bool)
            -> Publishers.TryRemoveDuplicates<Self>
        {
            Publishers.TryRemoveDuplicates(
                upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }
    }
#endif
