extension TraitgenCommand {
    /// `traitgen generate TABLE… --output DIR`.
    package func generate(_ options: Options) throws(UsageError) -> Status {
        let tables = try tables(options.words)
        guard options.value("--output") != nil else {
            throw UsageError("`--output` is missing", "say where to write, such as `--output Generated`")
        }
        if options.has("--check") && options.has("--for-build") {
            throw UsageError(
                "`--check` writes nothing, and `--for-build` writes all", "leave one of them out")
        }
        if let collision = collision(tables, options) {
            errors("error: \(collision)")
            errors("note: rename one of them, since generated files are named after their table")
            return .findings
        }
        let duplicates = try duplicates(among: tables + options.all("--beside"), options)
        if !duplicates.isEmpty {
            report(DiagnosticsError(duplicates))
            return .findings
        }
        var status = Status.clean
        for table in tables {
            let one = try generate(table, options, isLast: table == tables.last)
            if one.rawValue > status.rawValue { status = one }
        }
        return status
    }

    private static func folder(_ options: Options, module: String, table: String) -> String {
        (options.value("--output") ?? "").replacing("{module}", with: module).replacing(
            "{table}", with: table)
    }

    /// The first two tables whose output has names that differ in case alone: on a disk that ignores case they would be the
    /// same files.
    private func collision(_ tables: [String], _ options: Options) -> String? {
        var first: [String: (output: String, table: String)] = [:]
        for table in tables where table != "-" {
            let name = String(Path.name(table).dropLast(".traits".count))
            let module =
                options.value("--module") ?? TableTarget(of: absolute(table), module: nil, in: files).module
            let output = Path.join(Self.folder(options, module: module ?? "", table: name), name)
            let known = first[output.lowercased()]
            if let known, known.output != output {
                return
                    "the output of \(known.table) and of \(table) differs in case alone, as `\(output)+….swift`"
            }
            first[output.lowercased()] = known ?? (output, table)
        }
        return nil
    }

    private func generate(_ table: String, _ options: Options, isLast: Bool) throws(UsageError) -> Status {
        let given = try givenTemplates(options)
        let target = TableTarget(of: absolute(table), module: options.value("--module"), in: files)
        let access = try options.access()

        var model: Model
        switch try self.model(table, options) {
        case .failure(let error):
            report(error)
            return .findings
        case .success(let built): model = built
        }
        // The output may be large, and the cached models are no longer needed.
        if isLast { forget() }
        guard let module = options.value("--module") ?? target.module else {
            throw UsageError("\(table) is in no folder of one module", "name the module with `--module NAME`")
        }
        let isForTarget = module == target.module && model.isForItsOwnBackend
        let folders =
            if let given { given } else { try foundTemplates(table, target, isForTarget: isForTarget) }
        let sources = isForTarget ? sources(of: target) : nil
        if let sources {
            model = SharedNames(of: model, hiddenBy: sources.declared, in: module).qualified([model])[0]
        }
        let templates = try templates(folders, for: model.backend)
        let folder = Self.folder(options, module: module, table: model.name)
        // Generated files name their table by its path in the package, without folders of the machine.
        let root = target.isPackage ? target.package : files.workingDirectory
        let source =
            table == "-"
            ? "\(model.name).traits" : Path.relative(absolute(table), to: root) ?? Path.name(table)
        let isForBuild = options.has("--for-build")
        let render = RenderOptions(
            module: module, access: access, root: files.workingDirectory, source: source)

        let generated: [GeneratedFile]
        do throws(DiagnosticsError) {
            let templates = try TemplateSet(templates)
            if !templates.outputNames.contains("Laws") {
                let collisions = try NameCollisions(model, templates: templates, options: render).all()
                if !collisions.isEmpty { throw DiagnosticsError(collisions.map(\.diagnostic)) }
            }
            generated = try Renderer(templates: templates, options: render).render(model)
            if model.backend == .traitsRuntime, var sources {
                for file in generated { sources.add(Array(file.text.utf8), path: file.name) }
                let mistakes = sources.mistakes(in: model, module: module)
                if !mistakes.isEmpty { throw DiagnosticsError(mistakes) }
            }
        } catch {
            report(error)
            return .findings
        }
        if isForBuild { return write(generated.map { (Path.join(folder, $0.name), $0.text) }, model) }
        let plan = OutputFolder(files: files, path: folder, root: root, isPackage: target.isPackage)
            .plan(for: generated, from: source)
        for refusal in plan.refusals {
            errors("error: \(refusal.message)")
            if let help = refusal.help { errors("note: \(help)") }
        }
        if !plan.refusals.isEmpty { return .findings }
        return options.has("--check") ? check(plan, table) : carryOut(plan, model)
    }

    /// `traitgen check TABLE…`.
    func check(_ options: Options) throws(UsageError) -> Status {
        try checked(options).status
    }

    /// Checks tables, and returns the models of those without a mistake.
    package func checked(
        _ options: Options
    ) throws(UsageError) -> (status: Status, models: [(table: String, model: Model)]) {
        let tables = try tables(options.words)
        var checked: [(table: String, model: Model)] = []
        var told: Set<Diagnostic> = []
        for table in tables {
            switch try model(table, options) {
            case .failure(let error):
                // A mistake in a table that others import is reported once.
                report(DiagnosticsError(error.diagnostics.filter { told.insert($0).inserted }))
            case .success(let model):
                output((tables.count > 1 ? "\(table): " : "") + Self.summary(model))
                checked.append((table, model))
            }
        }
        let duplicates = try duplicates(among: tables, options).filter { told.insert($0).inserted }
        report(DiagnosticsError(duplicates))
        return (checked.count == tables.count && duplicates.isEmpty ? .clean : .findings, checked)
    }

    static func summary(_ model: Model) -> String {
        let traits =
            model.traits.isEmpty
            ? plural(model.importedTraits.count, "imported trait") : plural(model.traits.count, "trait")
        return "\(plural(model.rows.count, "row")), \(traits), "
            + "\(plural(model.conformanceCount, "conformance")) derived"
    }

    /// Reports whether a folder is up to date.
    private func check(_ plan: OutputFolder.Plan, _ table: String) -> Status {
        for (path, _) in plan.written {
            errors("error: \(path) \(files.read(path) == nil ? "is missing" : "is stale")")
            currentReport?.add(file: path, .stale)
        }
        for path in plan.removed + plan.orphans.map(\.path) { currentReport?.add(file: path, .leftOver) }
        for path in plan.removed { errors("error: \(path) is left over") }
        for (path, table) in plan.orphans { errors("error: \(Self.orphan(path, table))") }
        guard plan.written.isEmpty, plan.removed.isEmpty, plan.orphans.isEmpty else {
            errors("note: run the same command without `--check`, and commit what it writes")
            return .findings
        }
        output("\(plural(plan.count, "file")) of \(table), all fresh")
        return .clean
    }

    private static func orphan(_ path: String, _ table: String) -> String {
        "\(path) is left over, since there is no \(table) any more; remove the file"
    }

    /// Performs a plan's writes and removals.
    private func carryOut(_ plan: OutputFolder.Plan, _ model: Model) -> Status {
        for path in plan.removed {
            do throws(CommandFileError) {
                try files.remove(path)
            } catch {
                errors("error: \(path) can't be removed: \(error.reason)")
                return .internal
            }
            output("removed \(path)")
            currentReport?.add(file: path, .removed)
        }
        for (path, table) in plan.orphans {
            errors("note: \(Self.orphan(path, table))")
            currentReport?.add(file: path, .leftOver)
        }
        return write(plan.written, model, of: plan.count)
    }

    /// Writes the files that have changed, and reports it.
    private func write(
        _ generated: [(path: String, text: String)], _ model: Model, of count: Int? = nil
    ) -> Status {
        var written = 0
        for (path, text) in generated {
            if let old = files.read(path), LineEnds.areSame(old, text) { continue }
            do throws(CommandFileError) {
                try files.write(Array(text.utf8), to: path)
            } catch {
                errors("error: \(path) can't be written: \(error.reason)")
                return .internal
            }
            output("wrote \(path)")
            currentReport?.add(file: path, .written)
            written += 1
        }
        output(
            "\(Self.summary(model)); wrote \(written) of \(plural(count ?? generated.count, "file"))")
        return .clean
    }

    // MARK: - Templates

    private func absolute(_ path: String) -> String {
        Path.normalized(Path.join(files.workingDirectory, path))
    }

    /// The folders of templates that the caller names; nil without any.
    private func givenTemplates(_ options: Options) throws(UsageError) -> [String]? {
        let given = options.all("--templates")
        for folder in given where files.list(folder) == nil {
            throw UsageError("there is no folder of templates at \(folder)")
        }
        return given.isEmpty ? nil : given
    }

    private func foundTemplates(
        _ table: String, _ target: TableTarget, isForTarget: Bool
    ) throws(UsageError) -> [String] {
        let search = TemplateSearch(
            files: files, target: target, holdsLaws: Path.name(table) == "Laws.traits")
        if let found = search.folders(isForTarget: isForTarget) { return found }
        throw UsageError(
            "there is no folder `Templates` with a `_Header.mustache` in the package of \(table), nor in that of the "
                + "working directory",
            "say where the templates are with `--templates DIR`")
    }

    /// All templates, sorted by name; if two have the same name, the later folder's template counts.
    private func templates(
        _ folders: [String], for backend: Backend
    ) throws(UsageError) -> [TemplateSet.Source] {
        var found: [String: TemplateSet.Source] = [:]
        for folder in folders {
            for name in (files.list(folder) ?? []) where name.hasSuffix(".mustache") {
                let path = Path.join(folder, name)
                guard let bytes = files.read(path) else { throw UsageError("\(path) can't be read") }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw UsageError("\(path) isn't text in UTF-8", "save it in that encoding")
                }
                // A byte order mark would stand at the beginning of each file that the template writes.
                let mark: Unicode.Scalar = "\u{FEFF}"
                let unmarked =
                    text.unicodeScalars.first == mark ? String(text.unicodeScalars.dropFirst()) : text
                found[name] = TemplateSet.Source(path: path, text: unmarked)
            }
        }
        // The runtime has the trait tools already.
        if backend != .traitsRuntime, found[SupportPartial.name] == nil {
            for folder in folders {
                guard let source = try support(besides: folder) else { continue }
                found[SupportPartial.name] = source
            }
        }
        guard !found.isEmpty else {
            throw UsageError("there are no templates in \(folders.joined(separator: ", "))")
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The trait tools of the package that a folder of templates belongs to; nil where there are none.
    private func support(besides folder: String) throws(UsageError) -> TemplateSet.Source? {
        let tools = Path.normalized(Path.join(folder, "../" + SupportPartial.folder))
        var texts: [(name: String, text: String)] = []
        for name in (files.list(tools) ?? []) where name.hasSuffix(".swift") {
            let path = Path.join(tools, name)
            guard let bytes = files.read(path), let text = String(validating: bytes, as: UTF8.self) else {
                throw UsageError("\(path) can't be read")
            }
            texts.append((name, text))
        }
        if texts.isEmpty { return nil }
        return TemplateSet.Source(
            path: Path.join(tools, SupportPartial.name), text: SupportPartial.text(texts))
    }
}
