import TraitgenCore

/// The JSON Schema of what a report writes, which `traitgen schema` prints. A test validates all verbs against it.
enum JSONSchema {
    /// The schema of a document: its members, and the result of each verb.
    static var document: JSONValue {
        let results = self.results.map { verb, schema -> JSONValue in
            [
                "if": ["properties": ["verb": ["const": .text(verb)]]],
                "then": ["properties": ["result": either(null, schema)]],
            ]
        }
        var members = object([
            ("format", ["const": "traitgen"]), ("version", ["const": .number(Report.version)]),
            ("verb", words(Self.results.map(\.verb))), ("status", number),
            ("diagnostics", list(reference("diagnostic"))), ("result", [:]),
        ]).members
        members.insert(
            .init(name: "$schema", value: "https://json-schema.org/draft/2020-12/schema"), at: 0)
        members.append(.init(name: "allOf", value: .list(results)))
        members.append(.init(name: "$defs", value: .object(definitions.map { .init(name: $0, value: $1) })))
        return .object(members)
    }

    // MARK: - Parts

    private static let text: JSONValue = ["type": "string"]
    private static let number: JSONValue = ["type": "integer"]
    private static let truth: JSONValue = ["type": "boolean"]
    private static let null: JSONValue = ["type": "null"]
    private static let texts = list(text)
    private static let marbles = list(object([("name", text), ("marbles", text)]))

    private static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element] }
    private static func either(_ a: JSONValue, _ b: JSONValue) -> JSONValue { ["anyOf": [a, b]] }
    private static func optional(_ schema: JSONValue) -> JSONValue { either(null, schema) }
    private static func words(_ words: [String]) -> JSONValue { ["enum": .texts(words)] }
    private static func reference(_ name: String) -> JSONValue { ["$ref": .text("#/$defs/" + name)] }

    /// An object, whose other members aren't described: a later version may have more.
    private static func object(
        _ required: [(name: String, schema: JSONValue)], _ others: [(name: String, schema: JSONValue)] = []
    ) -> JSONValue {
        [
            "type": "object", "required": .texts(required.map(\.name)),
            "properties": .object((required + others).map { .init(name: $0.name, value: $0.schema) }),
        ]
    }

    /// An object with any names and one kind of value.
    private static func dictionary(of schema: JSONValue) -> JSONValue {
        ["type": "object", "additionalProperties": schema]
    }

    // MARK: - Definitions

    private static let place = [("path", text), ("line", number), ("column", number), ("length", number)]
    private static let location = reference("location")
    private static let holds = words(["always", "when", "never"])

    private static var definitions: [(name: String, schema: JSONValue)] {
        [
            ("location", object(place)),
            (
                "diagnostic",
                object(
                    [
                        ("id", optional(text)), ("severity", words(["error", "warning", "note"])),
                        ("message", text),
                    ],
                    place + [("notes", list(object([("message", text)], place))), ("help", optional(text))])
            ),
            ("trait", trait), ("row", row), ("verdict", verdict),
            (
                "model",
                object([
                    ("table", text), ("name", text), ("module", optional(text)), ("backend", text),
                    ("imports", texts),
                    ("valueLimit", number), ("traits", list(reference("trait"))),
                    ("importedTraits", list(reference("trait"))), ("rows", list(reference("row"))),
                    ("importedRows", list(reference("row"))),
                ])
            ),
        ]
    }

    private static var trait: JSONValue {
        object([
            ("name", text), ("short", text), ("location", location), ("module", optional(text)),
            ("documentation", texts), ("refines", texts), ("ancestors", texts),
            ("promise", words(["events", "place", "sharing"])), ("place", optional(text)), ("result", text),
            ("lines", list(object([("marbles", text), ("meaning", text), ("location", location)]))),
            ("histories", texts),
        ])
    }

    private static var row: JSONValue {
        let reasons = { (name: String) in list(object([(name, text), ("because", text)])) }
        return object([
            ("kind", words(["source", "operator"])), ("type", text), ("name", text), ("location", location),
            ("module", optional(text)), ("isDirect", truth), ("documentation", texts),
            (
                "inputs",
                list(
                    object([
                        ("name", text), ("isRepeated", truth), ("bound", optional(text)),
                        ("given", optional(text)),
                    ]))
            ), ("rules", text), ("because", optional(text)), ("backends", texts), ("requirements", texts),
            ("deliveries", list(object([("where", text), ("event", optional(text))]))), ("begins", texts),
            ("isShared", truth), ("verdicts", list(reference("verdict"))),
            (
                "conformances",
                list(
                    object([
                        ("trait", text), ("where", text), ("isRetroactive", truth),
                        ("because", optional(text)), ("location", location),
                    ]))
            ), ("facts", list(object([("name", text), ("trait", text), ("expression", text)]))),
            ("remedies", dictionary(of: text)), ("method", optional(text)),
            ("samples", list(object([("text", text), ("location", location)]))),
            ("unsampled", optional(text)), ("unseen", optional(text)),
            ("unseenHistories", list(object([("inputs", texts), ("output", text)]))),
            ("exemptions", reasons("law")), ("survivors", reasons("change")),
        ])
    }

    private static var verdict: JSONValue {
        object([
            ("trait", text), ("holds", holds), ("where", texts), ("alternatives", list(texts)),
            ("hasMoreAlternatives", truth), ("weakest", optional(texts)), ("claim", optional(location)),
            ("because", optional(text)), ("isInferred", truth), ("lacks", optional(text)),
        ])
    }

    // MARK: - Results

    private static let results: [(verb: String, schema: JSONValue)] = [
        (
            "generate",
            object([
                (
                    "files",
                    list(
                        object([("path", text), ("effect", words(FileEffect.allCases.map(\.rawValue)))]))
                )
            ])
        ),
        (
            "check",
            object([
                (
                    "tables",
                    list(
                        object([
                            ("table", text), ("rows", number), ("traits", number), ("importedTraits", number),
                            ("conformances", number),
                        ]))
                )
            ])
        ),
        (
            "explain",
            object([
                ("rows", list(object([("row", reference("row")), ("explanation", text)]))),
                ("traits", list(object([("trait", text), ("explanation", text)]))),
            ])
        ), ("dump", object([("models", list(reference("model")))])),
        (
            "diff",
            object([
                ("source", number), ("behaviour", number),
                (
                    "changes",
                    list(
                        object([
                            ("effect", words(["source", "behaviour", "none"])),
                            ("kind", words(Difference.Kind.allCases.map(\.rawValue))), ("accepted", truth),
                            ("subject", text), ("trait", optional(text)), ("old", optional(text)),
                            ("new", optional(text)), ("text", text), ("location", optional(location)),
                        ]))
                ),
            ])
        ),
        (
            "audit",
            object([("publishers", number), ("rows", number), ("modules", texts), ("findings", number)])
        ),
        (
            "import",
            object([
                ("files", number),
                (
                    "conformances",
                    list(
                        object([
                            ("type", text), ("module", optional(text)), ("trait", text), ("where", texts),
                            ("location", location),
                            (
                                "verdict",
                                words([
                                    "agrees", "asksForMore", "other", "unsound", "undecided", "written",
                                    "noRow", "ambiguous",
                                ])
                            ), ("reason", optional(text)), ("counterexample", marbles),
                        ]))
                ),
                (
                    "missing",
                    list(
                        object([
                            ("type", text), ("module", optional(text)), ("text", text),
                            ("location", location),
                        ]))
                ),
            ])
        ),
        (
            "table",
            object([
                (
                    "tables",
                    list(
                        object([
                            ("table", text), ("traits", texts),
                            (
                                "rows",
                                list(
                                    object([("type", text), ("rules", text), ("keeps", dictionary(of: cell))])
                                )
                            ),
                        ]))
                )
            ])
        ),
        (
            "mutate",
            object([
                ("seed", optional(number)),
                (
                    "tables",
                    list(
                        object(
                            [("table", text)]
                                + [
                                    "rows", "unsampled", "mutants", "tried", "caught", "survived",
                                    "equivalent", "explained", "needless",
                                ].map { ($0, number) }
                                + [
                                    (
                                        "survivors",
                                        list(
                                            object([
                                                ("type", text), ("module", optional(text)), ("change", text),
                                                ("location", location),
                                            ])
                                        )
                                    )
                                ]))
                ),
                (
                    "gaps",
                    list(
                        object([
                            ("type", text), ("module", optional(text)), ("inputs", texts), ("outputs", texts),
                        ]))
                ),
            ])
        ),
        (
            "coverage",
            object([
                ("traits", list(object([("trait", text), ("rows", number)]))), ("paths", takers),
                ("conducts", takers),
            ])
        ), ("format", object([("changed", texts), ("text", optional(text)), ("diff", optional(text))])),
        ("lint", object([("warnings", number), ("allowed", number)])),
        (
            "propose",
            object([
                ("rows", number),
                (
                    "proposals",
                    list(
                        object([
                            ("type", text), ("module", optional(text)), ("location", location),
                            ("rule", text), ("others", texts),
                            ("shown", number), ("unseen", number),
                        ]))
                ),
            ])
        ),
        (
            "trace",
            object([
                (
                    "trace",
                    object([
                        ("name", text), ("version", number), ("clock", words(["steady", "virtual"])),
                        ("isComplete", truth), ("microseconds", number), ("events", number),
                        ("lostEvents", number), ("subscriptions", number), ("threads", number),
                    ])
                ),
                (
                    "findings",
                    list(
                        object([
                            ("id", text), ("accepted", truth), ("severity", words(["warning", "note"])),
                            ("name", text), ("source", text), ("microseconds", number), ("message", text),
                            ("remedy", text),
                        ]))
                ),
            ])
        ),
        ("errors", object([("kinds", list(object([("id", text), ("cause", text), ("remedy", text)])))])),
    ]

    private static let cell = object(
        [("holds", holds)],
        [("where", texts), ("reason", text), ("history", marbles), ("isObserved", truth)])

    private static let takers = list(
        object([
            ("taker", text), ("trait", text), ("threads", words(Coverage.Threads.allCases.map(\.rawValue))),
            ("rows", number),
        ]))
}

extension JSONValue {
    /// The members of an object; empty for another value.
    fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

extension TraitgenCommand {
    /// `traitgen schema`.
    func schema(_ options: Options) throws(UsageError) -> Status {
        output(JSONSchema.document.description)
        return .clean
    }
}
