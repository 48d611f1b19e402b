/// What the root of every template can see. Templates.md in TraitgenCore.docc lists it for people; keep the two together.
struct ModelContext {
    let model: Model
    let options: RenderOptions
    /// Whether a template asks for the rows' laws, which cost a search for each.
    var hasLaws = false
    /// Whether a template mentions a name: what none does is left out where it has something for each row.
    var isWanted: (String) -> Bool = { _ in true }

    var value: MustacheValue {
        let publishers = (model.rows + model.importedRows).compactMap { row in
            PublisherContext(row: row, model: model, options: options).value
        }
        let refusals = RefusalContext.all(in: model, options)
        return [
            "table": .text(model.fileName),
            "source": .text(options.source.isEmpty ? model.fileName : options.source),
            "hasLines": .truth(options.namesLines),
            "module": .text(options.module),
            "backend": .text(model.backend.moduleName),
            "imports": .list(imports.map { ["module": .text($0), "type": .text(publicType(of: $0) ?? "")] }),
            "engine": .truth(isOwnEngine),
            // Its package traits are conditions in the runtime's own code alone.
            "isRuntime": .truth(isRuntime),
            "access": .text(access),
            "openAccess": .text(options.access == .public ? "open " : ""),
            // Our own module is built so that this goes without saying.
            "callersActor": .text(isOwnEngine ? "" : "nonisolated(nonsending) "),
            "inlinable": .text(options.access == .public ? "@inlinable " : ""),
            "hasTraits": .truth(!counts(model.traits).isEmpty),
            "traits": .list(
                counts(model.traits).map {
                    TraitContext(
                        trait: $0, imported: counts(model.importedTraits), visible: counts(model.allTraits),
                        isRuntime: isRuntime
                    ).value
                }),
            "hasPlaces": .truth(model.traits.contains { $0.place != nil }),
            "places": .list(model.traits.compactMap { PlaceContext($0)?.value }),
            "pairs": .list(PlaceContext.pairs(in: model)),
            "hasSharing": .truth(model.traits.contains { $0.promise == .sharing }),
            "sharing": .list(SharingContext.all(in: model)),
            "sharingPairs": .list(SharingContext.pairs(in: model)),
            "hasPublishers": .truth(!publishers.isEmpty),
            "publishers": .list(publishers),
            "combinations": .list(
                isWanted("combinations") ? CombinationContext.all(in: model).map(\.value) : []),
            "numbered": .list(isWanted("numbered") ? NumberedContext.all(in: model).map(\.value) : []),
            "hasRefusals": .truth(!refusals.isEmpty),
            "refusals": .list(refusals.map(\.value)),
            "fallbacks": .list(
                model.traits.flatMap { trait in
                    (["Publisher"] + trait.ancestors).map { known -> MustacheValue in
                        [
                            "owner": .text(known), "trait": .text(trait.name),
                            "message": .text(RefusalContext.message(trait, knowing: known)),
                        ]
                    }
                }),
            "advice": .list(Advice.kept(in: model, root: options.root)),
            "needsSupport": .truth(needsSupport),
            "hasBreaches": .truth(declaresBreaches),
            "breaches": .list(declaresBreaches ? Breach.allCases.map(\.value) : []),
            "laws": .list(hasLaws ? LawContext.all(in: model, root: options.root) : []),
            "lawTraits": .list(hasLaws ? counts(model.allTraits).map(LawContext.trait) : []),
        ]
    }

    /// The traits that say which events come; the others are in `places` and `sharing`.
    private func counts(_ traits: [Trait]) -> [Trait] { traits.filter { $0.promise == .events } }

    /// Whether the streams are this project's own, which have hooks that other libraries lack.
    private var isOwnEngine: Bool { model.backend == .traitsRuntime }

    private var isRuntime: Bool { isOwnEngine && options.module == model.backend.moduleName }

    private var access: String { options.access == .public ? "public " : "" }

    /// Whether the hand-written half of the trait layer has to come along: it is part of `TraitsRuntime`, but a
    /// table for another library that declares the traits itself has nowhere to import it from.
    private var needsSupport: Bool { !isOwnEngine && declaresFirstTraits }

    /// Whether the ways to break a promise are declared here: with the hand-written half, or in `TraitsRuntime` itself.
    private var declaresBreaches: Bool { (needsSupport || isRuntime) && declaresFirstTraits }

    /// Whether the table declares traits and sees no older ones.
    private var declaresFirstTraits: Bool { model.importedTraits.isEmpty && !model.traits.isEmpty }

    /// A type that a module is imported for, where what is generated is public. A file names it in public, so that its
    /// import may be public too.
    private func publicType(of module: String) -> String? {
        guard options.access == .public else { return nil }
        if module == model.backend.moduleName { return "Publisher" }
        return model.importedTraits.first { $0.module == module }?.name
            ?? (model.importedRows + model.rows).first { $0.module == module }?.type
    }

    private var imports: [String] {
        var modules = model.imports
        if !modules.contains(model.backend.moduleName) { modules.insert(model.backend.moduleName, at: 0) }
        return modules.filter { $0 != options.module }
    }
}
