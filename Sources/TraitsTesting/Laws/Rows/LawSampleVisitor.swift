import TraitsRuntime

/// Drives the publishers of samples in a way of its own: what holds of every operator need not list them again.
@_spi(Samples) public protocol LawSampleVisitor {
    /// Called for a sample.
    ///
    /// - Parameter make: Makes a new publisher over inputs that the visitor provides.
    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P)

    /// The same for visitors that also want calls that were formed where the publisher's type is known.
    func visit<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P)
}

@_spi(Samples) extension LawSampleVisitor {
    public func visit<P: Publisher>(
        _ client: LawClient<P>, _ make: @escaping (TestScheduler, LawInputMaker) -> P
    ) {
        visit(make)
    }
}

/// Provides the inputs of one publisher.
@_spi(Samples) public struct LawInputMaker {
    private let fallible: () -> AnyPublisher<Int, TestFailure>
    private let infallible: () -> AnyPublisher<Int, Never>
    let onSubscriber: ((Any.Type) -> Void)?

    /// - Parameters:
    ///   - fallible: Makes an input.
    ///   - infallible: Makes one for a sample whose input never fails.
    ///   - onSubscriber: Is told the type of each subscriber of an input.
    public init(
        _ fallible: @escaping () -> AnyPublisher<Int, TestFailure>,
        infallible: @escaping () -> AnyPublisher<Int, Never>,
        onSubscriber: ((Any.Type) -> Void)? = nil
    ) {
        self.fallible = fallible
        self.infallible = infallible
        self.onSubscriber = onSubscriber
    }

    func input<Failure: Error>(_: Failure.Type) -> AnyPublisher<Int, Failure> {
        // An input fails as all samples' inputs do, or never.
        let input: Any = Failure.self == Never.self ? infallible() : fallible()
        return input as? AnyPublisher<Int, Failure> ?? AnyPublisher(Empty(completeImmediately: false))
    }
}

extension LawUpstream {
    /// An input that sends what a test makes it send.
    static func driven(by maker: LawInputMaker, _ scheduler: TestScheduler) -> LawUpstream {
        LawUpstream(
            source: TestPublisher(.cold, script: [], on: scheduler), answers: .never,
            replacement: maker.input(Failure.self), onSubscriber: maker.onSubscriber, scheduler: scheduler)
    }
}

@_spi(Samples) extension LawRow {
    /// The samples' texts, in the order of ``visit(_:with:)``.
    public var sampleTexts: [String] { samples.map(\.text) }

    /// Whether the publisher need not keep a law.
    public func isExempt(from law: Law) -> Bool { exempt.contains(law) }

    /// Whether every event arrives where the inputs send: a row that could keep a promise about a place.
    public var deliversWhereInputsSend: Bool { places.followsInputs }

    /// Hands a sample to a visitor.
    public func visit(_ sample: Int, with visitor: some LawSampleVisitor) { samples[sample].accept(visitor) }
}
