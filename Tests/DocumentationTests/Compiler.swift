import Foundation

/// The compiler, at work on the code of pages.
enum Compiler {
    private static func arguments(_ mode: PackageMode) -> [String] { ["-suppress-warnings"] + mode.flags }

    /// What it says about a file; nothing if all is well.
    static func errors(
        of code: String, in mode: PackageMode = .six, flags: [String] = [], warns: Bool = false
    ) throws -> String {
        try ClientCompiler.inTemporaryFolder { folder in
            let file = try write(code, "Samples.swift", folder)
            return try ClientCompiler.diagnostics(
                of: [file], arguments: (warns ? mode.flags : arguments(mode)) + ["-typecheck"] + flags)
        }
    }

    /// What it says about the main file of a program; nothing if all is well.
    static func errors(ofProgram code: String, in mode: PackageMode) throws -> String {
        try ClientCompiler.inTemporaryFolder { folder in
            let file = try write(code, "main.swift", folder)
            return try ClientCompiler.diagnostics(of: [file], arguments: arguments(mode) + ["-typecheck"])
        }
    }

    /// What it says about the files of a module; nothing if all is well.
    static func errors(of files: [String: String], in mode: PackageMode) throws -> String {
        try ClientCompiler.inTemporaryFolder { folder in
            try ClientCompiler.diagnostics(
                of: files.sorted { $0.key < $1.key }.map { try write($0.value, $0.key, folder) },
                arguments: arguments(mode) + [
                    "-typecheck", "-enable-upcoming-feature", "MemberImportVisibility",
                ])
        }
    }

    /// What it says about the files of a module that imports another one, made of one file; nothing if all is well.
    static func errors(
        of files: [String: String], importing module: (name: String, code: String),
        in mode: PackageMode = .six
    ) throws -> String {
        try ClientCompiler.inTemporaryFolder { folder in
            let imported = try write(module.code, "Imported.swift", folder)
            let compiled = folder.appending(path: "\(module.name).swiftmodule").path
            let errors = try ClientCompiler.diagnostics(
                of: [imported],
                arguments: arguments(.six) + [
                    "-emit-module", "-module-name", module.name, "-emit-module-path", compiled,
                ])
            guard errors.isEmpty else { return errors }
            return try ClientCompiler.diagnostics(
                of: files.sorted { $0.key < $1.key }.map { try write($0.value, $0.key, folder) },
                arguments: arguments(mode) + ["-typecheck", "-module-name", "Client", "-I", folder.path])
        }
    }

    private static func write(_ code: String, _ name: String, _ folder: URL) throws -> URL {
        let file = folder.appending(path: name)
        try code.write(to: file, atomically: true, encoding: .utf8)
        return file
    }
}
