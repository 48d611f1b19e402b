// Replacements for the methods of the same names, whose documentation applies to these, too; see StrictIsolation.swift.

#if StrictIsolation
    extension Publisher {
        /// Like `allSatisfy`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func allSatisfy(_ predicate: sending @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self>
        {
            Publishers.AllSatisfy(upstream: self, predicate: predicate)
        }

        /// Like `tryAllSatisfy`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryAllSatisfy(_ predicate: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryAllSatisfy<Self>
        {
            Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
        }

        /// Like `min`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func min(by areInIncreasingOrder: sending @escaping (Output, Output) -> Bool)
            -> Publishers.Comparison<Self>
        {
            max { areInIncreasingOrder($1, $0) }
        }

        /// Like `tryMin`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryMin(by areInIncreasingOrder: sending @escaping (Output, Output) throws -> Bool)
            -> Publishers.TryComparison<Self>
        {
            tryMax { try areInIncreasingOrder($1, $0) }
        }

        /// Like `max`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func max(by areInIncreasingOrder: sending @escaping (Output, Output) -> Bool)
            -> Publishers.Comparison<Self>
        {
            Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
        }

        /// Like `tryMax`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryMax(by areInIncreasingOrder: sending @escaping (Output, Output) throws -> Bool)
            -> Publishers.TryComparison<Self>
        {
            Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
        }

        /// Like `contains`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func contains(where predicate: sending @escaping (Output) -> Bool)
            -> Publishers.ContainsWhere<Self>
        {
            Publishers.ContainsWhere(upstream: self, predicate: predicate)
        }

        /// Like `tryContains`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryContains(where predicate: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryContainsWhere<Self>
        {
            Publishers.TryContainsWhere(upstream: self, predicate: predicate)
        }

        /// Like `first`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func first(where predicate: sending @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self>
        {
            Publishers.FirstWhere(upstream: self, predicate: predicate)
        }

        /// Like `tryFirst`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryFirst(where predicate: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryFirstWhere<Self>
        {
            Publishers.TryFirstWhere(upstream: self, predicate: predicate)
        }

        /// Like `last`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func last(where predicate: sending @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
            Publishers.LastWhere(upstream: self, predicate: predicate)
        }

        /// Like `tryLast`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryLast(where predicate: sending @escaping (Output) throws -> Bool)
            -> Publishers.TryLastWhere<Self>
        {
            Publishers.TryLastWhere(upstream: self, predicate: predicate)
        }

        /// Like `reduce`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func reduce<T>(_ initialResult: T, _ nextPartialResult: sending @escaping (T, Output) -> T)
            -> Publishers.Reduce<Self, T>
        {
            Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Like `tryReduce`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func tryReduce<T>(
            _ initialResult: T, _ nextPartialResult: sending @escaping (T, Output) throws -> T
        ) -> Publishers.TryReduce<Self, T> {
            Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
        }
    }
#endif
