import TraitgenCore

/// The pages about one row.
struct CatalogPage {
    let list: OperatorList
    let row: Row
    let entry: NameSheet.Entry?
    let module: String

    /// The type, as a catalogue links to it: `TraitsRuntime/Swift/Optional/Publisher`.
    var symbol: String {
        let owner = entry?.module.map { [$0] } ?? []
        return ([module] + owner + row.type.split(separator: ".").map(String.init)).joined(separator: "/")
    }

    private var cells: [(trait: Trait, cell: Matrix.Cell, remedy: String?)] {
        list.traits.compactMap { trait in
            let (cell, remedy) = list.cell(trait, row)
            return cell.map { (trait, $0, remedy) }
        }
    }

    /// The distinct histories that break promises, with the traits that each breaks.
    private var breaches: [(lines: [Counterexample.Line], traits: [Trait])] {
        var result: [(lines: [Counterexample.Line], traits: [Trait])] = []
        for (trait, cell, _) in cells {
            guard case .never(_, let lines, _) = cell, !lines.isEmpty, trait.promise == .events else {
                continue
            }
            if let index = result.firstIndex(where: { $0.lines == lines }) {
                result[index].traits.append(trait)
            } else {
                result.append((lines, [trait]))
            }
        }
        return result
    }

    var pictures: [HistoryPicture] { breaches.map { HistoryPicture($0.lines) } }

    /// The page of the type.
    ///
    /// - Parameter methods: the methods that make the publisher.
    func text(ofTypeMadeBy methods: [String]) -> String {
        text(of: symbol, madeBy: methods.map { "``\($0)``" }.joined(separator: ", "), nil)
    }

    /// The page of a method that makes the publisher.
    ///
    /// - Parameter comment: the method's comment, if it has a diagram. The page then has the comment's text around a
    ///   picture.
    func text(ofMethod method: String, _ comment: DrawnComment?) -> String {
        text(of: method, madeBy: "", comment)
    }

    private func text(of symbol: String, madeBy methods: String, _ comment: DrawnComment?) -> String {
        let value: MustacheValue = [
            "symbol": .text(symbol), "mark": .text(CatalogPages.mark),
            "isMethod": .truth(symbol != self.symbol), "type": .text(self.symbol),
            "methods": .text(methods),
            "comment": comment.map {
                [
                    "before": .text($0.before), "after": .text($0.after),
                    "picture": .text($0.diagram.name), "words": .text($0.diagram.words),
                ]
            } ?? .truth(false),
            "rules": .text(row.rules.isEmpty ? "passes" : row.rules),
            "because": row.because.map { .text(Prose($0).markdown) } ?? .truth(false),
            "cells": .list(
                cells.map { trait, cell, remedy in
                    ["trait": .text(link(trait)), "text": .text(text(cell, remedy))]
                }),
            "breaches": .list(
                breaches.map { lines, traits in
                    let picture = HistoryPicture(lines)
                    return [
                        "traits": .text(traits.map(link).joined(separator: " and ")),
                        "picture": .text(picture.name), "words": .text(picture.words),
                    ]
                }),
            "marbles": module == "TraitsRuntime" ? ", as <doc:ReadingMarbles> explains it" : "",
        ]
        do {
            let template = try MustacheTemplate(Self.template, name: "CatalogPage")
            return try MustacheRenderer(escape: .none, isStrict: true).render(template, with: value)
        } catch {
            // The template is part of the program, and a test renders it.
            preconditionFailure("\(error)")
        }
    }

    /// Links to a trait of the catalogue's own module; other traits are only named.
    private func link(_ trait: Trait) -> String {
        trait.module == nil || trait.module == module ? "``\(module)/\(trait.name)``" : "`\(trait.name)`"
    }

    private func text(_ cell: Matrix.Cell, _ remedy: String?) -> String {
        switch cell {
        case .always: return "preserved"
        case .when(let constraints):
            let conditions = constraints.map { "`\($0.input)` is `\($0.trait)`" }
            return "preserved if " + conditions.joined(separator: " and ")
        case .never(let reason, _, _):
            let restored = remedy.map { "; restored by \(Prose($0).markdown)" } ?? ""
            return "**lost**: \(Prose(reason).markdown)\(restored)"
        }
    }

    private static let template = """
        # ``{{symbol}}``

        {{mark}}

        {{#comment}}
        @Metadata {
            @DocumentationExtension(mergeBehavior: override)
        }

        {{before}}

        ![{{words}}]({{picture}})

        {{after}}

        {{/comment}}
        ## Promises

        {{#methods}}
        Made by {{methods}}.

        {{/methods}}
        {{#isMethod}}
        The publisher is a ``{{type}}``.

        {{/isMethod}}
        The operator table says `{{rules}}`{{#because}}, because {{because}}{{/because}}. `traitgen` derives from it:

        | promise | of the output |
        | --- | --- |
        {{#cells}}
        | {{trait}} | {{text}} |
        {{/cells}}
        {{#breaches}}

        The shortest history that breaks {{traits}}{{marbles}}:

        ![{{words}}]({{picture}})
        {{/breaches}}

        """
}
