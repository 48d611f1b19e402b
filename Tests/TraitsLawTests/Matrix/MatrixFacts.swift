/// What is true of a row and no sample says: how its subscription prints, and which checks it doesn't meet, and why.
struct MatrixFacts: Sendable {
    /// The checks that not every publisher meets.
    enum Check: String, Hashable, Sendable {
        /// A subscription after the first is cancelled, and the first is kept.
        case secondSubscription
        /// Events of an input after the end have no effect.
        case lateEvents
        /// A value that comes before a subscription has no effect.
        case earlyEvents
        /// A failure of an input ends the output.
        case failures
        /// Cancelling inside of `receive(subscription:)` silences.
        case leavingAtOnce
        /// An input that has failed is not cancelled.
        case failedInputs
        /// Cancelling reaches every input.
        case cancelling
        /// A subscriber that goes without a word leaves nothing behind.
        case leavingSilently
        /// A subscriber that asks for one value at a time sees what one that asks for everything sees.
        case patience
        /// No more values than were asked for.
        case demand
    }

    /// The rules that don't hold of the publisher, and why.
    let exempt: [Check: String]

    /// - Parameter handsOn: whether the operator states that downstream is given upstream's subscriptions.
    init(_ row: String, sample: String? = nil, handsOn: Bool = false) {
        exempt = Self.exemptions.reduce(into: [:]) { exempt, exemption in
            guard
                exemption.rows.contains(row) || exemption.samples.contains(where: { $0 == sample })
                    || handsOn && exemption.checks.contains(.secondSubscription)
            else { return }
            for check in exemption.checks { exempt[check] = exemption.reason }
        }
    }

    /// The text of a row's subscription when it is printed.
    static func subscription(of row: String, handsOn: Bool) -> String {
        if let name = names[row] { return name }
        return handsOn ? "ManualPublisher" : row.split(separator: ".").last.map(String.init) ?? row
    }

    /// Rows with a fact of their own.
    static let rows = exemptions.reduce(into: Set(names.keys)) { $0.formUnion($1.rows) }

    // MARK: -

    /// Subscriptions that aren't called as their publisher is, as in Combine.
    private static let names: [String: String] = [
        "Fail": "Empty", "Result.Publisher": "Once", "Optional.Publisher": "Optional", "Record": "[1, 2]",
        "Publishers.Sequence": "[1, 2]", "Published.Publisher": "PublishedSubject",
        "Property.AllValues": "Property", "Property.SubsequentValues": "Property",
        "NotificationCenter.Publisher": "NotificationCenter Observer",
        // The name of its upstream, which is an input that doesn't fail any more.
        "Publishers.SetFailureType": "Catch",
        "Publishers.FirstWhere": "TryFirst", "Publishers.Zip3": "Zip", "Publishers.Zip4": "Zip",
        "Publishers.CombineLatest3": "CombineLatest", "Publishers.CombineLatest4": "CombineLatest",
        "Publishers.Merge3": "Merge", "Publishers.Merge4": "Merge", "Publishers.Merge5": "Merge",
        "Publishers.Merge6": "Merge", "Publishers.Merge7": "Merge", "Publishers.Merge8": "Merge",
        "Publishers.MergeMany": "Merge", "Publishers.Share": "Multicast",
        "Publishers.MakeConnectable": "Multicast", "Publishers.Autoconnect": "Multicast",
        "TraitPublishers.TimeoutFailing": "Timeout", "TraitPublishers.FirstOrError": "OrError",
        "TraitPublishers.FailIfEmpty": "OrError", "TraitPublishers.RaceMany": "Race",
    ]

    private struct Exemption: Sendable {
        let checks: [Check]
        let reason: String
        let rows: Set<String>
        /// Single samples of other rows.
        let samples: [String]

        init(_ checks: Check..., because reason: String, _ rows: String, samples: [String] = []) {
            self.checks = checks
            self.reason = reason
            self.samples = samples
            self.rows = Set(rows.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }

    private static let exemptions = [
        Exemption(
            .secondSubscription, .lateEvents, .earlyEvents,
            because: "downstream is given upstream's subscriptions, and answers for them",
            """
            AnyPublisher AnySendablePublisher Deferred Publishers.MapKeyPath Publishers.MapKeyPath2
            Publishers.MapKeyPath3 Publishers.SetFailureType Publishers.AssertNoFailure Publishers.Breakpoint
            MorePublishers.Trace MorePublishers.CustomTrace TraitPublishers.AsCompletable TraitPublishers.AsMaybe
            """),
        Exemption(
            .earlyEvents, because: "as in Combine what comes before the subscription passes",
            """
            Publishers.TryMap Publishers.TryScan Publishers.Encode Publishers.Decode Publishers.Output
            Publishers.HandleEvents Publishers.Print Publishers.DropUntilOutput
            """, samples: ["upstream.dropFirst(0)"]),
        Exemption(
            .earlyEvents, because: "as in Combine a value before the subscription stops the program",
            """
            Publishers.TryFilter Publishers.TryCompactMap Publishers.RemoveDuplicates
            Publishers.TryRemoveDuplicates Publishers.PrefixWhile Publishers.TryPrefixWhile
            TraitPublishers.FirstOrError TraitPublishers.FailIfEmpty TraitPublishers.Dematerialize
            """),
        Exemption(
            .earlyEvents, because: "as in Combine a value that was not asked for stops the program",
            """
            Publishers.Catch Publishers.TryCatch Publishers.Retry Publishers.Concatenate
            Publishers.MakeConnectable TraitPublishers.SwitchIfEmpty TraitPublishers.RetryWhen
            TraitPublishers.DelaySubscription
            """),
        Exemption(
            .earlyEvents, because: "an input may send before it has given its subscription",
            """
            Publishers.Zip Publishers.Zip3 Publishers.Zip4 Publishers.CombineLatest Publishers.CombineLatest3
            Publishers.CombineLatest4 Publishers.Merge Publishers.Merge3 Publishers.Merge4 Publishers.Merge5
            Publishers.Merge6 Publishers.Merge7 Publishers.Merge8 Publishers.MergeMany
            Publishers.PrefixUntilOutput TraitPublishers.Race TraitPublishers.RaceMany
            """),
        Exemption(
            .earlyEvents, because: "there is no input to send any", "TraitPublishers.Timer"),
        Exemption(
            .failedInputs, because: "as in Combine an input that has failed is cancelled with the others",
            """
            Publishers.Zip Publishers.Zip3 Publishers.Zip4 Publishers.Merge Publishers.Merge3
            Publishers.Merge4 Publishers.Merge5 Publishers.Merge6 Publishers.Merge7 Publishers.Merge8
            Publishers.MergeMany
            """),
        Exemption(.failures, because: "a failure stops the program", "Publishers.AssertNoFailure"),
        Exemption(
            .leavingAtOnce,
            because: "the end follows `Subscriptions.empty` synchronously, which can't be told to stop",
            "Empty Fail",
            samples: [
                "Record<Int, TestError>(output: [], completion: .finished)",
                "Record<Int, TestError>(output: [], completion: .failure(TestError()))",
                "Publishers.Sequence<[Int], TestError>(sequence: [])", "Optional<Int>.none.publisher",
                "Result<Int, TestError>.failure(TestError()).publisher",
            ]),
        Exemption(
            .cancelling, because: "the code that has made the connection cancels it",
            "Publishers.MakeConnectable Publishers.Multicast"),
        Exemption(
            .cancelling, because: "upstream goes on when downstream has cancelled, which is what it is for",
            "TraitPublishers.PreventCancellation"),
        Exemption(
            .leavingSilently,
            because: "while it waits for its trigger nobody else keeps it, so it keeps itself",
            "TraitPublishers.RetryWhen"),
        Exemption(
            .patience, because: "a value that nobody has asked for is lost",
            """
            PassthroughSubject NotificationCenter.Publisher Publishers.Share Publishers.MakeConnectable
            Publishers.Multicast Publishers.Autoconnect CurrentValueSubject
            """),
        Exemption(
            .patience, because: "values before the other publisher's are lost, with the demand for them",
            "Publishers.DropUntilOutput"),
        Exemption(
            .patience, because: "a publisher that isn't asked for more can't come to its end",
            "Publishers.CombineLatest Publishers.CombineLatest3 Publishers.CombineLatest4"),
        Exemption(.patience, because: "what is replaced is lost", "Publishers.SwitchToLatest"),
        Exemption(
            .patience, because: "what gets through depends on when it comes",
            "Publishers.CollectByTime Publishers.Debounce Publishers.Throttle"),
        Exemption(
            .demand, because: "a request of any size asks for everything", "ObservableObjectPublisher"),
    ]
}
