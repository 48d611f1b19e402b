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
            files: Disk(), output: { print($0) },
            errors: { line in
                var stream = StandardError()
                print(line, to: &stream)
            }, symbolGraph: SymbolGraph.init(json:))
        exit(command.run(arguments: Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
