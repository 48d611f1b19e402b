/// The partial `_Support`: the text of the trait tools that generated code rests on.
///
/// Tables for Combine or OpenCombine have no module with these tools to import, so the text comes along with the output. It is
/// read from the runtime's sources, in the package that the templates belong to.
enum SupportPartial {
    static let name = "_Support.mustache"
    /// The folder of the tools, in the package.
    static let folder = "Sources/TraitsRuntime/Traits/Support"
    /// The file of the lock. The runtime's own needs the engine; the partial `_Lock` has another one.
    private static let lock = "TraitLock.swift"

    /// Makes the partial of the tools' files.
    static func text(_ files: [(name: String, text: String)]) -> String {
        var result = "{{=<% %>=}}\n"
        for file in files.sorted(by: { $0.name < $1.name }) {
            result += "// MARK: - \(file.name)\n\n"
            result +=
                file.text.split(separator: "\n", omittingEmptySubsequences: false).map(isolated)
                .joined(separator: "\n") + "\n"
        }
        return result + "// MARK: - \(lock)\n\n<%> _Lock %>\n"
    }

    /// Declares that a type belongs to no actor: in a module that isolates to the main actor by default, it would belong there.
    private static func isolated(_ line: Substring) -> String {
        let isNested = line.hasPrefix("    open class")
        guard isNested || isDeclaration(line) else { return String(line) }
        return (isNested ? "    " : "") + "nonisolated " + (isNested ? line.dropFirst(4) : line)
    }

    private static func isDeclaration(_ line: Substring) -> Bool {
        var words = line.prefix(40).split(separator: " ", omittingEmptySubsequences: false)[...]
        if let first = words.first, ["public", "private", "open"].contains(first) { words.removeFirst() }
        if words.first == "final" { words.removeFirst() }
        return words.count > 1 && ["class", "struct", "enum", "extension"].contains(words.first)
    }
}
