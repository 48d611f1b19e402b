/// The tables and results that the models of one run share, so that each is read or derived once.
///
/// The tables of a package import each other; without the cache each model would read the imported tables and derive their rows
/// again.
package final class ModelCache {
    private struct Text {
        var bytes: [UInt8]
        var table: Table
        var mistakes: [Diagnostic]
    }

    private struct Samples {
        var table: Table
        var bytes: [UInt8]?
        var shared: [SampleSheet.Fragments]
        var completed: Table
        var sets: [SampleSheet.Fragments]
        var mistakes: [Diagnostic]
    }

    private struct DeriverKey: Hashable {
        var limit: Int
        var budget: Int
        var languages: [ShapeSet]
        var parents: [[Int]]
    }

    private var folders: [String: [String]] = [:]
    private var texts: [String: Text] = [:]
    private var samples: [String: Samples] = [:]
    private var finders: [Int: ImageFinder] = [:]
    private var derivers: [DeriverKey: Deriver] = [:]

    package init() {}

    /// The tables in a folder, which is searched once.
    func tables(below folder: String, find: (String) -> [String]) -> [String] {
        if let known = folders[folder] { return known }
        let found = find(folder)
        folders[folder] = found
        return found
    }

    /// Reads a table.
    package func parse(_ bytes: [UInt8], _ path: String) -> (table: Table, mistakes: [Diagnostic]) {
        if let known = texts[path], known.bytes == bytes { return (known.table, known.mistakes) }
        let (table, mistakes) = Table.parse(bytes: bytes, path: path)
        texts[path] = Text(bytes: bytes, table: table, mistakes: mistakes)
        return (table, mistakes)
    }

    /// Adds the samples from the file beside a table to its rows; see ``Table/complete(with:sharing:diagnostics:)``.
    package func complete(
        _ table: inout Table, with file: (path: String, bytes: [UInt8])?,
        sharing shared: [SampleSheet.Fragments]
    ) -> (sets: [SampleSheet.Fragments], mistakes: [Diagnostic]) {
        if let known = samples[table.path], known.bytes == file?.bytes, known.shared == shared,
            known.table == table
        {
            table = known.completed
            return (known.sets, known.mistakes)
        }
        let parsed = table
        let diagnostics = DiagnosticSink()
        let sets = table.complete(with: file, sharing: shared, diagnostics: diagnostics)
        let mistakes = diagnostics.diagnostics
        samples[table.path] = Samples(
            table: parsed, bytes: file?.bytes, shared: shared, completed: table, sets: sets,
            mistakes: mistakes)
        return (sets, mistakes)
    }

    /// The finder of images for a limit of values.
    package func finder(limit: Int) -> ImageFinder {
        if let known = finders[limit] { return known }
        let found = ImageFinder(limit: limit)
        finders[limit] = found
        return found
    }

    /// The deriver of conditions for certain traits.
    func deriver(limit: Int, languages: [ShapeSet], parents: [[Int]], ancestors: [[Int]], budget: Int)
        -> Deriver
    {
        let key = DeriverKey(limit: limit, budget: budget, languages: languages, parents: parents)
        if let known = derivers[key] { return known }
        let order = TraitOrder(parents: parents, ancestors: ancestors)
        let found = Deriver(finder: finder(limit: limit), languages: languages, order: order, budget: budget)
        derivers[key] = found
        return found
    }
}
