import TraitgenCore

/// The errors of a build, by the files of the proof package that they are in.
struct BuildErrors {
    /// A line of the table or the law table, with the first error there.
    private(set) var samples: [(table: String, line: Int, message: String)] = []
    /// The sources of the library that don't compile, with their first errors.
    private(set) var sources: [(source: String, message: String)] = []
    /// Errors elsewhere.
    private(set) var others: [String] = []

    var isEmpty: Bool { samples.isEmpty && sources.isEmpty && others.isEmpty }

    /// - Parameter lines: The output of `swift build`.
    init(_ lines: [String], of package: ProofPackage) {
        var seen: Set<String> = []
        for line in lines {
            guard let range = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": fatal error: ")
            else {
                if line.hasPrefix("error: ") { others.append(line) }
                continue
            }
            let message = String(line[range.upperBound...])
            let place = line[..<range.lowerBound].split(separator: ":")
            let path = place.first.map(String.init) ?? ""
            let number = place.count > 1 ? Int(place[1]) : nil
            guard seen.insert("\(path):\(number ?? 0)").inserted else { continue }
            if path.hasSuffix(".traits"), let number {
                samples.append((Path.name(path), number, message))
            } else if let source = Path.relative(path, to: Path.join(package.folder, "Sources")),
                !source.hasPrefix(ProofPackage.program + "/")
            {
                if !sources.contains(where: { $0.source == source }) { sources.append((source, message)) }
            } else {
                others.append(line)
            }
        }
    }
}
