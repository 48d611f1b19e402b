/// The outcome of a publisher of zero or one value: a value, the end without a value, or a failure.
///
/// It belongs to `MaybePublisher` as `Result` belongs to `SinglePublisher`, and has all transformations that `Result` has,
/// with the same meaning. The case `finished` passes through all of them unchanged, except ``get()``, which returns `nil`
/// for it.
///
/// ```swift
/// let name = AnyMaybePublisher<String, any Error>.just("Alice")
/// let cancellable = name.sinkMaybe { result in
///     switch result {
///     case .success(let name): print("Hello, \(name)")
///     case .finished: print("Hello, whoever you are")
///     case .failure(let error): print("Sorry: \(error)")
///     }
/// }
/// ```
@frozen
public enum MaybeResult<Success, Failure: Error> {
    /// One value was published, then the publisher finished.
    case success(Success)
    /// The publisher finished without a value.
    case finished
    /// The publisher failed without a value.
    case failure(Failure)
}

extension MaybeResult: Equatable where Success: Equatable, Failure: Equatable {}
extension MaybeResult: Hashable where Success: Hashable, Failure: Hashable {}
extension MaybeResult: Sendable where Success: Sendable, Failure: Sendable {}

extension MaybeResult {
    /// Changes the value, if there is one.
    @inlinable
    public func map<NewSuccess, E: Error>(
        _ transform: (Success) throws(E) -> NewSuccess
    ) throws(E) -> MaybeResult<NewSuccess, Failure> {
        switch self {
        case .success(let value): .success(try transform(value))
        case .finished: .finished
        case .failure(let failure): .failure(failure)
        }
    }

    /// Changes the failure, if there is one.
    @inlinable
    public func mapError<NewFailure: Error, E: Error>(
        _ transform: (Failure) throws(E) -> NewFailure
    ) throws(E) -> MaybeResult<Success, NewFailure> {
        switch self {
        case .success(let value): .success(value)
        case .finished: .finished
        case .failure(let failure): .failure(try transform(failure))
        }
    }

    /// Goes on with the result that the value leads to, if there is a value.
    @inlinable
    public func flatMap<NewSuccess, E: Error>(
        _ transform: (Success) throws(E) -> MaybeResult<NewSuccess, Failure>
    ) throws(E) -> MaybeResult<NewSuccess, Failure> {
        switch self {
        case .success(let value): try transform(value)
        case .finished: .finished
        case .failure(let failure): .failure(failure)
        }
    }

    /// Goes on with the result that the failure leads to, if there is a failure.
    @inlinable
    public func flatMapError<NewFailure: Error, E: Error>(
        _ transform: (Failure) throws(E) -> MaybeResult<Success, NewFailure>
    ) throws(E) -> MaybeResult<Success, NewFailure> {
        switch self {
        case .success(let value): .success(value)
        case .finished: .finished
        case .failure(let failure): try transform(failure)
        }
    }

    /// The value, `nil` if there is none, or the failure thrown.
    @inlinable
    public func get() throws(Failure) -> Success? {
        switch self {
        case .success(let value): value
        case .finished: nil
        case .failure(let failure): throw failure
        }
    }

    /// The outcome of a closure: its value, `finished` for `nil`, or the error that it throws.
    @inlinable
    public init(catching body: () throws(Failure) -> Success?) {
        do throws(Failure) {
            self = if let value = try body() { .success(value) } else { .finished }
        } catch {
            self = .failure(error)
        }
    }
}

// MARK: - From and to results

extension MaybeResult {
    /// A result, which always has a value or a failure.
    @inlinable
    public init(_ result: Result<Success, Failure>) {
        switch result {
        case .success(let value): self = .success(value)
        case .failure(let failure): self = .failure(failure)
        }
    }

    /// A result whose value may be absent: `nil` becomes ``finished``.
    @inlinable
    public init(unwrapping result: Result<Success?, Failure>) {
        switch result {
        case .success(let value?): self = .success(value)
        case .success(nil): self = .finished
        case .failure(let failure): self = .failure(failure)
        }
    }

    /// This as a result whose value may be absent: ``finished`` becomes `nil`.
    @inlinable
    public var optionalResult: Result<Success?, Failure> {
        switch self {
        case .success(let value): .success(value)
        case .finished: .success(nil)
        case .failure(let failure): .failure(failure)
        }
    }

    /// This as a result, with a value in place of ``finished``.
    @inlinable
    public func result(replacingFinishedWith value: @autoclosure () -> Success) -> Result<Success, Failure> {
        switch self {
        case .success(let value): .success(value)
        case .finished: .success(value())
        case .failure(let failure): .failure(failure)
        }
    }

    /// This as a result, with a failure in place of ``finished``.
    @inlinable
    public func result(orFailWith failure: @autoclosure () -> Failure) -> Result<Success, Failure> {
        switch self {
        case .success(let value): .success(value)
        case .finished: .failure(failure())
        case .failure(let failure): .failure(failure)
        }
    }
}

extension MaybeResult {
    /// A completion, which has no value.
    @inlinable
    public init(_ completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: self = .finished
        case .failure(let failure): self = .failure(failure)
        }
    }
}
