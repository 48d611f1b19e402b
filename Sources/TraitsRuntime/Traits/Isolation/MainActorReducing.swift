// These methods replace the methods of the same names, whose documentation applies to them too; see StrictIsolation.swift.

#if StrictIsolation
    extension MainActorPublisher {
        /// `allSatisfy` with a closure of the main actor.
        @inlinable
        public func allSatisfy(_ predicate: @escaping @MainActor (Output) -> Bool)
            -> Publishers.AllSatisfy<Self>
        {
            Publishers.AllSatisfy(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryAllSatisfy` with a closure of the main actor.
        @inlinable
        public func tryAllSatisfy(_ predicate: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryAllSatisfy<Self>
        {
            Publishers.TryAllSatisfy(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `min` with a closure of the main actor.
        @inlinable
        public func min(by areInIncreasingOrder: @escaping @MainActor (Output, Output) -> Bool)
            -> Publishers.Comparison<Self>
        {
            max { _mainActorClosure(of: Self.self, areInIncreasingOrder)($1, $0) }
        }

        /// `tryMin` with a closure of the main actor.
        @inlinable
        public func tryMin(by areInIncreasingOrder: @escaping @MainActor (Output, Output) throws -> Bool)
            -> Publishers.TryComparison<Self>
        {
            tryMax { try _mainActorClosure(of: Self.self, areInIncreasingOrder)($1, $0) }
        }

        /// `max` with a closure of the main actor.
        @inlinable
        public func max(by areInIncreasingOrder: @escaping @MainActor (Output, Output) -> Bool)
            -> Publishers.Comparison<Self>
        {
            Publishers.Comparison(
                upstream: self, areInIncreasingOrder: _mainActorClosure(of: Self.self, areInIncreasingOrder))
        }

        /// `tryMax` with a closure of the main actor.
        @inlinable
        public func tryMax(by areInIncreasingOrder: @escaping @MainActor (Output, Output) throws -> Bool)
            -> Publishers.TryComparison<Self>
        {
            Publishers.TryComparison(
                upstream: self, areInIncreasingOrder: _mainActorClosure(of: Self.self, areInIncreasingOrder))
        }

        /// `contains` with a closure of the main actor.
        @inlinable
        public func contains(where predicate: @escaping @MainActor (Output) -> Bool)
            -> Publishers.ContainsWhere<Self>
        {
            Publishers.ContainsWhere(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryContains` with a closure of the main actor.
        @inlinable
        public func tryContains(where predicate: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryContainsWhere<Self>
        {
            Publishers.TryContainsWhere(
                upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `first` with a closure of the main actor.
        @inlinable
        public func first(where predicate: @escaping @MainActor (Output) -> Bool)
            -> Publishers.FirstWhere<Self>
        {
            Publishers.FirstWhere(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryFirst` with a closure of the main actor.
        @inlinable
        public func tryFirst(where predicate: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryFirstWhere<Self>
        {
            Publishers.TryFirstWhere(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `last` with a closure of the main actor.
        @inlinable
        public func last(where predicate: @escaping @MainActor (Output) -> Bool) -> Publishers.LastWhere<Self>
        {
            Publishers.LastWhere(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `tryLast` with a closure of the main actor.
        @inlinable
        public func tryLast(where predicate: @escaping @MainActor (Output) throws -> Bool)
            -> Publishers.TryLastWhere<Self>
        {
            Publishers.TryLastWhere(upstream: self, predicate: _mainActorClosure(of: Self.self, predicate))
        }

        /// `reduce` with a closure of the main actor.
        @inlinable
        public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping @MainActor (T, Output) -> T)
            -> Publishers.Reduce<Self, T>
        {
            Publishers.Reduce(
                upstream: self, initial: initialResult,
                nextPartialResult: _mainActorClosure(of: Self.self, nextPartialResult))
        }

        /// `tryReduce` with a closure of the main actor.
        @inlinable
        public func tryReduce<T>(
            _ initialResult: T, _ nextPartialResult: @escaping @MainActor (T, Output) throws -> T
        ) -> Publishers.TryReduce<Self, T> {
            Publishers.TryReduce(
                upstream: self, initial: initialResult,
                nextPartialResult: _mainActorClosure(of: Self.self, nextPartialResult))
        }
    }
#endif
