import TraitsRuntime

/// A subscription that is traced, from its beginning to its end.
// Safe to share: it never changes. The names of types are made on the thread that writes them.
public final class TraceSpan: @unchecked Sendable {
    /// The unique number of the subscription, from 1.
    public let id: UInt64
    /// The name that was given to the publisher, at most 256 bytes of it.
    public let name: String
    /// The subscription during whose beginning this subscription was made.
    public let parent: UInt64?
    /// The subscription during whose delivery of a value this subscription was made.
    public let cause: UInt64?
    /// The trait that the publisher promises to keep, such as `Single`.
    public let promise: String?
    /// The identity of the publisher, if it is an object.
    public let object: UInt?
    /// The number of values that the publisher, a `PassthroughSubject`, sent before this subscription, while nobody was subscribed.
    public let missed: Int

    private enum Place {
        case text(String)
        case place(_TracePlace)
    }

    private enum TypeName {
        case text(String)
        case type(Any.Type)

        var names: TraceTypeNames {
            switch self {
            case .text(let text): TraceTypeNames(text)
            case .type(let type): TraceTypeNames.of(type)
            }
        }
    }

    private let place: Place?
    private let publisherName: TypeName
    private let subscriberName: TypeName?

    init(id: UInt64, parent: UInt64?, cause: UInt64?, _ start: _TraceStart) {
        self.id = id
        self.parent = parent
        self.cause = cause
        name = TraceText.cut(start.name, to: TraceText.mostName)
        place = start.place.map { .place($0) }
        promise = start.promise?.name
        object = start.object
        missed = start.missed
        publisherName = .type(start.publisher)
        subscriberName = .type(start.subscriber)
    }

    /// Creates a subscription that doesn't belong to the running program, such as a subscription of a recording.
    public init(id: UInt64, name: String, publisher: String, source: String? = nil, parent: UInt64? = nil) {
        self.id = id
        self.parent = parent
        cause = nil
        self.name = TraceText.cut(name, to: TraceText.mostName)
        place = source.map { .text($0) }
        promise = nil
        object = nil
        missed = 0
        publisherName = .text(publisher)
        subscriberName = nil
    }

    /// The file and line where the publisher was named: `App/Screen.swift:21`.
    public var source: String? {
        switch place {
        case .text(let text): text
        case .place(let place): place.text
        case nil: nil
        }
    }

    /// The publisher's type without the names of modules: `Publishers.Map<Just<Int>, String>`.
    public var publisher: String { publisherName.names.publisher }

    /// The row of an operator table for the publisher's type, without generic arguments: `Publishers.Map`.
    public var row: String { publisherName.names.row }

    /// A Boolean value that indicates whether the promise rests on a method such as `uncheckedSingle()`.
    public var isUnchecked: Bool { promise != nil && publisherName.names.isUnchecked }

    /// The subscriber: an operator of this library, `sink`, or the name of a type.
    public var subscriber: String? { subscriberName?.names.subscriber }
}
