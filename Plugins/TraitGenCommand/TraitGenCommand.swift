import Foundation
import PackagePlugin

/// Runs `traitgen` by hand, in this package or in one that depends on it:
///
///     swift package traitgen explain Publishers.Zip
///     swift package --allow-writing-to-package-directory traitgen generate Sources/App/App.traits --output Generated
///
/// SwiftPM would ask for a permission that the plugin declares whatever the arguments are. It declares none, so verbs that
/// only read work as they are; those that write say which option to give where the system keeps them from it.
///
/// Arguments go to the tool as they are. What a build would find by itself is added when it is not given: for `generate`
/// the target, with its templates on top of those of the package that `traitgen` comes from, and for all verbs the tables
/// of the modules that the package can see.
@main
struct TraitGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var arguments = arguments
        let packages = packages(from: context.package)
        if arguments.first == "generate" {
            arguments += generation(arguments, packages, context.package.directoryURL)
        }
        if let command = arguments.first, Self.tableCommands.contains(command),
            !arguments.contains(where: { $0.hasPrefix("--import") })
        {
            // A first table imports those of all modules that its own depends on, and no others.
            let seen = command == "init" ? dependencies(ofTarget: arguments.dropFirst().first, packages) : nil
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
        // The tool has said what is wrong; a second message would only repeat it.
        if process.terminationStatus == 3 {
            print(
                "note: `swift package --allow-writing-to-package-directory traitgen …` may write in the package"
            )
        }
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// What the build plugin would say for a table.
    private func generation(_ arguments: [String], _ packages: [Package], _ root: URL) -> [String] {
        func isGiven(_ option: String) -> Bool { arguments.contains { $0.hasPrefix(option) } }
        // Several tables may be those of several targets, which the tool finds by itself.
        let named = arguments.dropFirst().filter { $0.hasSuffix(".traits") }
        let table = named.count == 1 ? named[0] : nil
        let path = table.map { URL(filePath: $0, relativeTo: root).standardizedFileURL.path } ?? ""
        let target = packages.flatMap(\.targets)
            .compactMap { $0 as? any SourceModuleTarget }
            .filter { path.hasPrefix($0.directoryURL.standardizedFileURL.path + "/") }
            .max { $0.directoryURL.path.count < $1.directoryURL.path.count }
        var result: [String] = []
        // Another library or another module has no use for what the target adds.
        let isForTarget = !isGiven("--module") && !isGiven("--backend")
        if !isGiven("--templates"),
            let home = packages.first(where: { $0.targets.contains { $0.name == "traitgen" } })
        {
            let holdsLaws = target?.kind == .test && path.hasSuffix("/Laws.traits")
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

    private static let tableCommands: Set = [
        "generate", "check", "explain", "dump", "diff", "audit", "table", "mutate", "coverage", "lint",
        "import", "propose", "init",
    ]

    /// The package that is built, and all that it depends on.
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

    /// The modules that a target depends on; none where there is no such target.
    private func dependencies(ofTarget name: String?, _ packages: [Package]) -> Set<String> {
        let target = packages.flatMap(\.targets).first { $0.name == name }
        let modules = target?.recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget } ?? []
        return Set(modules.map(\.moduleName))
    }

    /// The tables of all modules that others can import.
    private func tables(of packages: [Package]) -> [(module: String, table: String)] {
        packages.flatMap(\.targets)
            .compactMap { $0 as? any SourceModuleTarget }
            .filter { $0.kind == .generic }
            .flatMap { target in tables(of: target).map { (target.moduleName, $0.path) } }
            .sorted { $0 < $1 }
    }

    /// The tables of one module; those whose output is committed are excluded in the manifest, and found in its folder.
    private func tables(of target: any SourceModuleTarget) -> [URL] {
        let sources = target.sourceFiles.map(\.url).filter { $0.pathExtension == "traits" }
        guard sources.isEmpty else { return sources }
        let all = FileManager.default.enumerator(
            at: target.directoryURL, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "traits" }
    }
}
