/// What the samples of a table's rows really showed: the file that a law run writes when the environment variable
/// `TRAITS_LAWS_RECORD` names it.
///
/// ```
/// row Publishers.Map
/// sample upstream.map { $0 }
/// -o| => -o|
/// x => x
/// ```
struct Observations {
    /// For each type, and each combination of the inputs' shapes, the shapes that some sample showed.
    private(set) var rows: [String: [[Shape]: [Shape]]] = [:]

    /// Reads a record; nil if a line can't be read.
    init?(_ text: String) {
        var type = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("row ") {
                type = String(line.dropFirst(4))
                continue
            }
            if line.hasPrefix("sample ") { continue }
            let words = line.split(separator: " ")
            guard !type.isEmpty, let arrow = words.firstIndex(of: "=>") else { return nil }
            var shapes: [Shape] = []
            for word in words[..<arrow] + words[(arrow + 1)...] {
                guard let shape = Shape(lawMarbles: word) else { return nil }
                shapes.append(shape)
            }
            let inputs = Array(shapes[..<arrow])
            for output in shapes[arrow...] where rows[type]?[inputs]?.contains(output) != true {
                rows[type, default: [:]][inputs, default: []].append(output)
            }
        }
    }

    /// The combinations of one row, small ones first.
    func situations(of type: String) -> [(inputs: [Shape], outputs: [Shape])] {
        (rows[type] ?? [:]).map { (inputs: $0.key, outputs: $0.value) }.sorted {
            ($0.inputs.eventCount, $0.inputs.map(\.lawMarbles).joined(separator: " "))
                < ($1.inputs.eventCount, $1.inputs.map(\.lawMarbles).joined(separator: " "))
        }
    }
}

extension [Shape] {
    fileprivate var eventCount: Int {
        reduce(0) { $0 + $1.values + ($1.end == .silent ? 0 : 1) }
    }
}

extension TraitgenCommand {
    /// The record that `--observed` names.
    func observations(_ options: Options) throws(UsageError) -> Observations? {
        guard let path = options.value("--observed") else { return nil }
        guard let bytes = files.read(path) else { throw UsageError("there is no record at \(path)") }
        guard let record = Observations(String(decoding: bytes, as: UTF8.self)) else {
            throw UsageError("\(path) is no record of a law run")
        }
        return record
    }
}
