extension ValueCase {
    static let all = sources + values + conditions + reductions + outcomes + timed + shared + inputs

    /// The rows of TraitsExtras.
    static let extras = one + several + parts + sharing

    /// All publishers whose values are watched.
    static let everywhere = all + extras + chains

    /// The rows that take no part, and why.
    static let exempt = [
        "Future": "it keeps its result for later subscribers, and subscriptions keep it",
        "CurrentValueSubject": "it keeps its current value",
        "CurrentValueRelay": "it keeps its current value",
        "ReplaySubject": "it keeps values for later subscribers",
        "Published.Publisher": "the object keeps its current value",
        "Publishers.Encode": "its values are those of `map`",
        "Publishers.Decode": "its values are those of `map`",
        "Timer.TimerPublisher": "its values are dates",
        "NotificationCenter.Publisher": "the tests of TraitsFoundation hold its notifications",
        "TraitPublishers.AsOperation": "the tests of TraitsFoundation hold it",
        "GroupedPublisher": "it is a part of what `groupBy(_:)` sends",
    ]

    /// Returns the rows that neither take part nor have a reason. A property keeps its current value.
    static func missing(from rows: [String]) -> [String] {
        let covered = Set(everywhere.map(\.row)).union(exempt.keys)
        return rows.filter { !$0.hasPrefix("Propert") && !covered.contains($0) }
    }
}

extension ClosureCase {
    static let all = values + conditions + reductions + effects + inner + traits + extras

    /// The rows and methods that take no part in the law of closures, and why.
    static let exempt = [
        "Future": "its closure is called when it is made, and released then, as in Combine",
        "Deferred":
            "its closure makes a publisher for each subscriber, which keeps nothing of it, as in Combine",
        "Publishers.Retry": "the closure of its sample is a helper's",
        "Publishers.SetFailureType": "the closure of its sample is a helper's",
        "TraitPublishers.ZipSingle": "the closure of its sample is one of `map`",
        "TraitPublishers.ZipMaybe": "the closure of its sample is one of `map`",
        "TraitPublishers.ZipCompletable": "the closure of its sample is one of `map`",
        "TraitPublishers.Dematerialize": "the closure of its sample is one of `map`",
        "MorePublishers.UniqueValues": "the closure of its sample is one of `map`",
        "MorePublishers.WindowByCount": "the closure of its sample is one of `map`",
    ]

    static let exemptMethods = [
        "sink": "SinkClosureTests has it",
        "sinkSingle": "SinkClosureTests has it",
        "sinkMaybe": "SinkClosureTests has it",
        "sinkCompletable": "SinkClosureTests has it",
        "trace": "nothing calls its closure, and nothing keeps it, while no trace is recorded",
        "multicast": "its closure makes a subject, and is a property of the publisher, as in Combine",
        "property": "a property keeps its closures as long as it lives",
        "uniqueValues": "a property keeps its closures as long as it lives",
    ]

    /// Returns the rows that have a closure in a sample, and neither take part nor have a reason. A property keeps its closures
    /// as long as it lives.
    static func missing(from rows: [String], _ samples: (String) -> [String]) -> [String] {
        let covered = Set(all.map(\.row)).union(exempt.keys)
        return rows.filter { row in
            !row.hasPrefix("Propert") && !covered.contains(row) && samples(row).contains { $0.contains("{") }
        }
    }
}
