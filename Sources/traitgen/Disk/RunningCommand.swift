import TraitgenCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs a command with the arguments of the process, and ends the process with its status.
///
/// - Parameter command: creates the command, over standard output and standard error.
package func run(
    _ command: (
        _ output: @escaping (String) throws(CommandFileError) -> Void, _ errors: @escaping (String) -> Void
    ) -> TraitgenCommand
) -> Never {
    let command = command(
        { (line) throws(CommandFileError) in try StandardStream.output.write(line: line) },
        { line in
            // If an error can't be printed, this can't be printed either.
            try? StandardStream.errors.write(line: line)
        })
    let status = command.run(arguments: Array(CommandLine.arguments.dropFirst()))
    // The command isn't deallocated: the end of the process frees its memory.
    withExtendedLifetime(command) { exit(status.rawValue) }
}
