// In the place of the methods of the same names, whose documentation holds for these, too; see StrictIsolation.swift.

#if StrictIsolation
    extension Publisher {
        /// Like `retry` of any closure, for one that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: sending @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
            TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
        }

        /// Like `retry` of any closure, for one that the stream may run anywhere.
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
        /// Like `retry` of any closure, for one that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: sending @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Never {
            TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
        }
    }
#endif
