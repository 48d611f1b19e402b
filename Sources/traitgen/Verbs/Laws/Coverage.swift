import TraitgenCore

/// The subscribers that the traits of rows were checked with, as recorded by a law run.
///
/// ```
/// row Publishers.Map
/// held SinglePublisher MaybePublisher : one thread | a subscriber | sink; cancels
/// ```
///
/// The part after the colon names the threads that the inputs send on, then the taker of the values: its path and,
/// behind a semicolon, its conduct.
struct Coverage {
    /// The threads that the inputs send on.
    enum Threads: String, CaseIterable {
        case one = "one thread"
        case several = "several threads"
    }

    /// The taker of the values.
    struct Taker {
        let threads: Threads
        /// The index of its path in ``words``.
        let path: Int
        /// The index of its conduct in ``words``; the words are empty for a subscriber that asks for all values and
        /// waits for the end.
        let conduct: Int
    }

    /// A row, and a trait that it keeps.
    private struct Claim: Hashable {
        let type: String
        let trait: String
    }

    /// The descriptions of takers, each once.
    private(set) var words: [String] = []
    private var numbers: [String: Int] = [:]
    private var allTakers: [Taker] = []
    /// For each claim, flags that indicate which of all takers it was checked with.
    private var takers: [Claim: [Bool]] = [:]

    /// The conduct that every trait of a row must have been tried with, since programs behave in all of these ways, and
    /// the words that report where it was missing.
    static let required = [
        (conduct: "closures act", place: "where closures act"),
        (conduct: "the scheduler is odd", place: "on an odd scheduler"),
        (conduct: "asks when all has been sent", place: "where demand comes late"),
    ]

    /// Reads a record; nil if it has no row, or a line that begins with `held` can't be read. Other lines are for
    /// ``Observations``.
    init?(_ record: [UInt8]) {
        var reader = RecordReader(record)
        var type = ""
        /// The indices of takers by their text. Most lines repeat the text between two bars.
        var known: [Threads: [String: Int]] = [:]
        while reader.nextLine() {
            guard reader.isAtLetter, let word = reader.nextWord() else { continue }
            if reader.isWord(word, "row") { type = reader.restOfLine() }
            guard reader.isWord(word, "held") else { continue }
            guard !type.isEmpty, let (traits, threads) = Self.readTraits(&reader) else { return nil }
            var found: [Int] = []
            while let text = reader.nextField() {
                if let taker = known[threads]?[text] {
                    found.append(taker)
                } else {
                    known[threads, default: [:]][text] = allTakers.count
                    found.append(allTakers.count)
                    allTakers.append(taker(text, on: threads))
                }
            }
            for trait in traits { note(found, Claim(type: type, trait: trait)) }
        }
        if type.isEmpty { return nil }
    }

    private mutating func note(_ found: [Int], _ claim: Claim) {
        var flags = takers.removeValue(forKey: claim) ?? []
        if flags.count < allTakers.count {
            flags += Array(repeating: false, count: allTakers.count - flags.count)
        }
        for taker in found { flags[taker] = true }
        takers[claim] = flags
    }

    /// Reads up to the first bar.
    private static func readTraits(_ reader: inout RecordReader) -> (traits: [String], threads: Threads)? {
        var traits: [String] = []
        while let word = reader.nextWord() {
            if reader.isWord(word, ":") {
                return reader.nextField().flatMap(Threads.init).map { (traits, $0) }
            }
            traits.append(reader.text(word))
        }
        return nil
    }

    private mutating func taker(_ text: String, on threads: Threads) -> Taker {
        let parts = text.split(separator: "; ", maxSplits: 1)
        return Taker(
            threads: threads, path: number(of: parts.first ?? ""),
            conduct: number(of: parts.count > 1 ? parts[1] : ""))
    }

    private mutating func number(of words: Substring) -> Int {
        let words = String(words)
        if let number = numbers[words] { return number }
        numbers[words] = self.words.count
        self.words.append(words)
        return self.words.count - 1
    }

    func takers(of row: Row, keeping trait: Trait) -> [Taker] {
        let flags =
            row.recordNames.lazy.flatMap { type in
                [trait.name, trait.bareName].lazy.compactMap { takers[Claim(type: type, trait: $0)] }
            }.first ?? []
        return flags.indices.filter { flags[$0] }.map { allTakers[$0] }
    }
}

/// The number of rows that were checked for each trait, by the taker of the values.
struct CoverageTable {
    /// The rows and traits that no law has checked, by the place where the check is missing.
    private var gaps: [(place: String, rows: [(row: Row, traits: [String])])] = []
    private let traits: [Trait]
    private let words: [String]
    /// The number of rows that keep each trait.
    private var rows: [Int]
    /// The numbers of rows that were checked for a trait, by path and by conduct.
    private var paths: [Key: Int] = [:]
    private var conducts: [Key: Int] = [:]

    private struct Key: Hashable {
        /// The trait's index in ``traits``.
        let trait: Int
        let threads: Coverage.Threads
        /// An index into ``words``.
        let taker: Int
    }

    init(_ models: [Model], _ coverage: Coverage) {
        words = coverage.words
        var names: Set<String> = []
        traits = models.flatMap(\.allTraits).filter {
            $0.promise == .events && names.insert($0.name).inserted
        }
        rows = traits.map { _ in 0 }
        var known: Set<SourceLocation> = []
        for model in models {
            let rows = model.rows.isEmpty ? model.lawRows : model.rows
            for row in rows where !row.samples.isEmpty && known.insert(row.location).inserted {
                for trait in traits.indices where row.keeps(traits[trait]) { count(row, trait, coverage) }
            }
        }
    }

    private mutating func count(_ row: Row, _ trait: Int, _ coverage: Coverage) {
        rows[trait] += 1
        let name = traits[trait].name
        let takers = coverage.takers(of: row, keeping: traits[trait])
        guard !takers.isEmpty else { return note("", row, name) }
        for threads in Coverage.Threads.allCases {
            let here = takers.filter { $0.threads == threads }
            if here.isEmpty {
                note(" on " + threads.rawValue, row, name)
            }
            if threads == .one, !here.isEmpty {
                for (conduct, place) in Coverage.required
                where !here.contains(where: { words[$0.conduct] == conduct }) {
                    note(" " + place, row, name)
                }
            }
            for path in Set(here.map(\.path)) {
                paths[Key(trait: trait, threads: threads, taker: path), default: 0] += 1
            }
            for conduct in Set(here.map(\.conduct)) {
                conducts[Key(trait: trait, threads: threads, taker: conduct), default: 0] += 1
            }
        }
    }

    private mutating func note(_ place: String, _ row: Row, _ trait: String) {
        let index = gaps.firstIndex { $0.place == place } ?? gaps.count
        if index == gaps.count { gaps.append((place, [])) }
        if gaps[index].rows.last?.row.location == row.location {
            gaps[index].rows[gaps[index].rows.count - 1].traits.append(trait)
        } else {
            gaps[index].rows.append((row, [trait]))
        }
    }

    /// The number of rows that are listed for a place; further rows are only counted, since the record then covers a
    /// part of the laws.
    private static let mostListed = 10

    /// The messages about rows with a trait that no law has checked.
    var faults: [String] {
        gaps.flatMap { place, rows in
            var lines = rows.prefix(Self.mostListed).map { row, traits in
                "\(row.location): error: no law held `\(row.name)` to \(traits.joined(separator: ", "))\(place)"
            }
            let rest = rows.count - lines.count
            if rest > 0 {
                lines.append("error: nor \(plural(rest, "more row"))\(place)")
                lines.append("note: is the record of all laws? `swift test --filter TableLaws` runs them")
            }
            return lines
        }
    }

    /// Two tables: one by the path of the values, one by the conduct of their taker. Each field has the number of rows
    /// that were checked on one thread, and on several.
    var markdown: String {
        let header = traits.map(\.shortName).joined(separator: " | ")
        let rule = "| --- |" + traits.map { _ in " --: |" }.joined()
        let counts = rows.map(String.init).joined(separator: " | ")
        return
            (["| values are taken by | \(header) |", rule, "| *rows that keep it* | \(counts) |"]
            + lines(paths) + ["", "| the subscriber | \(header) |", rule]
            + lines(conducts, unnamed: "asks for all and stays to the end")).joined(separator: "\n")
    }

    var json: JSONValue {
        func list(_ counts: [Key: Int]) -> JSONValue {
            let keys = counts.keys.sorted {
                let (a, b) = (words[$0.taker], words[$1.taker])
                return (a, $0.trait, $0.threads.rawValue) < (b, $1.trait, $1.threads.rawValue)
            }
            return .list(
                keys.map { key in
                    [
                        "taker": .text(words[key.taker]), "trait": .text(traits[key.trait].name),
                        "threads": .text(key.threads.rawValue), "rows": .number(counts[key] ?? 0),
                    ]
                })
        }
        return [
            "traits": .list(
                zip(traits, rows).map { ["trait": .text($0.name), "rows": .number($1)] }),
            "paths": list(paths), "conducts": list(conducts),
        ]
    }

    private func lines(_ counts: [Key: Int], unnamed: String = "") -> [String] {
        let all = Set(counts.keys.map(\.taker)).sorted { words[$0] < words[$1] }
        let driven = Dictionary(grouping: counts.keys, by: \.threads).mapValues { Set($0.map(\.taker)) }
        return all.map { taker in
            let cells = traits.indices.map { trait in
                Coverage.Threads.allCases.map { threads in
                    guard driven[threads]?.contains(taker) == true else { return "–" }
                    return String(counts[Key(trait: trait, threads: threads, taker: taker)] ?? 0)
                }.joined(separator: " · ")
            }
            return "| \(words[taker].isEmpty ? unnamed : words[taker]) | \(cells.joined(separator: " | ")) |"
        }
    }
}

extension Row {
    fileprivate func keeps(_ trait: Trait) -> Bool {
        switch verdicts.first(where: { $0.trait == trait.name })?.outcome {
        case .always, .when: true
        case .never, nil: false
        }
    }
}

extension TraitgenCommand {
    /// `traitgen coverage TABLE … --observed FILE`.
    func coverage(_ options: Options) throws(UsageError) -> Status {
        let paths = try tables(options.words)
        guard let record = try record(options, { Coverage($0) }) else { throw UsageError.recordIsMissing }
        guard let models = try models(paths, options) else { return .findings }
        let table = CoverageTable(models, try record.content())
        output(table.markdown)
        result(table.json)
        for fault in table.faults { errors(fault) }
        return table.faults.isEmpty ? .clean : .findings
    }
}
