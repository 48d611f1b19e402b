import TraitgenCore

extension TraitgenCommand {
    /// `traitgen table TABLE … --format docc --output FOLDER`: writes pages and pictures to a folder of a catalogue, or
    /// checks with `--check` that they are up to date.
    func catalogue(_ list: OperatorList, in folder: String, isCheck: Bool) throws(UsageError) -> Status {
        let path = Path.normalized(Path.join(files.workingDirectory, folder))
        guard let catalogue = Path.folders(from: path, to: "/").first(where: { $0.hasSuffix(".docc") }),
            catalogue != path
        else {
            throw UsageError(
                "\(folder) is in no documentation catalogue",
                "write to a folder of one, such as `Sources/App/App.docc/Generated`")
        }
        let pages = CatalogPages(
            list, module: String(Path.name(catalogue).dropLast(".docc".count)),
            links: links(in: catalogue, besides: path), diagrams: diagrams(in: Path.folder(catalogue)))
        var stale: [String] = []
        for (name, text) in pages.files.sorted(by: { $0.key < $1.key }) {
            let path = Path.join(folder, name)
            guard let old = files.read(path) else {
                stale.append("\(path) is missing")
                continue
            }
            if LineEnds.areSame(old, text) { continue }
            guard isGenerated(old) else {
                errors("error: \(path) isn't generated, and would be overwritten")
                return .findings
            }
            stale.append("\(path) is stale")
        }
        let left = (files.list(folder) ?? []).sorted().map { Path.join(folder, $0) }.filter { path in
            pages.files[Path.name(path)] == nil && files.read(path).map(isGenerated) == true
        }
        if isCheck {
            for one in stale + left.map({ "\($0) is left over" }) { errors("error: \(one)") }
            guard stale.isEmpty, left.isEmpty else {
                errors("note: run the same command without `--check`, and commit what it writes")
                return .findings
            }
            output("\(plural(pages.files.count, "file")) of \(folder), all fresh")
            return .clean
        }
        do throws(CommandFileError) {
            for path in left { try files.remove(path) }
            for (name, text) in pages.files.sorted(by: { $0.key < $1.key }) {
                let path = Path.join(folder, name)
                if let old = files.read(path), LineEnds.areSame(old, text) { continue }
                try files.write(Array(text.utf8), to: path)
            }
        } catch {
            errors("error: \(folder) can't be written: \(error.reason)")
            return .internal
        }
        output("wrote \(stale.count) of \(plural(pages.files.count, "file")), removed \(left.count)")
        return .clean
    }

    /// The diagrams of the Swift sources of the target in a folder, and of the targets that it exports.
    private func diagrams(in folder: String) -> DiagramFinder {
        var finder = DiagramFinder()
        for path in sources(ofModuleIn: folder) where !path.contains(".docc/") {
            if let bytes = files.read(path) { finder.read(String(decoding: bytes, as: UTF8.self)) }
        }
        return finder
    }

    private func isGenerated(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(1024), as: UTF8.self).contains(CatalogPages.mark)
    }

    /// The links to methods on the pages of a catalogue, except in the output folder.
    private func links(in folder: String, besides output: String) -> [CatalogLink] {
        (files.list(folder) ?? []).sorted().flatMap { name -> [CatalogLink] in
            let path = Path.join(folder, name)
            if path == output { return [] }
            guard name.hasSuffix(".md") else {
                return files.list(path) == nil ? [] : links(in: path, besides: output)
            }
            return CatalogLink.all(in: String(decoding: files.read(path) ?? [], as: UTF8.self))
        }
    }
}
