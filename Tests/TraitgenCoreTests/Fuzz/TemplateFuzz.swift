@testable import TraitgenCore
@testable import TraitgenVerbs

/// Templates: shipped ones that are short, and others made of the names that shipped ones use.
struct TemplateFuzz: FuzzKind {
    private static let table = Array(
        """
        trait MaybePublisher {
            -->       may stay silent
            --o|-->   may publish one value
        }
        trait HerePublisher at MainActor
        trait OncePublisher shared
        fact _few from MaybePublisher
        source   Just               o|               at caller   shared
        operator Publishers.Map     o => o           as "map(_:)"
        operator Publishers.Share   joins late   shared

        """.utf8)
    /// It takes longer to derive than all else.
    private static let pair = Array("operator Publishers.Zip (A, B)   zip\n".utf8)

    private let templates: [(name: String, bytes: [UInt8])]
    private let small: [(name: String, bytes: [UInt8])]
    private let mutator: Mutator
    /// The names in tags.
    private let names: [String]

    init() {
        templates =
            (FuzzCorpus.files("Templates", ".mustache")
            + FuzzCorpus.files("Sources/TraitsStreams/Templates", ".mustache")
            + FuzzCorpus.files("Sources/TraitsRuntime/Templates", ".mustache"))
            .map { (Path.name($0.path), $0.bytes) }
        small = templates.filter { $0.bytes.count < 2500 && $0.name != "_Header.mustache" }
        var names: Set<String> = []
        for template in templates {
            let text = String(decoding: template.bytes, as: UTF8.self)
            for piece in text.split(separator: "{{") {
                let tag = piece.drop { "#^/&>{!=".contains($0) }.prefix {
                    $0.isLetter || $0 == "." || $0 == "_"
                }
                if !tag.isEmpty { names.insert(String(tag)) }
            }
        }
        self.names = names.sorted()
        let signs = [
            "{{", "}}", "{{{", "}}}", "{{#", "{{^", "{{/", "{{>", "{{!", "{{=<% %>=}}", "<%={{ }}=%>",
            "{{.}}", "\n", "  ",
        ]
        mutator = Mutator(words: signs.map { Array($0.utf8) } + self.names.map { Array($0.utf8) })
    }

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let isPair = Int.random(in: 0..<8, using: &random) == 0
        let table = isPair ? Self.table + Self.pair : Self.table
        var files = ["Sources/App/App.traits": table, "Package.swift": []]
        files["Templates/_Header.mustache"] = Array("// {{source}}\n".utf8)
        let chosen: (name: String, bytes: [UInt8])
        if Bool.random(using: &random) {
            chosen = small.randomElement(using: &random)!
            // The partials that it names, and those that they name.
            var open = [chosen.bytes]
            while let text = open.popLast() {
                for piece in String(decoding: text, as: UTF8.self).split(separator: "{{>").dropFirst() {
                    let name =
                        "_" + piece.drop { $0 == " " }.prefix { $0.isLetter || $0 == "_" } + ".mustache"
                    guard let partial = small.first(where: { $0.name == name || "_" + $0.name == name }),
                        files["Templates/\(partial.name)"] == nil
                    else { continue }
                    files["Templates/\(partial.name)"] = partial.bytes
                    open.append(partial.bytes)
                }
            }
        } else {
            chosen = ("Made.mustache", Array(made(&random).utf8))
        }
        let path = "Templates/\(chosen.name)"
        files[path] = mutator.mutate(chosen.bytes, with: small.map(\.bytes), &random)
        files["Templates/Plain.mustache"] = Array("{{#traits}}{{name}}{{/traits}}\n".utf8)
        return FuzzInput(
            files: files, arguments: ["generate", "Sources/App/App.traits", "--output", "Out"], changed: path)
    }

    /// A template whose sections are closed, over names of the shipped ones.
    private func made(_ random: inout SeededNumbers) -> String {
        var text = ""
        var open: [String] = []
        for _ in 0..<Int.random(in: 1...14, using: &random) {
            let name = names.randomElement(using: &random)!
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
                let outer = ["traits", "publishers", "lines", "rows", name, name].randomElement(
                    using: &random)!
                text += "{{#\(outer)}}" + (Bool.random(using: &random) ? "\n" : "")
                open.append(outer)
            case 3:
                text += "{{^\(name)}}"
                open.append(name)
            case 4: text += open.popLast().map { "{{/\($0)}}\n" } ?? "\n"
            case 5: text += "{{> \(["_Header", "Made", "_Advice", name].randomElement(using: &random)!)}}"
            case 6: text += "{{{name}}} {{.}}"
            default: text += "  {{\(name)}} "
            }
        }
        return text + open.reversed().map { "{{/\($0)}}" }.joined() + "\n"
    }
}
