// These methods replace the methods of the same names, whose documentation applies to them too; see StrictIsolation.swift.

#if StrictIsolation
    extension Publisher {
        /// `retry` under strict isolation: the closure is `sending`, since the stream may run it on any thread.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: sending @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
            TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
        }

        /// `retry` under strict isolation: the closure is `sending`, since the stream may run it on any thread.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: sending @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>>
        where Trigger.Failure == Never {
            TraitPublishers.RetryWhen(upstream: self) { trigger($0).setFailureType(to: Failure.self) }
        }
    }

    extension Publisher where Failure == Never {
        /// `retry` under strict isolation: the closure is `sending`, since the stream may run it on any thread.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: sending @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Never {
            TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
        }
    }
#endif
