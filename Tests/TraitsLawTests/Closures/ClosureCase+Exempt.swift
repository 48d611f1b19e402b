/// The rows and methods that take no part in the law of closures, and why.
extension ClosureCase {
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
