/// Finds trait names for which the output would not compile.
///
/// A family of types is named after each trait, such as `TraitPublishers.Deferred` after `DeferredPublisher`. Code beside the
/// family would then refer to the wrong type by `Deferred`. So the families are rendered with unique names: these show the
/// types that are named after a trait, and the types that the code around them refers to.
struct NameCollisions {
    /// The name of a type, and the declaration that it shadows.
    struct Collision {
        let trait: Trait
        let type: String
        /// A row, or a trait with a type of that name; nil if the output itself uses the name.
        let other: SourceLocation?
    }

    private let model: Model
    private let templates: TemplateSet
    private let options: RenderOptions

    init(_ model: Model, templates: TemplateSet, options: RenderOptions) {
        self.model = model
        self.templates = templates
        self.options = options
    }

    /// The first collision of each of the table's own traits.
    func all() throws(DiagnosticsError) -> [Collision] {
        guard !model.traits.isEmpty else { return [] }
        // The types of a trait that a trait of the table hides have the same names, and stand behind them in the same way.
        let own = Set(model.traits.map(\.name))
        let traits = model.allTraits.filter { own.contains($0.name) || !own.contains($0.bareName) }
        var neutral = model
        neutral.rows = []
        neutral.importedRows = []
        neutral.importedTraits = []
        neutral.traits = traits.enumerated().map { number, trait in
            var trait = trait
            trait.shortName = Self.placeholder(number)
            trait.name = trait.shortName + "Publisher"
            func neutral(_ name: String) -> String {
                traits.firstIndex { $0.name == name }.map { Self.placeholder($0) + "Publisher" } ?? name
            }
            trait.refines = trait.refines.map(neutral)
            trait.ancestors = trait.ancestors.map(neutral)
            return trait
        }
        var names = SwiftNames()
        for file in try Renderer(templates: templates, options: options).render(neutral) {
            names.read(file.text)
        }
        var owners: [[String]: (name: String, location: SourceLocation)] = [:]
        for row in model.importedRows where row.module != nil {
            owners[row.type.split(separator: ".").map(String.init)] = (row.type, row.location)
        }
        var uses = names.uses.filter { use in !use.path.contains(where: Self.isNeutral) }
        for row in model.rows + model.importedRows { uses.formUnion(Self.uses(of: row)) }
        let fixed = Set(names.declared.filter { !$0.contains(where: Self.isNeutral) })
        var found: [String: Collision] = [:]
        for (number, trait) in traits.enumerated() {
            let mark = Self.placeholder(number)
            for neutral in names.declared where neutral.contains(where: { $0.contains(mark) }) {
                let path = neutral.map { $0.replacing(mark, with: trait.shortName) }
                let type = path.joined(separator: ".")
                let other = owners[path]
                if own.contains(trait.name), found[trait.name] == nil {
                    if let other, other.name != trait.name {
                        found[trait.name] = Collision(trait: trait, type: type, other: other.location)
                    } else if fixed.contains(path) || Self.keywords.contains(path[path.count - 1])
                        || uses.contains(where: { $0.means(path) })
                    {
                        found[trait.name] = Collision(trait: trait, type: type, other: nil)
                    }
                }
                owners[path] = other ?? (trait.name, trait.location)
            }
        }
        return model.traits.compactMap { found[$0.name] }
    }

    /// Words that can't be the name of a type.
    private static let keywords: Set = ["Any", "Self", "Type", "Protocol"]

    /// The generic parameters that conditions of a row name.
    private static func uses(of row: Row) -> Set<SwiftNames.Use> {
        let names = row.conformances.flatMap { $0.constraints.map(\.input) + $0.requirements }
        return Set(
            names.compactMap { name in
                name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.first.map {
                    SwiftNames.Use(scope: [], path: [String($0)])
                }
            })
    }

    /// A unique name, even with a prefix or a suffix.
    private static func placeholder(_ number: Int) -> String { "Zq\(number)qZ" }

    private static func isNeutral(_ name: String) -> Bool { name.contains("Zq") && name.contains("qZ") }
}

extension NameCollisions.Collision {
    var diagnostic: Diagnostic {
        Diagnostic(
            .traitName, at: trait.location,
            "a type `\(type)` would be written for `\(trait.name)`"
                + (other == nil ? ", and the code beside it means another one by that name" : ""),
            notes: other.map { [.init($0, "there is one of that name already")] } ?? [],
            help: "call the trait `My\(trait.name)`, or something else")
    }
}

/// The types that a piece of Swift declares, and the names by which it uses others.
///
/// It reads words, braces and dots, and skips comments and quoted texts.
struct SwiftNames {
    /// A use of a name that begins with a capital letter.
    struct Use: Hashable {
        /// The enclosing types, outermost first.
        let scope: [String]
        let path: [String]

        /// Indicates whether the compiler would resolve the name to a type of this path.
        func means(_ type: [String]) -> Bool {
            let prefix = type.dropLast()
            guard path.first == type.last else { return path.starts(with: type) }
            return prefix.isEmpty || scope.starts(with: prefix) || path.starts(with: type)
        }
    }

    private(set) var declared: Set<[String]> = []
    private(set) var uses: Set<Use> = []

    private static let declaring: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    mutating func read(_ text: String) {
        let words = Self.words(of: text)
        var scopes: [[String]] = []
        var next: [String] = []
        var index = 0
        func path(at start: Int) -> [String] {
            var path = [String(words[start])]
            var index = start + 1
            while index + 1 < words.count, words[index] == ".", Self.isName(words[index + 1]) {
                path.append(String(words[index + 1]))
                index += 2
            }
            return path
        }
        while index < words.count {
            let word = words[index]
            let scope = scopes.flatMap { $0 }
            index += 1
            if word == "{" {
                scopes.append(next)
                next = []
            } else if word == "}" {
                _ = scopes.popLast()
            } else if index < words.count, Self.isName(words[index]), words[index].first?.isUppercase == true,
                Self.declaring.contains(String(word)) || word == "extension"
            {
                let name = path(at: index)
                if word == "extension" {
                    uses.insert(Use(scope: scope, path: name))
                } else {
                    declared.insert(scope + name)
                }
                if word != "typealias" { next = name }
                index += name.count * 2 - 1
            } else if Self.isName(word), word.first?.isUppercase == true, index < 2 || words[index - 2] != "."
            {
                let name = path(at: index - 1)
                uses.insert(Use(scope: scope + next, path: name))
                index += name.count * 2 - 2
            }
        }
    }

    private static func isName(_ word: Substring) -> Bool {
        guard let first = word.first else { return false }
        return first.isLetter || first == "_"
    }

    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        let bytes = text.utf8
        var index = bytes.startIndex
        func isPart(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        while index < bytes.endIndex {
            let start = index
            let byte = bytes[index]
            index = bytes.index(after: index)
            if byte == UInt8(ascii: "/"), index < bytes.endIndex, bytes[index] == byte {
                index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
            } else if byte == UInt8(ascii: "\"") {
                while index < bytes.endIndex, bytes[index] != byte, bytes[index] != 0x0A {
                    let isEscape = bytes[index] == UInt8(ascii: "\\")
                    index = bytes.index(after: index)
                    if isEscape, index < bytes.endIndex { index = bytes.index(after: index) }
                }
                if index < bytes.endIndex { index = bytes.index(after: index) }
            } else if isPart(byte) {
                while index < bytes.endIndex, isPart(bytes[index]) { index = bytes.index(after: index) }
                words.append(text[start..<index])
            } else if byte > 0x20 {
                words.append(text[start..<index])
            }
        }
        return words
    }
}
