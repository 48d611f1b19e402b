import Foundation

/// Samples that are built and run, against the modules of the same build.
enum Program {
    /// What came of a program.
    enum Outcome: Equatable {
        /// The compiler or the linker refused it.
        case refused(String)
        /// It ended otherwise than well.
        case failed(String)
        /// It printed these lines.
        case printed([String])
    }

    /// Builds a file as the main file of a program, and runs it.
    static func outcome(
        of code: String, in mode: PackageMode, module: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        try ClientCompiler.inTemporaryFolder { folder in
            let file = folder.appending(path: "main.swift")
            try code.write(to: file, atomically: true, encoding: .utf8)
            let program = folder.appending(path: "program").path
            let library = try library.get().path
            let arguments =
                mode.flags + (module.map { ["-module-name", $0] } ?? []) + [
                    "-suppress-warnings", "-o", program, "-L", library, "-lTraits", "-Xlinker", "-rpath",
                    "-Xlinker", library,
                ]
            let (said, isBuilt) = try ClientCompiler.run(
                ["swiftc"] + ClientCompiler.inputs([file], arguments, folder))
            guard isBuilt else { return .refused(said) }
            let (printed, isWell) = try ClientCompiler.run(
                ["env"] + environment.map { "\($0)=\($1)" } + [program])
            return isWell
                ? .printed(printed.split(separator: "\n").map(String.init)) : .failed(printed)
        }
    }

    /// The folder, in that of the build, with the libraries as one that is linked at run time. It is made once.
    private static let library = Result {
        let modules = try ClientCompiler.modules()
        let folder = modules.deletingLastPathComponent().appending(path: "documentation")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let names = [
            "TraitsStreams", "TraitsRuntime", "StreamsFoundation", "TraitsFoundation", "StreamsNetworking",
            "TraitsNetworking", "TraitsExtras", "TraitsObservation", "TraitsTesting", "TraitsTracing",
            "TracePage",
        ]
        let objects = try ClientCompiler.objects(of: names).map(\.path)
        let name = folder.appending(path: "libTraits.so").path
        let (said, isBuilt) = try ClientCompiler.run(["swiftc", "-emit-library", "-o", name] + objects)
        guard isBuilt else { throw NoLibrary(reason: said) }
        return folder
    }

    struct NoLibrary: Error { let reason: String }
}
