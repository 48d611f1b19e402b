public import TraitsRuntime

// Names from CombineTraits that differ from the names in `TraitsRuntime`.

/// The name of `TraitPublishers.AssertSingle` in CombineTraits.
public typealias AssertSinglePublisher<Upstream: Publisher> = TraitPublishers.AssertSingle<Upstream>

/// The name of `TraitPublishers.AssertMaybe` in CombineTraits.
public typealias AssertMaybePublisher<Upstream: Publisher> = TraitPublishers.AssertMaybe<Upstream>

/// The name of `TraitPublishers.AssertImmediate` in CombineTraits.
public typealias AssertImmediatePublisher<Upstream: Publisher> = TraitPublishers.AssertImmediate<Upstream>

/// The name of `TraitPublishers.CheckSingle` in CombineTraits.
public typealias CheckSinglePublisher<Upstream: Publisher> = TraitPublishers.CheckSingle<Upstream>

/// The name of `TraitPublishers.CheckMaybe` in CombineTraits.
public typealias CheckMaybePublisher<Upstream: Publisher> = TraitPublishers.CheckMaybe<Upstream>

/// The name of `TraitPublishers.CheckImmediate` in CombineTraits.
public typealias CheckImmediatePublisher<Upstream: Publisher> = TraitPublishers.CheckImmediate<Upstream>

extension Publisher {
    /// Like `uncheckedSingle()` of `TraitsRuntime`, but returns a type-erased single, as in CombineTraits.
    ///
    /// ```swift
    /// let single: AnySinglePublisher<Int, Never> = [1].publisher.uncheckedSingle()
    /// ```
    @_disfavoredOverload
    public func uncheckedSingle() -> AnySinglePublisher<Output, Failure> {
        TraitPublishers.UncheckedSingle(upstream: self).eraseToAnySinglePublisher()
    }

    /// Like `uncheckedMaybe()` of `TraitsRuntime`, but returns a type-erased maybe, as in CombineTraits.
    @_disfavoredOverload
    public func uncheckedMaybe() -> AnyMaybePublisher<Output, Failure> {
        TraitPublishers.UncheckedMaybe(upstream: self).eraseToAnyMaybePublisher()
    }

    /// Like `uncheckedImmediate()` of `TraitsRuntime`, but returns a type-erased immediate publisher, as in CombineTraits.
    @_disfavoredOverload
    public func uncheckedImmediate() -> AnyImmediatePublisher<Output, Failure> {
        TraitPublishers.UncheckedImmediate(upstream: self).eraseToAnyImmediatePublisher()
    }
}

extension MaybePublisher {
    /// Like `replaceEmpty(withError:)` of `TraitsRuntime`, but returns a type-erased single, as in CombineTraits.
    ///
    /// ```swift
    /// struct Missing: Error {}
    /// let name = AnyMaybePublisher<String, Missing>.empty()
    /// let single: AnySinglePublisher<String, Missing> = name.replaceEmpty(withError: Missing())
    /// ```
    ///
    /// - Parameter error: the failure of a publisher that finishes without a value.
    @_disfavoredOverload
    public func replaceEmpty(withError error: Failure) -> AnySinglePublisher<Output, Failure> {
        let single: TraitPublishers.FailIfEmpty<Self> = replaceEmpty(withError: error)
        return single.eraseToAnySinglePublisher()
    }
}

/// Names from CombineTraits that differ from the names in `TraitsRuntime`.
extension TraitPublishers.ZipSingle {
    /// Zips a collection of singles; the name of the parameter in CombineTraits.
    public init<C: Collection>(collection: C) where C.Element == Upstream { self.init(Array(collection)) }

    /// The singles that are waited for; the name in CombineTraits.
    public var collection: [Upstream] { publishers }
}
