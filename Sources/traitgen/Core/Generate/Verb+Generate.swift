extension Verb {
    static let imports = Option(
        name: "--import", placeholder: "NAME=PATH", value: .file,
        help: "the table of a module that a table imports, or a folder; otherwise the tables in Sources/NAME",
        isRepeatable: true)
    static let backend = Option(
        name: "--backend", placeholder: "NAME", value: .words(Backend.allCases.map(\.rawValue)),
        help: "the stream library, in place of the table's own")
    /// The options of all verbs that read tables.
    package static let reading = [imports, backend]

    /// The operands of verbs that read tables.
    package static let tables =
        "TABLE is a table, a folder for all tables in it, or - for standard input."

    package static let generate = Verb(
        name: "generate", operands: "TABLE… --output DIR", summary: "Write the code of tables.",
        discussion: """
            \(tables) In DIR, {module} and {table} stand for the table's module and name. Files that \
            traitgen didn't write are never overwritten or removed. Files that no longer follow from a table are removed if they \
            have the name that they were generated under; without a package, which knows its tables, they are reported.
            """,
        options: [
            Option(name: "--output", placeholder: "DIR", value: .folder, help: "the folder to write to"),
            Option(
                name: "--templates", placeholder: "DIR", value: .folder,
                help:
                    "a folder of templates, later ones on top; otherwise the package's, and on top the target's",
                isRepeatable: true),
            Option(
                name: "--module", placeholder: "NAME", value: .text,
                help: "the module that the code becomes part of; otherwise the table's target"),
            Option(
                name: "--beside", placeholder: "TABLE", value: .file,
                help: "another table of the module, whose rows and traits must differ from those of TABLE",
                isRepeatable: true),
            Option(
                name: "--access", placeholder: "LEVEL", value: .words(["public", "internal"]),
                help: "public, or internal"),
            Option(
                name: "--check", placeholder: "", value: .none,
                help: "write nothing, and say which files are stale"),
            Option(
                name: "--for-build", placeholder: "", value: .none,
                help: "write all files, also empty ones, and overwrite all: for the plugin"),
        ] + reading,
        examples: [
            Example(
                arguments: "generate Sources --output 'Sources/{module}/Generated/{table}' --check",
                meaning: "Say whether committed output is fresh")
        ],
        run: TraitgenCommand.generate(_:))

    package static let check = Verb(
        name: "check", operands: "TABLE…", summary: "Read and derive tables, and write nothing.",
        discussion: "\(tables) All mistakes of all tables are reported.",
        options: reading,
        examples: [Example(arguments: "check Sources", meaning: "Check all tables of a package")],
        run: TraitgenCommand.check(_:))
}
