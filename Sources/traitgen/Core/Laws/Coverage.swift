/// For whom rows have been held to the traits that they keep, as a law run has recorded it.
///
/// ```
/// row Publishers.Map
/// held SinglePublisher MaybePublisher : one thread | a subscriber | sink; cancels
/// ```
///
/// Behind the colon stands where the inputs send, then who took the values: on which path and, behind a semicolon,
/// what else.
struct Coverage {
    /// Where the inputs send.
    enum Threads: String, CaseIterable {
        case one = "one thread"
        case several = "several threads"
    }

    /// Who takes the values.
    struct Taker: Hashable {
        let threads: Threads
        let path: String
        /// Empty for who asks for all, and waits for the end.
        let conduct: String
    }

    /// A row, and a trait that it keeps.
    private struct Claim: Hashable {
        let type: String
        let trait: String
    }

    private var takers: [Claim: Set<Taker>] = [:]

    /// Reads a record; nil if a line that begins with `held` can't be read. Other lines are for ``Observations``.
    init?(_ record: [UInt8]) {
        var type = ""
        for line in record.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "row ".utf8) { type = String(decoding: line.dropFirst(4), as: UTF8.self) }
            guard line.starts(with: "held ".utf8) else { continue }
            let text = String(decoding: line.dropFirst(5), as: UTF8.self)
            guard let colon = text.firstRange(of: " : "), !type.isEmpty else { return nil }
            let words = text[colon.upperBound...].split(separator: " | ")
            guard let threads = words.first.flatMap({ Threads(rawValue: String($0)) }) else { return nil }
            let takers = words.dropFirst().map { Taker($0, on: threads) }
            for trait in text[..<colon.lowerBound].split(separator: " ") {
                self.takers[Claim(type: type, trait: String(trait)), default: []].formUnion(takers)
            }
        }
    }

    func takers(of type: String, keeping trait: String) -> Set<Taker> {
        takers[Claim(type: type, trait: trait)] ?? []
    }
}

extension Coverage.Taker {
    fileprivate init(_ text: Substring, on threads: Coverage.Threads) {
        let parts = text.split(separator: "; ", maxSplits: 1)
        self.init(
            threads: threads, path: parts.first.map(String.init) ?? "",
            conduct: parts.count > 1 ? String(parts[1]) : "")
    }
}

/// How many rows were held to each trait, by who took the values.
struct CoverageTable {
    /// What is said of each row with a trait that no law has held.
    private(set) var faults: [String] = []
    private let traits: [Trait]
    private var rows: [String: Int] = [:]
    /// How many rows were held to a trait, by path and by conduct.
    private var paths: [Key: Int] = [:]
    private var conducts: [Key: Int] = [:]

    private struct Key: Hashable {
        let trait: String
        let threads: Coverage.Threads
        let words: String
    }

    init(_ models: [Model], _ coverage: Coverage) {
        var names: Set<String> = []
        traits = models.flatMap(\.allTraits).filter {
            $0.promise == .events && names.insert($0.name).inserted
        }
        var known: Set<SourceLocation> = []
        for model in models {
            let rows = model.rows.isEmpty ? model.lawRows : model.rows
            for row in rows where !row.samples.isEmpty && known.insert(row.location).inserted {
                for trait in traits where row.keeps(trait) { count(row, trait, coverage) }
            }
        }
    }

    private mutating func count(_ row: Row, _ trait: Trait, _ coverage: Coverage) {
        rows[trait.name, default: 0] += 1
        let takers = coverage.takers(of: row.type, keeping: trait.name)
        for threads in Coverage.Threads.allCases {
            let here = takers.filter { $0.threads == threads }
            if here.isEmpty {
                faults.append(
                    "\(row.location): error: no law held `\(row.type)` to \(trait.name) on "
                        + threads.rawValue)
            }
            for path in Set(here.map(\.path)) {
                paths[Key(trait: trait.name, threads: threads, words: path), default: 0] += 1
            }
            for conduct in Set(here.map(\.conduct)) {
                conducts[Key(trait: trait.name, threads: threads, words: conduct), default: 0] += 1
            }
        }
    }

    /// Two tables: who took the values, and what else they did. In each field, the rows that were held on one thread and
    /// those on several.
    var markdown: String {
        let header = traits.map(\.shortName).joined(separator: " | ")
        let rule = "| --- |" + traits.map { _ in " --: |" }.joined()
        let counts = traits.map { String(rows[$0.name] ?? 0) }.joined(separator: " | ")
        return
            (["| values are taken by | \(header) |", rule, "| *rows that keep it* | \(counts) |"]
            + lines(paths) + ["", "| who | \(header) |", rule]
            + lines(conducts, unnamed: "asks for all and stays to the end")).joined(separator: "\n")
    }

    private func lines(_ counts: [Key: Int], unnamed: String = "") -> [String] {
        let all = Set(counts.keys.map(\.words)).sorted()
        let driven = Dictionary(grouping: counts.keys, by: \.threads).mapValues { Set($0.map(\.words)) }
        return all.map { words in
            let cells = traits.map { trait in
                Coverage.Threads.allCases.map { threads in
                    guard driven[threads]?.contains(words) == true else { return "–" }
                    return String(counts[Key(trait: trait.name, threads: threads, words: words)] ?? 0)
                }.joined(separator: " · ")
            }
            return "| \(words.isEmpty ? unnamed : words) | \(cells.joined(separator: " | ")) |"
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
    func coverage(_ arguments: [String]) throws(UsageError) -> Status {
        let options = try Options(arguments, known: ["--observed", "--import", "--backend"])
        let paths = try tables(options.words)
        guard let record = try record(options, Coverage.init) else { throw UsageError.recordIsMissing }
        guard let models = try models(paths, options) else { return .findings }
        let table = CoverageTable(models, record)
        output(table.markdown)
        for fault in table.faults { errors(fault) }
        return table.faults.isEmpty ? .clean : .findings
    }
}
