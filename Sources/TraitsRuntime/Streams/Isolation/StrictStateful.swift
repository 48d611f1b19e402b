// Replacements for the methods of the same names, whose documentation applies to these, too; see StrictIsolation.swift.

#if StrictIsolation
    extension Publisher {
        /// Like `scan`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func scan<T>(_ initialResult: T, _ nextPartialResult: sending @escaping (T, Output) -> T)
            -> Publishers.Scan<Self, T>
        {
            Publishers.Scan(
                upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Like `tryScan`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryScan<T>(
            _ initialResult: T, _ nextPartialResult: sending @escaping (T, Output) throws -> T
        ) -> Publishers.TryScan<Self, T> {
            Publishers.TryScan(
                upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Like `drop`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func drop(while predicate: sending @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
            Publishers.DropWhile(upstream: self, predicate: predicate)
        }

        /// Like `tryDrop`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryDrop(while predicate: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryDropWhile<Self>
        {
            Publishers.TryDropWhile(upstream: self, predicate: predicate)
        }

        /// Like `prefix`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func prefix(while predicate: sending @escaping (Output) -> Bool)
            -> Publishers.PrefixWhile<Self>
        {
            Publishers.PrefixWhile(upstream: self, predicate: predicate)
        }

        /// Like `tryPrefix`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryPrefix(while predicate: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryPrefixWhile<Self>
        {
            Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
        }

        /// Like `removeDuplicates`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func removeDuplicates(by predicate: sending @escaping (Output, Output) -> Bool)
            -> Publishers.RemoveDuplicates<Self>
        {
            Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
        }

        /// Like `tryRemoveDuplicates`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryRemoveDuplicates(by predicate: sending @escaping (Output, Output) throws -> Bool)
            -> Publishers.TryRemoveDuplicates<Self>
        {
            Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
        }
    }
#endif
