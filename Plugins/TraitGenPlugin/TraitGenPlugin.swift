import Foundation
import PackagePlugin

/// Derives trait conformances at build time.
///
/// For each `.traits` file of the target it plans one command, which runs `traitgen-build generate` and writes one Swift file for
/// each template: `Operators.traits` and `Eraser.mustache` give `Operators+Eraser.swift`. Samples may stand beside a table, in
/// a file of the same name: `Operators.samples`.
///
/// The target needs a Swift file, which may be empty: SwiftPM ignores a target without one, and runs no plugin for it.
///
/// A table `Laws.traits` of a test target gets the templates of the folder `Laws` instead: tests that check the rows of its imported
/// tables against the running code. So does that of a program, or of a library that has the template `Laws.mustache`: they
/// replace the template of tests by one of their own.
///
/// The output files of a build are fixed when the package is planned, which happens only when `Package.swift` changes, or when
/// a file is added or removed. So the plugin reads no table and no template: the plan depends on the names of files alone, and
/// `traitgen` finds the mistakes inside them.
@main
struct TraitGenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tables = files(of: target, withExtension: "traits")
        try refuseSamplesWithoutTable(tables, of: target)
        if tables.isEmpty {
            tellOfNoTable(in: target)
            return []
        }

        try refuseTablesOfOneName(tables, of: target)
        let tool = try context.tool(named: "traitgen-build").url
        let imports = importedTables(of: target)
        // A table may import other tables of its target, and each may have samples beside it.
        let read = tables + imports.map(\.file)
        let samples = read.map(Self.samples).filter { FileManager.default.fileExists(atPath: $0.path) }

        return try tables.map { table in
            let stem = table.deletingPathExtension().lastPathComponent
            let holdsLaws = stem == "Laws" && (target.kind != .generic || hasTemplateOfLaws(target))
            let templates = try Templates(
                holdsLaws ? "Templates/Laws" : "Templates", context: context, target: target)
            let outputs = templates.names.map { name in
                context.pluginWorkDirectoryURL.appending(path: "\(stem)+\(name).swift")
            }
            try refuseHandWrittenOutputs(outputs, table: table, target: target)

            // Paths are absolute: the tool runs in the directory of the root package, wherever this target is.
            var arguments = ["generate", table.path, "--module", target.moduleName]
            for directory in templates.directories { arguments += ["--templates", directory.path] }
            for (module, file) in imports { arguments += ["--import", "\(module)=\(file.path)"] }
            for other in tables where other != table { arguments += ["--beside", other.path] }
            // No module imports an executable or a test target, so its declarations needn't be public.
            if target.kind != .generic { arguments += ["--access", "internal"] }
            // Every planned file is written, even if it declares nothing.
            arguments += ["--for-build", "--output", context.pluginWorkDirectoryURL.path]

            return .buildCommand(
                displayName: "Deriving traits from \(target.name)/\(table.lastPathComponent)",
                executable: tool,
                arguments: arguments,
                // The folders are inputs like their files, so that a new or removed partial causes a rebuild.
                inputFiles: read + samples + templates.directories + templates.files + templates.tools,
                outputFiles: outputs)
        }
    }

    /// The tables of all modules that the target can see, from its own package and from other packages.
    ///
    /// Modules may share a folder: its tables are those of the module that imports the others.
    private func importedTables(of target: any SourceModuleTarget) -> [(module: String, file: URL)] {
        // Each target comes after those that it depends on.
        let modules = target.recursiveTargetDependencies
            .compactMap { $0 as? any SourceModuleTarget }
            .flatMap { dependency in
                tables(importedFrom: dependency).map { ($0, dependency.moduleName) }
            }
        return Dictionary(modules) { _, last in last }
            .map { (module: $0.value, file: $0.key) }
            .sorted { ($0.module, $0.file.path) < ($1.module, $1.file.path) }
    }

    private func hasTemplateOfLaws(_ target: any SourceModuleTarget) -> Bool {
        FileManager.default.fileExists(
            atPath: target.directoryURL.appending(path: "Templates/Laws.mustache").path)
    }

    /// The file with the samples of a table, if it has one.
    private static func samples(of table: URL) -> URL {
        table.deletingPathExtension().appendingPathExtension("samples")
    }

    private func refuseSamplesWithoutTable(_ tables: [URL], of target: any SourceModuleTarget) throws {
        let expected = Set(tables.map { Self.samples(of: $0).path })
        for file in files(of: target, withExtension: "samples") where !expected.contains(file.path) {
            let table = file.deletingPathExtension().appendingPathExtension("traits").lastPathComponent
            throw Mistake(
                "\(file.path): error: these samples belong to no table; put them beside '\(table)', under its name"
            )
        }
    }

    /// Warns that the plugin has nothing to do. The manifest may have taken the tables out of the target.
    private func tellOfNoTable(in target: any SourceModuleTarget) {
        let left = tables(importedFrom: target).map(\.lastPathComponent)
        Diagnostics.warning(
            left.isEmpty
                ? "\(target.name) has the plugin TraitGenPlugin and no table; add a file such as '\(target.name).traits' to \(target.directoryURL.path)"
                : "the manifest keeps \(left.map { "'\($0)'" }.joined(separator: ", ")) out of \(target.name), so no code is derived; remove it from 'exclude' and 'resources' there"
        )
    }

    private func refuseTablesOfOneName(_ tables: [URL], of target: any SourceModuleTarget) throws {
        // A disk may ignore case.
        let groups = Dictionary(grouping: tables) { $0.lastPathComponent.lowercased() }
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) where group.count > 1 {
            let paths = group.map(\.path).sorted()
            let names = group.map(\.lastPathComponent).sorted()
            let called =
                names[0] == names[1]
                ? "called '\(names[0])'" : "whose names differ in case alone, '\(names[0])' and '\(names[1])'"
            throw Mistake(
                """
                \(target.name) has two tables \(called): \(paths[0]) and \(paths[1]); \
                rename one of them, since the generated files are named after their table
                """)
        }
    }

    private func refuseHandWrittenOutputs(_ outputs: [URL], table: URL, target: any SourceModuleTarget) throws
    {
        let names = Set(outputs.map(\.lastPathComponent))
        for file in files(of: target, withExtension: "swift") where names.contains(file.lastPathComponent) {
            throw Mistake(
                """
                \(file.path) has the name of a file that is generated from '\(table.lastPathComponent)'; \
                rename the one that you have written
                """)
        }
    }
}

/// The files of a target that have an extension, sorted, so that one package always gives one plan.
private func files(of target: any SourceModuleTarget, withExtension pathExtension: String) -> [URL] {
    target.sourceFiles.map(\.url)
        .filter { $0.pathExtension == pathExtension }
        .sorted { $0.path < $1.path }
}

/// The tables that other targets import from a target. A table with committed output is no source of its target, so that its
/// output isn't derived again: the manifest excludes the table, and this function finds it in the folder.
private func tables(importedFrom target: any SourceModuleTarget) -> [URL] {
    let sources = files(of: target, withExtension: "traits")
    guard sources.isEmpty else { return sources }
    let all = FileManager.default.enumerator(
        at: target.directoryURL, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (all?.compactMap { $0 as? URL } ?? [])
        .filter { $0.pathExtension == "traits" }
        .sorted { $0.path < $1.path }
}

/// The templates that a target uses.
///
/// They are the files of the folder `Templates` of the package that `traitgen` comes from, then those of the folder `Templates`
/// in the target itself, if it has one: a file there replaces a file of the same name, or adds an output. A file whose name
/// begins with `_` is a partial and has no output.
private struct Templates {
    let directories: [URL]
    let files: [URL]
    /// The runtime's sources that come along with the output for another stream library.
    let tools: [URL]
    /// The names of the outputs, sorted.
    let names: [String]

    init(_ folder: String, context: PluginContext, target: any SourceModuleTarget) throws {
        guard let home = Self.home(of: context.package) else {
            throw Mistake(
                "error: no package with the target 'traitgen' is among the dependencies of this package")
        }
        let shipped = home.appending(path: folder)
        if Self.templates(in: shipped).isEmpty {
            throw Mistake(
                "\(shipped.path): error: this folder holds no templates; restore it from the package")
        }
        let own = target.directoryURL.appending(path: "Templates")
        let ownFiles = Self.templates(in: own)
        directories = ownFiles.isEmpty ? [shipped] : [shipped, own]
        files = Self.templates(in: shipped) + ownFiles
        tools = Self.files(in: home.appending(path: "Sources/TraitsRuntime/Traits/Support"), "swift")
        names = Set(files.map { $0.deletingPathExtension().lastPathComponent })
            .filter { !$0.hasPrefix("_") }
            .sorted()
    }

    private static func templates(in directory: URL) -> [URL] { files(in: directory, "mustache") }

    private static func files(in directory: URL, _ pathExtension: String) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == pathExtension }.sorted { $0.path < $1.path }
    }

    /// The directory of the package that has the target `traitgen`, searched from the package that is built.
    private static func home(of root: Package) -> URL? {
        var seen: Set<Package.ID> = []
        var queue = [root]
        while let package = queue.popLast() {
            guard seen.insert(package.id).inserted else { continue }
            if package.targets.contains(where: { $0.name == "traitgen" }) { return package.directoryURL }
            queue += package.dependencies.map(\.package)
        }
        return nil
    }
}

/// A mistake in the package that `traitgen` could not report later, since nothing can be planned.
private struct Mistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
