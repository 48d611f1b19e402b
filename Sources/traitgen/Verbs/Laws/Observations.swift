import TraitgenCore

/// The observed behaviour of the samples of a table's rows: the contents of the file that a law run writes if the
/// environment variable `TRAITS_LAWS_RECORD` names one.
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
/// A line of shapes lists the outputs that were seen for one combination of input histories. A line that begins with
/// `seen` gives the exact events of one example. The last two lines are about the row: the places where values and,
/// behind a bar, ends arrived, and the sharing of its subscribers that was seen. Lines that begin with `held` are for
/// ``Coverage``.
struct Observations {
    /// The outputs that the samples showed for one combination of input histories; none if the program stopped.
    private struct Situation {
        var inputs: SituationCode
        var outputs = SeenShapes()
    }

    /// The observations of one row's samples.
    private struct Record {
        var situations: [Situation] = []
        /// The probable index of the next situation: all samples of a row are tried in one order.
        var next = 0
        /// The codes of examples, and the ranges of their words in the file. Few examples are ever requested, so their
        /// words are parsed on demand.
        var examples: [(code: SituationCode, words: Range<Int>)] = []

        /// Returns the index of a situation, adding it if necessary. Until `sort()` runs, a situation may have two
        /// entries.
        mutating func place(of inputs: SituationCode) -> Int {
            if next == situations.count || situations[next].inputs != inputs {
                next = situations.count
                situations.append(Situation(inputs: inputs))
            }
            next += 1
            return next - 1
        }

        /// Sorts the situations and merges duplicates.
        mutating func sort() {
            situations.sort { $0.inputs < $1.inputs }
            var kept = 0
            for index in situations.indices.dropFirst() {
                if situations[index].inputs == situations[kept].inputs {
                    situations[kept].outputs.formUnion(situations[index].outputs)
                } else {
                    kept += 1
                    situations[kept] = situations[index]
                }
            }
            situations.removeSubrange(min(kept + 1, situations.count)...)
        }
    }

    private var records: [String: Record] = [:]
    private let bytes: [UInt8]

    /// For each type the places where events arrived: `caller`, `asker`, `scheduler` and the numbers of inputs; none for a type
    /// that is exempt from the law.
    private(set) var arrivals: [String: Set<String>] = [:]
    /// For each type the possible sharing among its subscribers, in the words of the law kit.
    private(set) var shares: [String: Set<String>] = [:]

    /// Reads a record; nil if a line can't be read.
    init?(_ text: String) { self.init(Array(text.utf8)) }

    /// Reads a record; nil if a line can't be read.
    ///
    /// A record has tens of thousands of lines, and most of them repeat a situation. A situation is therefore looked up
    /// by a number, and an example stays unparsed in the file until it is requested.
    ///
    /// - Parameter withExamples: whether examples are kept; they are more than half of the lines.
    init?(_ bytes: [UInt8], withExamples: Bool = true) {
        self.bytes = bytes
        var reader = RecordReader(bytes)
        var type = ""
        var record = Record()
        while reader.nextLine() {
            guard reader.isAtLetter else {
                guard !type.isEmpty, Self.readShapes(&reader, &record) else { return nil }
                continue
            }
            guard let word = reader.nextWord() else { continue }
            if reader.isWord(word, "seen") {
                guard withExamples else { continue }
                guard !type.isEmpty, Self.readExample(&reader, &record) else { return nil }
            } else if reader.isWord(word, "row") {
                let next = reader.restOfLine()
                if next == type {
                    record.next = 0
                    continue
                }
                if !record.situations.isEmpty { records[type] = record }
                record = records.removeValue(forKey: next) ?? Record()
                record.next = 0
                type = next
            } else if reader.isWord(word, "arrives") {
                arrivals[type] = Set(reader.restOfWords().map { String($0.drop { $0 == "|" }) })
            } else if reader.isWord(word, "shares") {
                shares[type] = Set(reader.restOfWords())
            } else if !reader.isWord(word, "sample") && !reader.isWord(word, "held") {
                return nil
            }
        }
        if !record.situations.isEmpty { records[type] = record }
        for type in records.keys { records[type]?.sort() }
    }

    /// Reads the inputs, the arrow and all outputs.
    private static func readShapes(_ reader: inout RecordReader, _ record: inout Record) -> Bool {
        guard let inputs = readInputs(&reader) else { return false }
        let place = record.place(of: inputs)
        while let word = reader.nextWord() {
            guard let output = reader.shape(word), record.situations[place].outputs.insert(output) else {
                return false
            }
        }
        return true
    }

    /// Reads the inputs, the arrow and one output, and notes the range of the exact events behind the colon.
    private static func readExample(_ reader: inout RecordReader, _ record: inout Record) -> Bool {
        guard var code = readInputs(&reader), let word = reader.nextWord(), let output = reader.shape(word),
            code.append(output), let colon = reader.nextWord(), reader.isWord(colon, ":")
        else { return false }
        record.examples.append((code, reader.position..<reader.lineEnd))
        // There must be as many words as shapes, and an arrow among them.
        var words: UInt64 = 0
        while reader.nextWord() != nil { words += 1 }
        return words == code.count + 1
    }

    private static func readInputs(_ reader: inout RecordReader) -> SituationCode? {
        var code = SituationCode()
        while let word = reader.nextWord() {
            if reader.isArrow(word) { return code }
            guard let shape = reader.shape(word), code.append(shape) else { return nil }
        }
        return nil
    }

    /// Indicates whether any sample of a type was recorded.
    func has(_ type: String) -> Bool { records[type] != nil }

    /// Indicates whether any sample of a row was recorded.
    func has(_ row: Row) -> Bool { record(of: row) != nil }

    private func record(of row: Row) -> Record? { records[of: row] }

    /// Indicates whether the record has as many inputs as the row: the table may have changed since it was written.
    func fits(_ row: Row) -> Bool {
        let inputs = row.kind == .source ? 0 : UInt64(row.inputs.count)
        return record(of: row)?.situations.allSatisfy { $0.inputs.count == inputs } ?? true
    }

    /// The marbles of the inputs and of the output of a recorded example, if there is one.
    func example(of type: String, _ inputs: [Shape], _ output: Shape) -> [String]? {
        var code = SituationCode()
        guard (inputs + [output]).allSatisfy({ code.append($0) }),
            let example = records[type]?.examples.first(where: { $0.code == code })
        else { return nil }
        return bytes[example.words].split(separator: UInt8(ascii: " "))
            .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "=>" }
    }

    /// The marbles of a recorded example of a row, if there is one.
    func example(of row: Row, _ inputs: [Shape], _ output: Shape) -> [String]? {
        row.recordNames.lazy.compactMap { example(of: $0, inputs, output) }.first
    }

    /// The situations of one row in the order of their codes, fewest events first.
    func situations(of row: Row) -> [(inputs: SituationCode, outputs: SeenShapes)] {
        (record(of: row)?.situations ?? []).map { ($0.inputs, $0.outputs) }
    }
}

extension Row {
    /// The names under which a law run may have recorded the row: with its module, or without it if the run knew none. The module
    /// comes first, since a row of another table may have the type's name.
    var recordNames: [String] { (home.map { ["\($0).\(type)"] } ?? []) + [name, type] }
}

extension Dictionary where Key == String {
    /// The value that a law run has recorded of a row; nil if there is none.
    subscript(of row: Row) -> Value? { row.recordNames.lazy.compactMap { self[$0] }.first }
}
