/// A publisher that owns a resource for the time of each subscription.
///
/// ```
/// product                ----1--2--|
/// Using                  ----1--2--|
/// the resource           [---------]
/// ```
///
/// The resource is made when a subscriber comes, handed to the closure that makes the publisher, and released once: before
/// downstream is told of the end, after upstream was cancelled, or when the subscription is released.
///
/// - Demand: passes through.
/// - Failure: the product's, or the error that `resource` throws.
/// - Threads: the resource is made on the subscriber's thread, and released wherever the end comes from.
/// - Cancellation: cancels the product, then releases the resource.
///
/// ```swift
/// final class Connection: Sendable { func close() {} }
///
/// let answer = Using<Connection, Just<String>> {
///     Connection()
/// } product: { connection in
///     Just("answer")
/// } release: { connection in
///     connection.close()
/// }
/// ```
public struct Using<Resource, Product: Publisher>: _NodePublisher {
    public typealias Output = Product.Output
    public typealias Failure = Product.Failure

    /// Makes the resource of one subscription.
    public let resource: () throws(Product.Failure) -> Resource
    /// Makes the publisher that uses the resource.
    public let product: (Resource) -> Product
    /// Releases the resource.
    public let release: (Resource) -> Void

    #if !StrictIsolation  // strict: sending
        /// Creates a publisher that owns a resource for the time of each subscription.
        ///
        /// - Parameters:
        ///   - resource: makes the resource, once for each subscription.
        ///   - product: makes the publisher that uses the resource.
        ///   - release: releases the resource, once for each time it was made.
        @_disfavoredOverload
        @inlinable
        public init(
            resource: @escaping () throws(Product.Failure) -> Resource,
            product: @escaping (Resource) -> Product,
            release: @escaping (Resource) -> Void
        ) {
            self.resource = resource
            self.product = product
            self.release = release
        }

        /// Creates a publisher that owns a resource, which can always be made, for the time of each subscription.
        ///
        /// - Parameters:
        ///   - resource: makes the resource, once for each subscription.
        ///   - product: makes the publisher that uses the resource.
        ///   - release: releases the resource, once for each time it was made.
        @inlinable
        public init(
            resource: @escaping () -> Resource, product: @escaping (Resource) -> Product,
            release: @escaping (Resource) -> Void
        ) {
            self.resource = resource
            self.product = product
            self.release = release
        }
    #endif

    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let owned: Resource
        do throws(Product.Failure) {
            owned = try resource()
        } catch {
            return Fail<Output, Failure>(error: error).subscribe(downstream)
        }
        // The other two closures may own objects that the product works with.
        let closures = (resource, product)
        let release = release
        let owner = AnyCancellable {
            release(owned)
            extendLifetime(closures)
        }
        product(owned).subscribe(_UsingNode(downstream, owner))
    }
}

/// The subscriber and subscription of ``Using``.
@usableFromInline
final class _UsingNode<Downstream: Subscriber>: _UpstreamNode, _AskingNode, _DemandPassing {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    /// Releases the resource once, at the latest when it is deallocated.
    @usableFromInline let owner: AnyCancellable

    @inlinable
    init(_ downstream: Downstream, _ owner: AnyCancellable) {
        self.downstream = downstream
        self.owner = owner
        super.init(_handled(by: _UsingNode<Downstream>.self))
    }

    @usableFromInline override var description: String { "Using" }

    @inlinable
    func cancelled() {
        cancelUpstream()
        owner.cancel()
        downstream._release()
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { isConnected ? downstream.receive(input) : .none }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        owner.cancel()
        downstream.receive(completion: completion)
    }
}
