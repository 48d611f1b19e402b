import Foundation
import Testing

/// An ordinary program compiles under the settings of other people's packages, without a warning.
@Suite("Settings of packages", .compiling, .waiting)
struct SettingsTests {
    @Test(arguments: PackageMode.settings)
    func `nobody is warned`(in mode: PackageMode) throws {
        #expect(try Self.diagnostics(in: mode) == [])
    }

    @Test(arguments: PackageMode.settings)
    func `nobody is warned with SmallCode`(in mode: PackageMode) throws {
        let modules = try ModuleVariant.smallCode.get()
        #expect(modules.diagnostics == "")
        #expect(try Self.diagnostics(in: mode, modules) == [])
    }

    /// Each error is a race: the class belongs to the main actor by default there, and the closure runs where values are sent.
    @Test(arguments: PackageMode.settings)
    func `StrictIsolation finds races alone`(in mode: PackageMode) throws {
        let modules = try ModuleVariant.strictIsolation.get()
        #expect(modules.diagnostics == "")
        let said = try Self.diagnostics(in: mode, modules)
        if mode.flags == PackageMode.onMainActor.flags {
            #expect(said.count == 1)
            #expect(
                said.first?.contains(
                    "error: call to main actor-isolated instance method 'article' in a synchronous nonisolated context"
                )
                    == true)
        } else {
            #expect(said == [])
        }
        #expect(try Self.diagnostics(in: mode, modules, isStoreNonisolated: true) == [])
    }

    /// The law that the others rest on.
    @Test func `warnings are noticed`() throws {
        let said = try Self.diagnostics(in: .six, rest: "\nfunc unused() { let unused = 1 }\n")
        #expect(said.count == 1 && said.first?.contains("warning: ") == true)
    }

    private static func diagnostics(
        in mode: PackageMode, _ modules: ModuleVariant? = nil, isStoreNonisolated: Bool = false,
        rest: String = ""
    ) throws -> [String] {
        try ClientCompiler.inTemporaryFolder { folder in
            let file = folder.appending(path: "Client.swift")
            var program = program(in: mode) + rest
            if isStoreNonisolated {
                program = program.replacing(
                    "public final class Store", with: "nonisolated public final class Store")
            }
            try program.write(to: file, atomically: true, encoding: .utf8)
            let folders = modules.map { ["-I", $0.folder.path] } ?? []
            let text = try ClientCompiler.diagnostics(
                of: [file],
                arguments: ["-typecheck", "-module-name", "Client", "-parse-as-library"] + folders
                    + mode.flags)
            return text.split(separator: "\n").map(String.init).filter { line in
                line.wholeMatch(of: #/\S+:\d+: (error|warning): .*/#) != nil
                    // The compiler says so of Foundation as well.
                    && !line.contains("was not compiled with library evolution support")
            }
        }
    }
}
