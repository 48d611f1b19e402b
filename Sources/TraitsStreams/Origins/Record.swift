/// A publisher that plays back recorded values and a recorded completion to each subscriber.
///
/// ```
/// Record(output: [1, 2], completion: .failure(e))     12x
/// ```
///
/// - Demand: values are played as they are requested; the completion follows the last one synchronously.
/// - Threads: sends inside the calls that request.
/// - Cancellation: nothing is played after it.
///
/// ```swift
/// let record = Record<Int, Never> { recording in
///     recording.receive(1)
///     recording.receive(completion: .finished)
/// }
/// let cancellable = record.sink { print($0) }      // 1
/// ```
public struct Record<Output, Failure: Error>: _NodePublisher {
    /// The recording that is played back.
    public let recording: Recording

    /// Creates a publisher of the events that a closure records.
    ///
    /// - Parameter record: puts values and a completion into the recording; a recording it leaves without a
    ///   completion finishes.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.recording = recording
    }

    /// Creates a publisher of a recording.
    @inlinable
    public init(recording: Recording) { self.recording = recording }

    /// Creates a publisher of values and a completion.
    @inlinable
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        recording = Recording(output: output, completion: completion)
    }

    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        _SequenceNode(downstream, recording.output, recording.completion, isRecord: true).start()
    }

    /// Values and a completion, in the order in which they were received.
    public struct Recording {
        /// The kind of values that are recorded.
        public typealias Input = Output

        private var isComplete: Bool

        /// The values, in order.
        public private(set) var output: [Output]

        /// The completion; `.finished` unless another one was recorded.
        public private(set) var completion: Subscribers.Completion<Failure>

        /// Creates an empty recording.
        public init() {
            isComplete = false
            output = []
            completion = .finished
        }

        /// Creates a complete recording.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            isComplete = true
            self.output = output
            self.completion = completion
        }

        /// Adds a value.
        ///
        /// - Precondition: no completion was recorded.
        public mutating func receive(_ input: Input) {
            precondition(!isComplete, "a recording that is complete can't receive a value")
            output.append(input)
        }

        /// Adds the completion.
        ///
        /// - Precondition: no completion was recorded.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(!isComplete, "a recording that is complete can't receive a completion")
            self.completion = completion
            isComplete = true
        }
    }
}

extension Record: Sendable where Output: Sendable {}
extension Record.Recording: Sendable where Output: Sendable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output
        case completion
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    /// Writes the recording; the same as `encode(to:)`.
    public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey { case recording }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(recording: try container.decode(Recording.self, forKey: .recording))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(recording, forKey: .recording)
    }
}
