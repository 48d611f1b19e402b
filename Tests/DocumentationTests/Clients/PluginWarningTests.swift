import Foundation
import Testing

/// The plugin in a package of its own, with a tool that does nothing: only its warnings matter.
@Suite(.compiling, .waiting) struct PluginWarningTests {
    @Test func `the plugin warns of targets without a table`() throws {
        try ClientCompiler.inTemporaryFolder { folder in
            func write(_ text: String, to path: String) throws {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            let path = "Plugins/TraitGenPlugin/TraitGenPlugin.swift"
            let plugin = try String(
                contentsOf: DocumentationTests.root.appending(path: path), encoding: .utf8)
            try write(plugin, to: path)
            try write(Self.manifest, to: "Package.swift")
            try write("", to: "Sources/traitgen-build/main.swift")
            for target in ["Bare", "Excluding"] { try write("", to: "Sources/\(target)/File.swift") }
            try write("", to: "Sources/Excluding/Table.traits")

            // A build folder that the tests themselves are built in is locked until they are over.
            let (said, isBuilt) = try ClientCompiler.run([
                "-u", "SWIFTPM_BUILD_DIR", "swift", "build", "-j", "1", "--disable-sandbox", "--package-path",
                folder.path,
            ])
            #expect(isBuilt, "\(said)")
            let advice =
                "Bare has the plugin TraitGenPlugin and no table; add a file such as 'Bare.traits' to "
            #expect(said.contains("warning: \(advice)"), "\(said)")
            let warning = """
                warning: the manifest keeps 'Table.traits' out of Excluding, so no code is derived; \
                remove it from 'exclude' and 'resources' there
                """
            #expect(said.contains(warning), "\(said)")
        }
    }

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "client",
            targets: [
                .executableTarget(name: "traitgen-build"),
                .plugin(name: "TraitGenPlugin", capability: .buildTool(), dependencies: ["traitgen-build"]),
                .target(name: "Bare", plugins: ["TraitGenPlugin"]),
                .target(name: "Excluding", exclude: ["Table.traits"], plugins: ["TraitGenPlugin"]),
            ])

        """
}
