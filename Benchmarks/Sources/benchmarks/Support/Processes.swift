import Foundation

/// Runs another program to its end.
///
/// - Returns: its exit status, and what it wrote to standard output and standard error.
func run(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws -> (status: Int32, text: String)
{
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Where a program of this name stands on the search path.
func find(_ program: String) -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.lazy
        .map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}

/// This program.
var ownExecutable: URL { Bundle.main.executableURL! }

/// The folder of this package: the first above this file that has the gates. The program may be built elsewhere.
func packageFolder() throws -> URL {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent("gates.txt").path) {
            return folder
        }
        folder.deleteLastPathComponent()
    }
    throw Failure("gates.txt is in no folder above \(#filePath)")
}

/// Why a command could not do its work.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
