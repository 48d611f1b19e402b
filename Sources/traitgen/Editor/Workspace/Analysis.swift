import TraitgenCore
import TraitgenVerbs

/// The texts that an analysis is made of, and the tables and results that all analyses share.
struct AnalysisSource {
    let table: String
    let bytes: [UInt8]
    let files: Overlay
    let importer: TableImporter
    let backend: Backend?
    let cache: ModelCache

    fileprivate func samples(of table: String) -> (path: String, bytes: [UInt8])? {
        guard let path = Path.samples(of: table) else { return nil }
        return files.read(path).map { (path: path, bytes: $0) }
    }

    fileprivate func model(_ verdicts: ModelBuilder.Verdicts) throws(DiagnosticsError) -> Model {
        try Model.build(
            bytes: bytes, path: table, backend: backend, importer: importer, samples: samples(of:),
            cache: cache,
            verdicts: verdicts)
    }
}

/// The findings about one table, and the model that is derived from it.
///
/// It is made in three steps, each of which takes as long as the ones before it: mistakes, the whole model, warnings. A newer
/// text takes the place of an analysis before the next step.
struct Analysis {
    /// The findings of `check`, about the table, its samples, its names and its imports.
    private(set) var errors: [Diagnostic] = []
    /// The findings of `lint`, which looks only at tables without errors; nil if it hasn't looked yet.
    private(set) var warnings: [Diagnostic]?
    /// The model of the text; if the text has mistakes, the model of the last text without any.
    private(set) var model: Model?
    /// The paths that were read, also of files that aren't there.
    let reads: Set<String>
    private let source: AnalysisSource
    /// A Boolean value that indicates whether the model is to be derived.
    private(set) var isUnderived = false

    /// Looks for mistakes.
    ///
    /// - Parameter isWhole: derives the model in the same step, since a request needs it.
    init(of source: AnalysisSource, before: Analysis?, isWhole: Bool) {
        self.source = source
        model = before?.model
        do throws(DiagnosticsError) {
            // Verdicts of other rows have no mistakes, unless they take too long.
            let found = try source.model(isWhole ? .all : .claimed)
            if isWhole { model = found } else { isUnderived = true }
        } catch {
            errors = error.diagnostics
            warnings = []
        }
        let parsed = source.cache.parse(source.bytes, source.table)
        // A row that can't be read is none that is missing.
        if let path = Path.names(of: source.table), let names = source.files.read(path),
            parsed.mistakes.isEmpty
        {
            let types = parsed.table.rows.map(\.type.value)
            do throws(DiagnosticsError) {
                _ = try NameSheet.parse(bytes: names, path: path, types: types)
            } catch {
                errors += error.diagnostics
            }
        }
        reads = source.files.reads
    }

    /// Derives the model, unless that has been done.
    mutating func derive() {
        guard isUnderived else { return }
        isUnderived = false
        do throws(DiagnosticsError) {
            model = try source.model(.all)
        } catch {
            errors += error.diagnostics
            warnings = []
        }
    }

    /// Looks for warnings, unless that has been done, or becomes unwanted meanwhile.
    mutating func lint(isUnwanted: () -> Bool) {
        derive()
        guard warnings == nil, let model else { return }
        var text = source.cache.parse(source.bytes, source.table).table
        var texts = [TableText(bytes: source.bytes, path: source.table)]
        if let samples = source.samples(of: source.table) {
            _ = source.cache.complete(&text, with: samples, sharing: [])
            texts.append(TableText(bytes: samples.bytes, path: samples.path))
        }
        let finder = source.cache.finder(limit: model.valueLimit)
        let lint = Lint(text, model, finder: finder, records: nil, texts: texts, isUnwanted: isUnwanted)
        if !lint.isCut { warnings = lint.findings }
    }
}

extension Model {
    /// A Boolean value that indicates whether the traits allow other histories than those of another model.
    func hasOtherTraits(than other: Model) -> Bool {
        allTraits.map(\.language) != other.allTraits.map(\.language)
    }
}
