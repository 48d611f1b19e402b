import Foundation
import PackagePlugin

/// Runs `traitgen` by hand, in this package or in one that depends on it:
///
///     alias traitgen='swift package --allow-writing-to-package-directory traitgen'
///     traitgen explain Publishers.Zip
///     traitgen generate Sources/App/App.traits --output Generated
///
/// SwiftPM asks for the permission to write whatever the arguments are, since it can't know which of them write.
///
/// Arguments go to the tool as they are. What a build would find by itself is added when it is not given: the
/// templates of this package for `generate`, and the tables of all modules that the package can see.
@main
struct TraitGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var arguments = arguments
        let packages = packages(from: context.package)
        if arguments.first == "generate", !arguments.contains(where: { $0.hasPrefix("--templates") }),
            let home = packages.first(where: { $0.targets.contains { $0.name == "traitgen" } })
        {
            arguments += ["--templates", home.directoryURL.appending(path: "Templates").path]
        }
        if let command = arguments.first, Self.tableCommands.contains(command),
            !arguments.contains(where: { $0.hasPrefix("--import") })
        {
            for (module, table) in tables(of: packages) { arguments += ["--import", "\(module)=\(table)"] }
        }

        let process = Process()
        process.executableURL = try context.tool(named: "traitgen").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // The tool has said what is wrong; a second message would only repeat it.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    private static let tableCommands: Set = [
        "generate", "check", "explain", "audit", "table", "mutate", "coverage",
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
