/// What the samples of a table's rows really showed: the file that a law run writes when the environment variable
/// `TRAITS_LAWS_RECORD` names it.
///
/// ```
/// row Publishers.Map
/// sample upstream.map { $0 }
/// -o| => -o|
/// seen -o| => -o| : -0| => -0|
/// x => x
/// ```
///
/// A line of shapes says what was seen of one behaviour of the inputs, a line that begins with `seen` how one of
/// those histories really went.
struct Observations {
    private struct Situation: Hashable {
        var type: String
        var inputs: [Shape]
        var output: Shape
    }

    /// For each type, and each combination of the inputs' shapes, the shapes that some sample showed; none where the
    /// program stopped.
    private(set) var rows: [String: [[Shape]: [Shape]]] = [:]

    private var examples: [Situation: [String]] = [:]

    /// Reads a record; nil if a line can't be read.
    init?(_ text: String) {
        var type = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("row ") {
                type = String(line.dropFirst(4))
                continue
            }
            if line.hasPrefix("sample ") { continue }
            var words = line.split(separator: " ")[...]
            let isExample = words.first == "seen"
            var example: [String] = []
            if isExample {
                guard let colon = words.firstIndex(of: ":") else { return nil }
                example = words[(colon + 1)...].filter { $0 != "=>" }.map(String.init)
                words = words[1..<colon]
            }
            guard !type.isEmpty, let (inputs, outputs) = Self.shapes(words) else { return nil }
            if isExample {
                guard outputs.count == 1, example.count == inputs.count + 1 else { return nil }
                let situation = Situation(type: type, inputs: inputs, output: outputs[0])
                if examples[situation] == nil { examples[situation] = example }
                continue
            }
            rows[type, default: [:]][inputs, default: []] += []
            for output in outputs where rows[type]?[inputs]?.contains(output) != true {
                rows[type, default: [:]][inputs, default: []].append(output)
            }
        }
    }

    private static func shapes(_ words: ArraySlice<Substring>) -> (inputs: [Shape], outputs: [Shape])? {
        guard let arrow = words.firstIndex(of: "=>") else { return nil }
        let inputs = words[..<arrow].compactMap { Shape(lawMarbles: $0) }
        let outputs = words[(arrow + 1)...].compactMap { Shape(lawMarbles: $0) }
        return inputs.count + outputs.count == words.count - 1 ? (inputs, outputs) : nil
    }

    /// The marbles of the inputs and of the output of a history that was seen, if one was written down.
    func example(of type: String, _ inputs: [Shape], _ output: Shape) -> [String]? {
        examples[Situation(type: type, inputs: inputs, output: output)]
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
