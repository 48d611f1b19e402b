/// The context at the root of every template. Templates.md in TraitgenCore.docc documents it; keep the two in step.
struct ModelContext {
    let model: Model
    let options: RenderOptions
    /// Indicates whether a template uses the laws, which cost a search for each row.
    var hasLaws = false
    /// Returns whether a template mentions a name. Fields with an element for each row are left out if no template mentions
    /// them.
    var isWanted: (String) -> Bool = { _ in true }

    var value: MustacheValue {
        let rows = model.rows + model.importedRows
        let publisher = { @Sendable [model, options] in
            PublisherContext(row: rows[$0], model: model, options: options)
        }
        let publishers = rows.indices.filter { !publisher($0).isEmpty }
        let refusals = RefusalContext.all(in: model, options)
        return [
            "table": .text(model.fileName),
            "source": .text(options.source.isEmpty ? model.fileName : options.source),
            "module": .text(options.module),
            "backend": .text(model.backend.moduleName),
            "imports": .list(imports.map { ["module": .text($0), "type": .text(publicType(of: $0) ?? "")] }),
            "engine": .truth(isOwnEngine),
            // Only the runtime's own code depends on its package traits.
            "isRuntime": .truth(isRuntime),
            "access": .text(access),
            "openAccess": .text(options.access == .public ? "open " : ""),
            // Our own module is built with this as the default.
            "callersActor": .text(isOwnEngine ? "" : "nonisolated(nonsending) "),
            "inlinable": .text(options.access == .public ? "@inlinable " : ""),
            "hasTraits": .truth(!counts(model.traits).isEmpty),
            "traits": .list(
                counts(model.traits).map {
                    TraitContext(
                        trait: $0, selector: TraitContext.selector(of: $0, in: model, options),
                        imported: counts(model.importedTraits), visible: counts(model.allTraits),
                        isRuntime: isRuntime
                    ).value
                }),
            "hasPlaces": .truth(model.traits.contains { $0.place != nil }),
            "places": .list(model.traits.compactMap { PlaceContext($0)?.declaration(in: model, options) }),
            "pairs": .list(PlaceContext.pairs(in: model, options)),
            "hasSharing": .truth(model.traits.contains { $0.promise == .sharing }),
            "sharing": .list(SharingContext.all(in: model, options)),
            "sharingPairs": .list(SharingContext.pairs(in: model, options)),
            "hasPublishers": .truth(!publishers.isEmpty),
            "publishers": .elements(MustacheElements(publishers) { publisher($0).value }),
            "combinations": .list(
                isWanted("combinations") ? CombinationContext.all(in: model).map(\.value) : []),
            "numbered": .list(isWanted("numbered") ? NumberedContext.all(in: model).map(\.value) : []),
            "hasRefusals": .truth(refusals.count > 0),
            "refusals": .elements(refusals),
            "fallbacks": .list(
                model.traits.flatMap { trait in
                    (["Publisher"] + trait.ancestors).map { known -> MustacheValue in
                        [
                            "owner": .text(known), "trait": .text(trait.name),
                            "message": .text(RefusalContext.message(trait, knowing: known)),
                        ]
                    }
                }),
            "advice": .elements(Advice.kept(in: model, options)),
            "conditions": .elements(StrictOperators.passedOn(in: model, options)),
            "strict": .elements(StrictOperators.strict(in: model, options)),
            "needsSupport": .truth(needsSupport),
            "hasBreaches": .truth(declaresBreaches),
            "breaches": .list(declaresBreaches ? Breach.allCases.map(\.value) : []),
            "laws": .list(hasLaws ? LawContext.all(in: model, root: options.root) : []),
            "lawTraits": .list(hasLaws ? counts(model.allTraits).map(LawContext.trait) : []),
        ]
    }

    /// The traits about events; the other traits are in `places` and `sharing`.
    private func counts(_ traits: [Trait]) -> [Trait] { traits.filter { $0.promise == .events } }

    /// Indicates whether the streams are this package's own, which have hooks that other libraries lack.
    private var isOwnEngine: Bool { model.backend == .traitsRuntime }

    private var isRuntime: Bool { isOwnEngine && options.module == model.backend.moduleName }

    private var access: String { options.access == .public ? "public " : "" }

    /// Indicates whether the output needs the hand-written half of the trait layer. The half is part of `TraitsRuntime`, but a
    /// table for another library that declares the traits itself can't import it.
    private var needsSupport: Bool { !isOwnEngine && declaresFirstTraits }

    /// Indicates whether the output declares the ways to break a promise: with the hand-written half, or in `TraitsRuntime`
    /// itself.
    private var declaresBreaches: Bool { (needsSupport || isRuntime) && declaresFirstTraits }

    /// Indicates whether the table declares traits and imports none.
    private var declaresFirstTraits: Bool { model.importedTraits.isEmpty && !model.traits.isEmpty }

    /// A public type of an imported module, if the output is public. A file mentions the type in a public declaration, so that
    /// its import may be public too.
    private func publicType(of module: String) -> String? {
        guard options.access == .public else { return nil }
        if module == model.backend.moduleName { return "Publisher" }
        return model.importedTraits.first { $0.module == module }?.name
            ?? (model.importedRows + model.rows).first { $0.module == module }?.spelling(in: options.module)
    }

    private var imports: [String] {
        var modules = model.imports
        if !modules.contains(model.backend.moduleName) { modules.insert(model.backend.moduleName, at: 0) }
        return modules.filter { $0 != options.module }
    }
}
