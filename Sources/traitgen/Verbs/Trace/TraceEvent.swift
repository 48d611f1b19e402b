import TraitgenCore

/// The members of one event of a trace that findings need. Its texts point into the line.
struct TraceEvent {
    typealias Text = TraceScanner.Text

    /// The letter of its kind: `b` begins a subscription, `e` ends it, `n` happens in it.
    private(set) var phase: UInt8 = 0
    private(set) var name: Text?
    private(set) var id: UInt64?
    private(set) var thread = 0
    private(set) var time = 0.0
    private(set) var duration = 0.0

    // MARK: Arguments

    private(set) var parent: UInt64?
    private(set) var cause: UInt64?
    /// The subscription of a delivery.
    private(set) var delivery: UInt64?
    private(set) var source: Text?
    private(set) var promise: Text?
    private(set) var history: Text?
    private(set) var publisher: Text?
    private(set) var subscriber: Text?
    /// The way in which a subscription ended, and the text of its failure.
    private(set) var (end, failure): (Text?, Text?)
    /// The number of values that a subject sent while nobody was subscribed.
    private(set) var missed = 0
    /// The number of values that the line of a value stands for.
    private(set) var values = 1
    private(set) var argumentName: Text?
    private(set) var isUnchecked = false
    /// The identity of a publisher that is an object, and the text of a value.
    private(set) var (object, value): (Text?, Text?)
    private(set) var isOnMain = false
    private(set) var isVirtual = false
    private(set) var count = 0
    private(set) var unit: Double?
    private(set) var version: Int?

    /// Reads an event from a text that contains nothing else.
    init(_ line: UnsafeRawBufferPointer) throws(TraceScanner.Fault) {
        var scanner = TraceScanner(line)
        var event = TraceEvent()
        try scanner.object { (key, scanner) throws(TraceScanner.Fault) in
            switch key {
            case "ph": event.phase = try scanner.text().first
            case "name": event.name = try scanner.text()
            case "id": event.id = try scanner.text().identity
            case "ts": event.time = Self.bounded(try scanner.number())
            case "dur": event.duration = Self.bounded(try scanner.number())
            case "tid": event.thread = Int(Self.bounded(try scanner.number()))
            case "args":
                try scanner.object { (key, scanner) throws(TraceScanner.Fault) in
                    try event.readArgument(key, &scanner)
                }
            default: try scanner.skip()
            }
        }
        guard scanner.peek() == nil else {
            throw scanner.fault("an event has to end its line")
        }
        self = event
    }

    private init() {}

    private mutating func readArgument(
        _ key: Text, _ scanner: inout TraceScanner
    ) throws(TraceScanner.Fault) {
        switch key {
        case "parent": parent = try scanner.text().identity
        case "cause": cause = try scanner.text().identity
        case "id": delivery = try scanner.text().identity
        case "source": source = try scanner.text()
        case "promise": promise = try scanner.text()
        case "publisher": publisher = try scanner.text()
        case "end": end = try scanner.text()
        case "failure": failure = try scanner.text()
        case "missed": missed = Int(min(Self.bounded(try scanner.number()), 1e9))
        case "values": values = Int(min(Self.bounded(try scanner.number()), 1e9))
        case "subscriber": subscriber = try scanner.text()
        case "history": history = try scanner.text()
        case "name": argumentName = try scanner.text()
        case "unchecked": isUnchecked = try scanner.truth()
        case "main": isOnMain = try scanner.truth()
        case "clock": isVirtual = try scanner.text() == "virtual"
        case "count": count = Int(min(Self.bounded(try scanner.number()), 1e9))
        case "unit": unit = Self.bounded(try scanner.number())
        case "version": version = Int(Self.bounded(try scanner.number()))
        case "object":
            object = try scanner.text()
        case "value": value = try scanner.text()
        default: try scanner.skip()
        }
    }

    func isNamed(_ name: StaticString) -> Bool { self.name.map { $0 == name } ?? false }

    /// Limits a number to thirty years in microseconds, which whole numbers can represent.
    private static func bounded(_ number: Double?) -> Double { min(max(number ?? 0, 0), 1e15) }
}
