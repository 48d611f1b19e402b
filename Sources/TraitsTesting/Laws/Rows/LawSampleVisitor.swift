import TraitsRuntime

/// A visitor that drives the publishers of samples with inputs of its own, so a test of every operator needs no list of them.
@_spi(Samples) public protocol LawSampleVisitor {
    /// Visits a sample.
    ///
    /// - Parameter make: Makes a new publisher over inputs that the visitor provides.
    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P)

    /// Visits a sample, for visitors that also want calls that were compiled where the publisher's type is known.
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

    /// Creates a maker of inputs.
    ///
    /// - Parameters:
    ///   - fallible: Makes an input that may fail.
    ///   - infallible: Makes an input for a sample whose input never fails.
    ///   - onSubscriber: Receives the type of each subscriber of an input.
    public init(
        _ fallible: @escaping () -> AnyPublisher<Int, TestFailure>,
        infallible: @escaping () -> AnyPublisher<Int, Never>,
        onSubscriber: ((Any.Type) -> Void)? = nil
    ) {
        self.fallible = fallible
        self.infallible = infallible
        self.onSubscriber = onSubscriber
    }

    /// Creates a maker that gives the inputs one after another.
    init<Input: Publisher<Int, TestFailure>>(
        _ inputs: [Input], infallible: @escaping (Input) -> AnyPublisher<Int, Never>
    ) {
        var rest = inputs[...]
        self.init {
            AnyPublisher(rest.removeFirst())
        } infallible: {
            infallible(rest.removeFirst())
        }
    }

    func input<Failure: Error>(_: Failure.Type) -> AnyPublisher<Int, Failure> {
        // Inputs have either the failure type that all samples share, or `Never`.
        let input: Any = Failure.self == Never.self ? infallible() : fallible()
        return input as? AnyPublisher<Int, Failure> ?? AnyPublisher(Empty(completeImmediately: false))
    }
}

extension LawUpstream {
    /// Returns an input that sends the events of a test's own publisher.
    static func driven(by maker: LawInputMaker, _ scheduler: TestScheduler) -> LawUpstream {
        LawUpstream(
            source: TestPublisher(.cold, script: [], on: scheduler), answers: .never,
            replacement: maker.input(Failure.self), onSubscriber: maker.onSubscriber, scheduler: scheduler)
    }
}

@_spi(Samples) extension LawRow {
    /// The texts of the samples, in the order of ``visit(_:with:)``.
    public var sampleTexts: [String] { samples.map(\.text) }

    /// Returns a Boolean value that indicates whether the publisher need not keep a law.
    public func isExempt(from law: Law) -> Bool { exempt.contains(law) }

    /// A Boolean value that indicates whether every event arrives where the inputs send, so the row could keep a promise about
    /// a place.
    public var deliversWhereInputsSend: Bool { places.followsInputs }

    /// Passes a sample to a visitor.
    public func visit(_ sample: Int, with visitor: some LawSampleVisitor) { samples[sample].accept(visitor) }
}
