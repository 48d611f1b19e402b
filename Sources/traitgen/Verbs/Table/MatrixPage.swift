import TraitgenCore

/// All operators of several tables as one self-contained page: styles, script and pictures are in it.
///
/// A template, ``template``, lays out the page; this type supplies its content.
struct MatrixPage {
    /// A table with the names and the module that the page needs.
    struct Source {
        var model: Model
        var names = NameSheet()
        /// The module of the table's target, for links.
        var module: String?
    }

    let html: String

    /// - Parameters:
    ///   - observations: the record of a law run; examples are taken from it if it has one.
    ///   - documentation: the folder or address that has the folder `documentation`; nil for the page's own folder.
    init(_ sources: [Source], _ observations: Observations?, documentation: String? = nil) {
        let content = Content(list: OperatorList(sources, observations), documentation: documentation)
        do {
            let template = try MustacheTemplate(Self.template, name: "MatrixPage")
            html = try MustacheRenderer(isStrict: true).render(template, with: content.value)
        } catch {
            // The template is a part of the program, and a test renders it.
            preconditionFailure("\(error)")
        }
    }
}

/// The context of the template.
private struct Content {
    let list: OperatorList
    let documentation: String?

    var traits: [Trait] { list.traits }

    var value: MustacheValue {
        [
            "title": .text(list.sources.map(\.model.fileName).joined(separator: ", ")),
            "style": .text(MatrixPage.style),
            "script": .text(MatrixPage.script),
            "columns": .text(String(traits.count + 1)),
            "traits": .list(traits.map(trait)),
            "tables": .list(
                list.sources.map { source in
                    [
                        "name": .text(source.model.fileName), "module": .text(source.module ?? ""),
                        "rows": .list(source.model.rows.map { row($0, source) }),
                    ]
                }),
            "hasElsewhere": .truth(list.sources.contains { !$0.names.elsewhere.isEmpty }),
            "elsewhere": .list(list.sources.flatMap(\.names.elsewhere).map(elsewhere)),
        ]
    }

    private func trait(_ trait: Trait) -> MustacheValue {
        [
            "name": .text(trait.name),
            "short": .text(label(trait)),
            "place": trait.place.map { .text($0) } ?? .truth(false),
            "isShared": .truth(trait.promise == .sharing),
            "lines": .list(
                trait.lines.map {
                    ["picture": .text(MarblePicture($0.marbles).inline()), "meaning": .text($0.meaning)]
                }),
        ]
    }

    private func elsewhere(_ one: NameSheet.Elsewhere) -> MustacheValue {
        [
            "search": .text(one.names.joined(separator: "|")),
            "names": .list(one.names.map { .text($0) }),
            "html": .text(Prose(one.text).html),
        ]
    }

    // MARK: - Rows

    private func row(_ row: Row, _ source: MatrixPage.Source) -> MustacheValue {
        let entry = source.names.entry(for: row.type)
        let calls = entry?.calls ?? []
        let others = calls.flatMap(\.others).reduce(into: [String]()) { all, name in
            if !all.contains(name) { all.append(name) }
        }
        let cells = traits.map { cell($0, row) }
        return [
            "id": .text(row.type),
            "type": .text(row.type),
            "link": .text(link(row, entry?.module, source)),
            "search": .text((calls.map(\.text) + [row.type] + others).joined(separator: "|")),
            "keeps": .text(cells.filter(\.isKept).map(\.trait.name).joined(separator: " ")),
            "calls": .list(calls.map { .text(Self.breakable($0.text)) }),
            "hasCalls": .truth(!calls.isEmpty),
            "hasOthers": .truth(!others.isEmpty),
            "others": .text(others.joined(separator: ", ")),
            "rules": .text(row.rules),
            "because": row.because.map { .text(Prose($0).html) } ?? .truth(false),
            "cells": .list(cells.map(\.value)),
        ]
    }

    /// A name that may be broken after a label or a part.
    private static func breakable(_ name: String) -> String {
        ["(", ":", "."].reduce(MarblePicture.escaped(name)) { $0.replacing($1, with: $1 + "<wbr>") }
    }

    /// The address of a type's documentation, in the archive of the table's module.
    private func link(_ row: Row, _ owner: String?, _ source: MatrixPage.Source) -> String {
        guard let module = source.module else { return "" }
        let parts =
            ["documentation", module] + (owner.map { [$0] } ?? [])
            + row.type.split(separator: ".").map(String.init)
        let path = parts.joined(separator: "/").lowercased()
        return documentation.map { Path.join($0, path) } ?? path
    }

    private func cell(_ trait: Trait, _ row: Row) -> TraitCell {
        let (cell, remedy) = list.cell(trait, row)
        return TraitCell(trait: trait, label: label(trait), traits: traits, remedy: remedy, cell: cell)
    }

    /// A trait as the head of its column: `current value`.
    private func label(_ trait: Trait) -> String {
        trait.title.reduce(into: "") { text, letter in
            text += (letter.isUppercase && !text.isEmpty ? " " : "") + letter.lowercased()
        }
    }
}

/// The cell of one row and one trait on the page.
private struct TraitCell {
    let trait: Trait
    let label: String
    let traits: [Trait]
    let remedy: String?
    /// The verdict; nil if no table derives it.
    let cell: Matrix.Cell?

    var isKept: Bool {
        switch cell {
        case .always, .when: true
        case .never, nil: false
        }
    }

    /// The requirement on a parameter: `single`, or the name of a protocol or a type.
    private func name(_ constraint: Constraint) -> String {
        let name = Matrix.name(constraint, traits)
        // One word is an adjective.
        let isWord = Trait.shortName(constraint.trait).dropFirst().allSatisfy(\.isLowercase)
        return isWord && !constraint.isType ? name : "<code>\(MarblePicture.escaped(constraint.trait))</code>"
    }

    var value: MustacheValue {
        var fields: [String: MustacheValue] = [
            "trait": .text(trait.name), "short": .text(label), "isAlways": false, "condition": false,
            "isNever": false, "isUnknown": .truth(cell == nil),
        ]
        switch cell {
        case nil: break
        case .always: fields["isAlways"] = true
        case .when(let constraints):
            fields["condition"] = .text(
                constraints.map { "<code>\(MarblePicture.escaped($0.input))</code> is \(name($0))" }
                    .joined(separator: ", "))
        case .never(let reason, let lines, let isObserved):
            let pictures = lines.map { (name: $0.name, picture: MarblePicture($0.marbles)) }
            let columns = pictures.map(\.picture.columns).max() ?? 0
            fields["isNever"] = [
                "reason": .text(Prose(reason).html),
                "hasLines": .truth(!lines.isEmpty),
                "isObserved": .truth(isObserved),
                "lines": .list(
                    pictures.map {
                        [
                            "name": .text($0.name),
                            "picture": .text(
                                $0.picture.isEmpty
                                    ? MarblePicture.escaped($0.picture.marbles)
                                    : $0.picture.inline(columns: columns)),
                        ]
                    }),
                "remedy": remedy.map { .text(Prose($0).html) } ?? .truth(false),
            ]
        }
        return .object(fields)
    }
}
