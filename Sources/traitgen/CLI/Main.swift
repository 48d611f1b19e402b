import TraitgenCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct Traitgen {
    static func main() {
        let command = TraitgenCommand(
            files: Disk(),
            output: { (line) throws(CommandFileError) in try StandardStream.output.write(line: line) },
            errors: { line in
                // If an error can't be printed, this can't be printed either.
                try? StandardStream.errors.write(line: line)
            })
        let status = command.run(arguments: Array(CommandLine.arguments.dropFirst()))
        // The command isn't deallocated: the end of the process frees its memory.
        withExtendedLifetime(command) { exit(status.rawValue) }
    }
}
