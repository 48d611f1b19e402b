import Foundation
import PackagePlugin

/// Runs `traitgen` by hand, in this package or in one that depends on it:
///
///     swift package --allow-writing-to-package-directory traitgen generate Sources/App/App.traits --output Generated
///     swift package traitgen explain Publishers.Zip
///
/// Arguments go to the tool as they are. What a build would find by itself is added when it is not given: the
/// templates of this package for `generate`.
@main
struct TraitGenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var arguments = arguments
        if arguments.first == "generate", !arguments.contains(where: { $0.hasPrefix("--templates") }),
            let home = home(of: context.package)
        {
            arguments += ["--templates", home.appending(path: "Templates").path]
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

    /// The directory of the package that has the target `traitgen`, searched from the package that is built.
    private func home(of root: Package) -> URL? {
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
