import TraitgenCore

/// The names in all sources that are read together, with their meanings.
struct SourceNames {
    private var protocols: [String: [String]] = [:]
    private var aliases: [String: [String]] = [:]
    /// The modules whose names may precede the name of a type.
    private var modules: Set<String> = []
    /// The module of each source, and its imports.
    private var visible: [String: (own: String?, imports: Set<String>)] = [:]

    init(_ sources: [SwiftSource], modules: some Sequence<String>) {
        self.modules = Set(modules)
        for source in sources {
            visible[source.path] = (source.module, source.imports)
            protocols.merge(source.protocols) { $0 + $1 }
            aliases.merge(source.aliases) { first, _ in first }
            self.modules.formUnion(source.imports)
        }
    }

    /// Removes the module from a name.
    private func short(_ name: String) -> String {
        guard let dot = name.firstIndex(of: "."), modules.contains(String(name[..<dot])) else { return name }
        return String(name[name.index(after: dot)...])
    }

    /// The protocols that a name stands for, and the protocols that they refine, if a source declares them.
    ///
    /// - Parameter isTrait: whether the tables know a protocol, and therefore its refinements.
    func protocols(_ name: String, near type: String, isTrait: (String) -> Bool) -> [String] {
        var result: [String] = []
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let name = short(next)
            let inner = Path.folder(type.replacing(".", with: "/")).replacing("/", with: ".")
            if let known = aliases["\(inner).\(name)"] ?? aliases[name] {
                open += known
            } else {
                result.append(name)
                if !isTrait(name) { open += protocols[name] ?? [] }
            }
        }
        return result
    }

    /// The type that a name stands for.
    ///
    /// - Parameter isKnown: whether a name has a row, so that its first part isn't taken for a module.
    func type(_ name: String, isKnown: (String) -> Bool) -> String { resolved(name, isKnown: isKnown).type }

    /// The type that a name stands for, with its module if the name says it; see ``type(_:isKnown:)``.
    func resolved(_ name: String, isKnown: (String) -> Bool) -> (module: String?, type: String) {
        var name = name
        var module: String?
        var seen: Set<String> = []
        while !isKnown(name), seen.insert(name).inserted {
            if let target = aliases[name], target.count == 1 {
                name = target[0]
            } else {
                let short = short(name)
                if short != name { module = String(name.dropLast(short.count + 1)) }
                name = short
            }
        }
        return (module, name)
    }

    /// The modules whose declarations a name in a source may mean.
    ///
    /// - Parameters:
    ///   - module: the module that the name says.
    ///   - homes: the modules that declare the name.
    func modules(visibleIn path: String, named module: String?, among homes: Set<String>) -> Set<String> {
        if let module, homes.contains(module) { return [module] }
        guard let place = visible[path] else { return homes }
        if let own = place.own, homes.contains(own) { return [own] }
        let imported = homes.intersection(place.imports)
        return imported.isEmpty ? homes : imported
    }
}
