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

/// Runs a program to its end, without its output, and returns the time on processors of the program and all that it started, and
/// its largest size.
func cost(
    of program: URL, _ arguments: [String]
) throws -> (status: Int32, seconds: Double, megabytes: Double) {
    #if os(Linux)
        var actions = posix_spawn_file_actions_t()
        let (perUnit, null) = (1e3, "/dev/null")
    #else
        var actions: posix_spawn_file_actions_t?
        let (perUnit, null) = (1e6, "/dev/null")
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, null, O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([program.path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawn(&child, program.path, &actions, nil, &words, environ) == 0 else {
        throw Failure("\(program.path) can't be run")
    }
    var (status, usage) = (Int32(), rusage())
    guard wait4(child, &status, 0, &usage) == child else { throw Failure("\(program.path) was lost") }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (
        status, seconds(usage.ru_utime) + seconds(usage.ru_stime), Double(usage.ru_maxrss) / perUnit
    )
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
