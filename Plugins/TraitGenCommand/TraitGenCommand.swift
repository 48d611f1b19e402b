import Foundation
import PackagePlugin

/// Runs `traitgen` by hand, in this package or in a package that depends on it:
///
///     swift package traitgen explain Publishers.Zip
///     swift package --allow-writing-to-package-directory traitgen generate Sources/App/App.traits --output Generated
///
/// SwiftPM asks for each permission that a plugin declares, whatever the arguments are. This plugin declares none, so verbs
/// that only read work without an option. If the sandbox denies a verb that writes, the plugin prints the option to give.
///
/// Arguments go to the tool unchanged, but for paths from a folder below the package's, where the command was given. Missing
/// arguments are added, as the build plugin finds them: for `generate` the target, with its templates after the templates of the
/// package that `traitgen` comes from, and for all verbs the tables of the modules that the package can see.
@main
struct TraitGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var arguments = fromCaller(arguments, context.package.directoryURL)
        let packages = packages(from: context.package)
        if arguments.first == "generate" {
            arguments += generation(arguments, packages, context.package.directoryURL)
        }
        if let command = arguments.first, Self.tableCommands.contains(command),
            !arguments.contains(where: { $0.hasPrefix("--import") })
        {
            // A first table imports only the tables of modules that its own module depends on. The module's own tables say which
            // publishers need no new row.
            let seen = command == "init" ? modules(seenBy: arguments.dropFirst().first, packages) : nil
            for (module, table) in tables(of: packages) where seen?.contains(module) ?? true {
                arguments += ["--import", "\(module)=\(table)"]
            }
        }

        let process = Process()
        process.executableURL = try context.tool(named: "traitgen").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // The tool has reported the mistake; a second message would only repeat it.
        if process.terminationStatus == 3 {
            print(
                "note: `swift package --allow-writing-to-package-directory traitgen …` may write in the package"
            )
        }
        if process.terminationStatus != 0 {
            // SwiftPM replaces each status but 0 by 1.
            if process.terminationStatus != 1 {
                FileHandle.standardError.write(
                    Data("note: traitgen: status \(process.terminationStatus)\n".utf8))
            }
            exit(process.terminationStatus)
        }
    }

    /// The arguments with paths from the package's folder: the caller names files from the folder where the command was
    /// given, which may be below the package's.
    private func fromCaller(_ arguments: [String], _ root: URL) -> [String] {
        let root = root.standardizedFileURL.resolvingSymlinksInPath().path
        guard let folder = ProcessInfo.processInfo.environment["PWD"] else { return arguments }
        let caller = URL(filePath: folder).standardizedFileURL.resolvingSymlinksInPath()
        guard caller.path.hasPrefix(root + "/") else { return arguments }
        let prefix = caller.path.dropFirst(root.count + 1)
        func moved(_ path: Substring, isOutput: Bool) -> String {
            let exists = FileManager.default.fileExists(atPath: caller.appending(path: String(path)).path)
            return path.hasPrefix("/") || !(isOutput || exists) ? String(path) : "\(prefix)/\(path)"
        }
        // A folder may have the name of a module or a type.
        let names: Set = ["--module", "--target", "--row"]
        return arguments.enumerated().map { index, argument in
            // `--output=DIR` or `--output DIR`, and `--import NAME=PATH`.
            let isOption = argument.hasPrefix("--")
            let given =
                isOption ? String(argument.prefix { $0 != "=" }) : index > 0 ? arguments[index - 1] : ""
            let isOperand = !isOption && !given.hasPrefix("-")
            if index == 0 || names.contains(given) || isOperand && ["init", "explain"].contains(arguments[0])
            {
                return argument
            }
            var start = argument.startIndex
            // An option in front of its value, and the name in front of a path, with the sign between.
            for _ in 0..<(isOption ? 1 : 0) + (given == "--import" ? 1 : 0) {
                guard let sign = argument[start...].firstIndex(of: "=") else { return argument }
                start = argument.index(after: sign)
            }
            if argument[start...].hasPrefix("-") { return argument }
            return argument[..<start] + moved(argument[start...], isOutput: given == "--output")
        }
    }

    /// The arguments that the build plugin would pass for a table.
    private func generation(_ arguments: [String], _ packages: [Package], _ root: URL) -> [String] {
        func isGiven(_ option: String) -> Bool { arguments.contains { $0.hasPrefix(option) } }
        // Several tables may belong to several targets, which the tool finds by itself.
        let named = arguments.dropFirst().filter { $0.hasSuffix(".traits") }
        let table = named.count == 1 ? named[0] : nil
        let path = table.map { URL(filePath: $0, relativeTo: root).standardizedFileURL.path } ?? ""
        let target = packages.flatMap(\.targets)
            .compactMap { $0 as? any SourceModuleTarget }
            .filter { path.hasPrefix($0.directoryURL.standardizedFileURL.path + "/") }
            .max { Self.place(of: $0) < Self.place(of: $1) }
        var result: [String] = []
        // The target's templates are of no use for another library or another module.
        let isForTarget = !isGiven("--module") && !isGiven("--backend")
        if !isGiven("--templates"),
            let home = packages.first(where: { $0.targets.contains { $0.name == "traitgen" } })
        {
            let holdsLaws = path.hasSuffix("/Laws.traits") && (target.map(Self.mayHoldLaws) ?? false)
            result += [
                "--templates",
                home.directoryURL.appending(path: holdsLaws ? "Templates/Laws" : "Templates").path,
            ]
            let own = target?.directoryURL.appending(path: "Templates").path ?? ""
            if isForTarget, FileManager.default.fileExists(atPath: own) { result += ["--templates", own] }
        }
        if let target, isForTarget {
            result += ["--module", target.moduleName]
            if target.kind != .generic, !isGiven("--access") { result += ["--access", "internal"] }
        }
        return result
    }

    private static func mayHoldLaws(_ target: any SourceModuleTarget) -> Bool {
        target.kind != .generic
            || FileManager.default.fileExists(
                atPath: target.directoryURL.appending(path: "Templates/Laws.mustache").path)
    }

    private static let tableCommands: Set = [
        "generate", "check", "explain", "dump", "diff", "audit", "table", "mutate", "coverage", "lint",
        "import", "propose", "init",
    ]

    /// The root package and all its dependencies.
    private func packages(from root: Package) -> [Package] {
        var seen: Set<Package.ID> = []
        var found: [Package] = []
        var queue = [root]
        while let package = queue.popLast() {
            guard seen.insert(package.id).inserted else { continue }
            found.append(package)
            queue += package.dependencies.map(\.package)
        }
        return found
    }

    /// The module of a target, and the modules that it depends on; none if there is no such target.
    private func modules(seenBy name: String?, _ packages: [Package]) -> Set<String> {
        guard let target = packages.flatMap(\.targets).first(where: { $0.name == name }) else { return [] }
        let all = ([target] + target.recursiveTargetDependencies).compactMap { $0 as? any SourceModuleTarget }
        return Set(all.map(\.moduleName))
    }

    /// The rank of a target among those whose folders a file is in. Where modules share a folder, it
    /// belongs to the one that imports the others.
    private static func place(of target: any SourceModuleTarget) -> (Int, Int) {
        (target.directoryURL.path.count, target.recursiveTargetDependencies.count)
    }

    /// The tables of all modules that others can import.
    private func tables(of packages: [Package]) -> [(module: String, table: String)] {
        let modules = packages.flatMap(\.targets)
            .compactMap { $0 as? any SourceModuleTarget }
            .filter { $0.kind == .generic }
            .sorted { Self.place(of: $0) < Self.place(of: $1) }
            .flatMap { target in tables(of: target).map { ($0.path, target.moduleName) } }
        return Dictionary(modules) { _, last in last }
            .map { (module: $0.value, table: $0.key) }
            .sorted { $0 < $1 }
    }

    /// The tables of one module. A table with committed output is excluded in the manifest, and found in the module's folder.
    private func tables(of target: any SourceModuleTarget) -> [URL] {
        let sources = target.sourceFiles.map(\.url).filter { $0.pathExtension == "traits" }
        guard sources.isEmpty else { return sources }
        let all = FileManager.default.enumerator(
            at: target.directoryURL, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "traits" }
    }
}
