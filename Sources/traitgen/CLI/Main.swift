import TraitgenCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@main
struct Traitgen {
    static func main() {
        let command = TraitgenCommand(
            files: Disk(), output: { print($0) }, errors: { Self.printError($0) })
        let status = command.run(arguments: Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }

    private static func printError(_ line: String) {
        var stream = StandardError()
        print(line, to: &stream)
    }
}
