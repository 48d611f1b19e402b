/// Finds the templates of a table if the caller names none; the build plugin uses the same ones.
///
/// The base is the nearest folder `Templates` with the partial `_Header.mustache`, above the table's target or else
/// above the working directory. If the output is the target's, the target's own folder `Templates` overrides it. The
/// search ends at the package, so unrelated folders above it don't affect the output.
struct TemplateSearch {
    let files: any CommandFiles
    let target: TableTarget
    /// A Boolean value that indicates whether the output is tests: a table `Laws.traits` of a test target gets the
    /// templates in `Templates/Laws`.
    let holdsLaws: Bool

    init(files: any CommandFiles, target: TableTarget, holdsLaws: Bool) {
        self.files = files
        self.target = target
        self.holdsLaws = holdsLaws && Path.name(Path.folder(target.folder)) == "Tests"
    }

    /// The folders of templates; templates in later folders replace templates of the same name.
    ///
    /// - Parameter isForTarget: whether the output becomes part of the table's target.
    func folders(isForTarget: Bool) -> [String]? {
        let own = Path.join(target.folder, Self.name)
        guard let base = base() else {
            // A target may provide all required templates.
            return isForTarget && isBase(own) ? [own] : nil
        }
        let shipped = holdsLaws ? Path.join(base, "Laws") : base
        return isForTarget && own != base && hasTemplates(own) ? [shipped, own] : [shipped]
    }

    private func base() -> String? {
        var starts = [(target.folder, target.package)]
        let here = files.workingDirectory
        if let package = TableTarget.package(above: here, in: files) { starts.append((here, package)) }
        for (start, end) in starts {
            for folder in Path.folders(from: start, to: end) where folder != target.folder || folder == end {
                let candidate = Path.join(folder, Self.name)
                if isBase(candidate) { return candidate }
            }
        }
        return nil
    }

    private static let name = "Templates"

    /// Indicates whether a folder can be a base: it has the header that each output begins with.
    private func isBase(_ folder: String) -> Bool {
        files.list(folder)?.contains("_Header.mustache") == true
    }

    private func hasTemplates(_ folder: String) -> Bool {
        files.list(folder)?.contains { $0.hasSuffix(".mustache") } == true
    }
}
