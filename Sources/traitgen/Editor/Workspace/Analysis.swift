import TraitgenCore
import TraitgenVerbs

/// The findings about one table, and the model that is derived from it.
struct Analysis {
    /// The findings of `check`, about the table, its samples, its names and its imports.
    private(set) var errors: [Diagnostic] = []
    /// The findings of `lint`, which looks only at tables without errors; nil if it hasn't looked yet.
    private(set) var warnings: [Diagnostic]?
    /// The completed text and the finder that `lint` needs.
    private var unlinted: (text: Table, finder: ImageFinder)?
    /// The model of the text; if the text has mistakes, the model of the last text without any.
    private(set) var model: Model?
    /// The paths that were read, also of files that aren't there.
    let reads: Set<String>

    init(
        of table: String, _ bytes: [UInt8], _ files: Overlay, importer: @escaping TableImporter,
        backend: Backend?,
        cache: ModelCache, before: Analysis?
    ) {
        let samples: SampleFinder = { table in
            guard let path = Path.samples(of: table) else { return nil }
            return files.read(path).map { (path: path, bytes: $0) }
        }
        do throws(DiagnosticsError) {
            let model = try Model.build(
                bytes: bytes, path: table, backend: backend, importer: importer, samples: samples,
                cache: cache)
            self.model = model
            var text = cache.parse(bytes, table).table
            if let samples = samples(table) { _ = cache.complete(&text, with: samples, sharing: []) }
            unlinted = (text, cache.finder(limit: model.valueLimit))
        } catch {
            errors = error.diagnostics
            model = before?.model
        }
        let parsed = cache.parse(bytes, table)
        // A row that can't be read is none that is missing.
        if let path = Path.names(of: table), let names = files.read(path), parsed.mistakes.isEmpty {
            let types = parsed.table.rows.map(\.type.value)
            do throws(DiagnosticsError) {
                _ = try NameSheet.parse(bytes: names, path: path, types: types)
            } catch {
                errors += error.diagnostics
            }
        }
        reads = files.reads
        if unlinted == nil { warnings = [] }
    }

    /// Looks for warnings, unless that has been done.
    mutating func lint() {
        guard let model, let (text, finder) = unlinted else { return }
        warnings = Lint(text, model, finder: finder, records: nil).findings
        unlinted = nil
    }

    /// A Boolean value that indicates whether the traits allow other histories than before.
    func changesTraits(since before: Analysis?) -> Bool {
        guard let model, let other = before?.model else { return false }
        return model.allTraits.map(\.language) != other.allTraits.map(\.language)
    }
}
