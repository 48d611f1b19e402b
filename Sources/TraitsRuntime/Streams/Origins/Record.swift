import Synchronization

/// A publisher that plays back recorded values and a recorded completion to each subscriber.
///
/// ```
/// Record(output: [1, 2], completion: .failure(e))     12x
/// ```
///
/// - Demand: values are played as they are requested; the completion follows the last one at once.
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
public struct Record<Output, Failure: Error>: Publisher {
    /// What is played back.
    public let recording: Recording

    /// Creates a publisher of what a closure records.
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
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if recording.output.isEmpty {
            subscriber._receive(node: _EmptyNode.shared)
            subscriber.receive(completion: recording.completion)
        } else {
            subscriber._receive(node: Inner(subscriber, recording))
        }
    }

    /// Values and a completion, in the order in which they were received.
    public struct Recording {
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

extension Record {
    /// Plays a recording on request.
    ///
    /// `word` is the demand not yet met, `Int.max` for no limit. Whoever moves it away from zero plays until
    /// it is zero again; requests made meanwhile only add to it. `flag` is 1 once cancelled or over.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _Node
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
        @usableFromInline @exclusivity(unchecked) var output: [Output]
        @usableFromInline let completion: Subscribers.Completion<Failure>
        @usableFromInline @exclusivity(unchecked) var index = 0

        @inlinable
        init(_ downstream: Downstream, _ recording: Recording) {
            self.downstream = downstream
            output = recording.output
            completion = recording.completion
            super.init { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand):
                    precondition(demand > .none, "a subscriber must request more than no values")
                    if me.word._add(demand) == 0 { me.play() }
                case .cancel:
                    me.flag.store(1, ordering: .sequentiallyConsistent)
                    me.releaseIfIdle()
                }
            }
        }

        /// What is recorded, as the subscription of a sequence shows it.
        @usableFromInline override var description: String {
            downstream == nil ? "Sequence" : String(describing: output)
        }

        @usableFromInline override var customMirror: Mirror {
            Mirror(self, children: [("sequence", output as Any), ("completion", completion)])
        }

        @inlinable
        func play() {
            guard let downstream else { return }
            while true {
                guard flag.load(ordering: .relaxed) == 0 else { return release() }
                let element = output[index]
                index += 1
                let more = downstream.receive(element)
                if more > .none { _ = word._add(more) }
                if index == output.count {
                    if flag.exchange(1, ordering: .relaxed) == 0 {
                        downstream.receive(completion: completion)
                    }
                    return release()
                }
                if word.load(ordering: .relaxed) == .max { continue }
                if word.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 {
                    // A cancellation that came just before the last step left the release to this thread.
                    if flag.load(ordering: .sequentiallyConsistent) != 0 { releaseIfIdle() }
                    return
                }
            }
        }

        /// Releases what it holds if no thread is playing, and keeps any from doing so.
        @inlinable
        func releaseIfIdle() {
            if word.compareExchange(expected: 0, desired: .max, ordering: .sequentiallyConsistent).exchanged {
                release()
            }
        }

        @inlinable
        func release() {
            word.store(.max, ordering: .relaxed)
            output = []
            downstream = nil
        }
    }
}
