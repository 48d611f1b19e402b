/// What the samples of a table's rows really showed: the file that a law run writes when the environment variable
/// `TRAITS_LAWS_RECORD` names it.
///
/// ```
/// row Publishers.Map
/// sample upstream.map { $0 }
/// -o| => -o|
/// seen -o| => -o| : -0| => -0|
/// x => x
/// arrives 0 |0
/// shares each any
/// ```
///
/// Lines that begin with `held` are for ``Coverage``. A line of shapes says what was seen of one behaviour of the inputs, a line that begins with `seen` how one of
/// those histories really went. The last two lines are about the row: where values arrived and, behind a bar, ends;
/// and what its subscribers may share, as far as was seen.
struct Observations {
    private struct Situation: Hashable {
        var type: String
        var inputs: [Shape]
        var output: Shape
    }

    /// For each type, and each combination of the inputs' shapes, the shapes that some sample showed; none where the
    /// program stopped.
    private(set) var rows: [String: [[Shape]: [Shape]]] = [:]

    /// The words behind the colon, among them the arrow.
    private var examples: [Situation: [ArraySlice<UInt8>]] = [:]

    /// An event, as far as places go.
    struct Arrival: Hashable {
        /// `caller`, `asker`, `scheduler` or the number of an input.
        var place: String
        var isEnd: Bool
    }

    /// For each type where events arrived; none for one that is exempt from the law.
    private(set) var arrivals: [String: [Arrival]] = [:]
    /// For each type what its subscribers may share, in the words of the law kit.
    private(set) var shares: [String: Set<String>] = [:]

    /// Reads a record; nil if a line can't be read.
    init?(_ text: String) { self.init(Array(text.utf8)) }

    /// Reads a record; nil if a line can't be read.
    ///
    /// A record has ten thousands of lines, so they are read as bytes, row by row, and those that only repeat what the
    /// row has said are left out.
    ///
    /// - Parameter withExamples: whether examples will be asked for: they are more than half of the lines.
    init?(_ bytes: [UInt8], withExamples: Bool = true) {
        var type = ""
        var row: [[Shape]: [Shape]] = [:]
        var said: Set<ArraySlice<UInt8>> = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[min(line.endIndex + 1, rest.endIndex)...]
            if line.isEmpty || line.starts(with: "sample".utf8) || line.starts(with: "held ".utf8) {
                continue
            }
            if line.starts(with: "seen ".utf8) {
                guard withExamples else { continue }
                let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
                if !type.isEmpty, !said.insert(line[..<colon]).inserted { continue }
            } else if line.first.map({ !Self.letters.contains($0) }) ?? false {
                if !type.isEmpty, !said.insert(line).inserted { continue }
            }
            var words = line.split(separator: UInt8(ascii: " "))[...]
            switch words.first.map({ String(decoding: $0, as: UTF8.self) }) {
            case "row":
                let next = String(decoding: line.dropFirst(4), as: UTF8.self)
                if next == type { continue }
                if !row.isEmpty { rows[type] = row }
                type = next
                said = []
                row = rows[type] ?? [:]
            case "sample": continue
            case "arrives":
                arrivals[type] = Self.texts(words.dropFirst()).map { word in
                    Arrival(place: String(word.drop { $0 == "|" }), isEnd: word.first == "|")
                }
            case "shares": shares[type] = Set(Self.texts(words.dropFirst()))
            case "seen":
                guard let colon = words.firstIndex(of: [UInt8(ascii: ":")][...]), !type.isEmpty,
                    let (inputs, outputs) = Self.shapes(words[1..<colon])
                else { return nil }
                words = words[(colon + 1)...]
                guard outputs.count == 1, words.count == inputs.count + 2 else { return nil }
                let situation = Situation(type: type, inputs: inputs, output: outputs[0])
                if examples[situation] == nil { examples[situation] = Array(words) }
            default:
                guard !type.isEmpty, let (inputs, outputs) = Self.shapes(words) else { return nil }
                var known = row[inputs] ?? []
                for output in outputs where !known.contains(output) { known.append(output) }
                row[inputs] = known
            }
        }
        if !row.isEmpty { rows[type] = row }
    }

    /// What the first words of lines that are no shapes begin with; shapes may begin with `o` and `x`.
    private static let letters = "ras".utf8

    private static func texts(_ words: ArraySlice<ArraySlice<UInt8>>) -> [String] {
        words.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func shapes(
        _ words: ArraySlice<ArraySlice<UInt8>>
    ) -> (inputs: [Shape], outputs: [Shape])? {
        guard let arrow = words.firstIndex(where: { $0.first == UInt8(ascii: "=") }) else { return nil }
        let inputs = words[..<arrow].compactMap { Shape(lawMarbles: $0) }
        let outputs = words[(arrow + 1)...].compactMap { Shape(lawMarbles: $0) }
        return inputs.count + outputs.count == words.count - 1 ? (inputs, outputs) : nil
    }

    /// The marbles of the inputs and of the output of a history that was seen, if one was written down.
    func example(of type: String, _ inputs: [Shape], _ output: Shape) -> [String]? {
        examples[Situation(type: type, inputs: inputs, output: output)].map { words in
            Self.texts(words[...]).filter { $0 != "=>" }
        }
    }

    /// The combinations of one row, small ones first.
    func situations(of type: String) -> [(inputs: [Shape], outputs: [Shape])] {
        (rows[type] ?? [:]).map { inputs, outputs in
            (
                inputs: inputs, outputs: outputs,
                key: (inputs.eventCount, inputs.map(\.lawMarbles).joined(separator: " "))
            )
        }.sorted { $0.key < $1.key }.map { ($0.inputs, $0.outputs) }
    }
}

extension [Shape] {
    fileprivate var eventCount: Int {
        reduce(0) { $0 + $1.values + ($1.end == .silent ? 0 : 1) }
    }
}

extension UsageError {
    static let recordIsMissing = UsageError(
        "`--observed` is missing", "record one with `TRAITS_LAWS_RECORD=FILE swift test --filter TableLaws`")
}

extension TraitgenCommand {
    /// The record that `--observed` names.
    func observations(_ options: Options, withExamples: Bool = true) throws(UsageError) -> Observations? {
        guard let path = options.value("--observed") else { return nil }
        guard let bytes = files.read(path) else { throw UsageError("there is no record at \(path)") }
        guard let record = Observations(bytes, withExamples: withExamples) else {
            throw UsageError("\(path) is no record of a law run")
        }
        return record
    }
}
