import TraitgenCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs programs, and reads their output line by line. They belong to the process group of this one, so that an interruption
/// ends all of them.
package struct ChildProcesses: Sendable {
    package init() {}

    /// The path of the running program, with links resolved.
    package var program: String {
        #if os(Linux)
            return Disk().resolved("/proc/self/exe")
        #else
            return Disk().resolved(CommandLine.arguments[0])
        #endif
    }

    /// The seconds since some moment.
    package var seconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1_000_000_000
    }

    /// Runs a program until it ends, prints nothing for too long, or takes too long.
    ///
    /// - Parameters:
    ///   - words: The program, which is looked for in `PATH`, and its arguments.
    ///   - folder: The working directory.
    ///   - environment: Variables that the program has besides those of this process.
    ///   - silence: The seconds without output after which it is killed.
    ///   - limit: The seconds after which it is killed.
    ///   - line: Takes each line that it prints.
    /// - Returns: The status of its exit; the negative number of the signal that ended it; nil if it was killed.
    package func run(
        _ words: [String], in folder: String, environment: [String: String], silence: Int, limit: Int,
        line: (String) -> Void
    ) -> Int32? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return 127 }
        defer { close(ends[0]) }
        // A program that another thread begins meanwhile must not keep the output of this one open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // `env -C` isn't everywhere, and a spawned process inherits the working directory. The variable would take the place of the
        // scratch folder that the arguments of `swift build` name.
        let setting = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let script =
            ["/bin/sh", "-c", "cd \"$0\" && exec env -u SWIFTPM_BUILD_DIR \"$@\"", folder] + setting + words
        let process = Self.spawn(script, output: ends[1], closing: ends[0])
        close(ends[1])
        guard let process else { return 127 }
        var reader = LineReader(ends[0])
        let start = seconds
        var (last, isKilled) = (start, false)
        while true {
            switch reader.next(line) {
            case .lines: last = seconds
            case .nothing, .end:
                // A program that it began may still have its output, or it has closed its output and goes on.
                if let status = Self.status(of: process) {
                    reader.finish(line)
                    return isKilled ? nil : status
                }
                usleep(20_000)
            }
            if !isKilled, seconds - last > Double(silence) || seconds - start > Double(limit) {
                isKilled = true
                kill(process, SIGKILL)
            }
        }
    }

    private static func spawn(_ words: [String], output: Int32, closing other: Int32) -> pid_t? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_addclose(&actions, other)
        posix_spawn_file_actions_addclose(&actions, output)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        return posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0
            ? process : nil
    }

    /// The status of a process that has ended; nil if it still runs.
    private static func status(of process: pid_t) -> Int32? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : -signal
    }
}

/// Reads lines from a descriptor, and waits at most a second for more.
private struct LineReader {
    enum Piece { case lines, nothing, end }

    private let descriptor: Int32
    private var rest: [UInt8] = []
    private var isOver = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reads the output that came between the last look and the program's end, and passes on a line that it left open. One piece
    /// holds all that a pipe does, so a program that goes on printing can't keep the reader.
    mutating func finish(_ line: (String) -> Void) {
        _ = next(line, wait: 0)
        if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
    }

    mutating func next(_ line: (String) -> Void, wait milliseconds: Int32 = 1000) -> Piece {
        if isOver { return .end }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { OpenFile.read(descriptor, into: $0) }
        if count == 0 {
            isOver = true
            return .end
        }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(...end)
        }
        return .lines
    }
}
