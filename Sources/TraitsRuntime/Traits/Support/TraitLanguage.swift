/// The histories that a trait allows, in the form that a check at run time needs: the language of its marbles.
///
/// A history is summed up by three things: whether its first event comes immediately (inside the call that
/// subscribes and requests) or later, how many values it has, and how it ends. The lines of the trait say which
/// combinations are allowed. The code generated for a trait builds this from its lines; nothing else should need to.
///
/// ```swift
/// // silent, --x, --o|
/// TraitLanguage(
///     immediate: [.failed, .finished],
///     later: [[.silent, .failed], .finished])
/// ```
///
/// - Complexity: Constant time for each question, except for questions that look ahead, which take time linear in the
///   largest number of values that the trait tells apart.
public struct TraitLanguage: Sendable, Equatable {
    /// The ways in which a history may end.
    public struct Endings: OptionSet, Sendable {
        /// One bit for each way.
        public let rawValue: UInt8
        /// Endings from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It never ends: nothing more happens.
        public static let silent = Endings(rawValue: 1)
        /// It finishes.
        public static let finished = Endings(rawValue: 2)
        /// It fails.
        public static let failed = Endings(rawValue: 4)
    }

    /// The time of a history's first event.
    enum Start { case immediate, later }

    private let immediate: [Endings]
    private let later: [Endings]

    /// A language from its endings.
    ///
    /// - Parameters:
    ///   - immediate: The allowed endings after 0, 1, 2 … values, for histories whose first event is immediate.
    ///     The last entry stands for that many values or more.
    ///   - later: The same, for histories whose first event comes later, or never. As long as the other.
    public init(immediate: [Endings], later: [Endings]) {
        precondition(!immediate.isEmpty && immediate.count == later.count)
        self.immediate = immediate
        self.later = later
    }

    private var top: Int { immediate.count - 1 }

    private func endings(_ start: Start, _ values: Int) -> Endings {
        (start == .immediate ? immediate : later)[min(values, top)]
    }

    // MARK: The next event

    /// Returns whether one more value may follow: some allowed history has more values than this.
    func allowsValue(after values: Int, _ start: Start) -> Bool {
        values >= top ? !endings(start, values).isEmpty : hasHistory(withAtLeast: values + 1, start)
    }

    func allowsFinish(after values: Int, _ start: Start) -> Bool {
        endings(start, values).contains(.finished)
    }

    func allowsFailure(after values: Int, _ start: Start) -> Bool {
        endings(start, values).contains(.failed)
    }

    /// Indicates whether a history may begin later.
    var allowsLaterStart: Bool { hasHistory(withAtLeast: 0, .later) }

    /// Indicates whether the time of the first event matters.
    var distinguishesStarts: Bool { immediate != later }

    /// Indicates whether the number of values is limited, so that all values can be requested and kept.
    var isBounded: Bool { endings(.immediate, top).isEmpty && endings(.later, top).isEmpty }

    /// Returns whether a finish was refused only because too few values came before it.
    func couldFinish(afterMoreThan values: Int, _ start: Start) -> Bool {
        values < top && ((values + 1)...top).contains { allowsFinish(after: $0, start) }
    }

    /// Returns whether the values so far can be passed on: the history may stop after them, so the promise holds regardless
    /// of later events. A check that reports by failing must be able to fail there too.
    func canStop(after values: Int, _ start: Start, failing: Bool) -> Bool {
        endings(start, values).isSuperset(of: failing ? [.silent, .failed] : .silent)
    }

    private func hasHistory(withAtLeast values: Int, _ start: Start) -> Bool {
        (min(values, top)...top).contains { !endings(start, $0).isEmpty }
    }
}

extension TraitBreach {
    /// Returns a failure of upstream that the trait allows; for a breach, stops the program with a text that names the
    /// publisher and its promise.
    ///
    /// - Parameters:
    ///   - tool: The method that was called, such as `assertSingle()`.
    ///   - promise: The trait, such as `SinglePublisher`.
    ///   - publisher: The type of the publisher that made the promise.
    ///   - prefix: A text that the message begins with.
    ///   - file: The file in which the promise was made.
    ///   - line: The line in which the promise was made.
    public func failureOrStop(
        _ tool: StaticString, promise: StaticString, publisher: Any.Type, prefix: String, file: StaticString,
        line: UInt
    ) -> UpstreamFailure {
        if case .upstream(let failure) = self { return failure }
        fatalError(
            """
            \(prefix)\(prefix.isEmpty ? "" : ": ")\(tool): \(publisher) broke the promise of \(promise): \
            \(explanation)
            """, file: file, line: line)
    }
}
