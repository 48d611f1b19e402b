import TraitgenCore

/// The target of a package whose operators are proven, from the output of `swift package describe --type json`.
struct ClonedLibrary: Hashable {
    struct Target: Hashable {
        let name: String
        /// The name of its module.
        let module: String
        /// The folder of its sources, relative to the package; absolute for a target of another package.
        fileprivate(set) var path: String
        /// Its Swift files, relative to the folder.
        let sources: [String]
        /// The names of targets that it depends on.
        fileprivate(set) var dependencies: [String]
        /// The names of products of other packages that it depends on.
        let products: [String]
    }

    /// Another package that the library depends on.
    struct Dependency: Hashable {
        let identity: String
        /// The arguments of `.package` in a manifest.
        let source: String
        /// The name of its folder among checkouts, or its path.
        let folder: String
    }

    /// The target and those that it depends on, itself last.
    private(set) var targets: [Target]
    /// Names of other targets that could have been meant.
    let others: [String]
    /// The other packages that the library depends on, with those that only its tests use.
    let dependencies: [Dependency]

    var target: Target { targets[targets.count - 1] }
    var module: String { target.module }

    /// - Parameters:
    ///   - description: The package in JSON.
    ///   - name: The target that the caller names; nil for the one with the package's name, or else the first that imports Combine.
    ///   - importsCombine: Indicates whether a file of the package imports Combine.
    init(
        _ description: JSONValue, target name: String?, importsCombine: (String) -> Bool
    ) throws(ProofFailure) {
        let all = description["targets"].list.compactMap(Target.init)
        let libraries = all.filter { target in
            target.sources.contains { importsCombine(Path.join(target.path, $0)) }
        }
        let package = description["name"].text
        let chosen =
            name.map { name in all.first { $0.name == name } }
            ?? libraries.first { $0.name == package } ?? libraries.first
        guard let chosen else {
            let names = all.map(\.name).joined(separator: ", ")
            throw ProofFailure(
                message: name.map { "the package has no library target `\($0)`" }
                    ?? "no library target of the package imports Combine",
                notes: ["its library targets are: \(names)"])
        }
        others = libraries.map(\.name).filter { $0 != chosen.name }
        targets = Self.closure(of: chosen, among: all)
        dependencies = description["dependencies"].list.compactMap(Dependency.init)
    }

    /// The names of products of other packages that its targets depend on.
    var products: Set<String> { Set(targets.flatMap(\.products)) }

    /// Adds the targets of products of another package, so that they are built as the library's own are.
    ///
    /// - Parameters:
    ///   - description: That package in JSON.
    ///   - folder: Its folder.
    mutating func add(_ description: JSONValue, in folder: String) {
        let all = description["targets"].list.compactMap(Target.init).map { target in
            var target = target
            target.path = Path.join(folder, target.path)
            return target
        }
        for product in description["products"].list {
            guard let name = product["name"].text, products.contains(name) else { continue }
            let own = product["targets"].list.compactMap(\.text)
            for index in targets.indices where targets[index].products.contains(name) {
                targets[index].dependencies += own
            }
            let needed = all.filter { own.contains($0.name) }.flatMap { Self.closure(of: $0, among: all) }
            for target in needed.reversed() where !targets.contains(where: { $0.name == target.name }) {
                targets.insert(target, at: 0)
            }
        }
    }

    private static func closure(of target: Target, among all: [Target]) -> [Target] {
        var (found, seen) = ([Target](), Set<String>())
        func add(_ target: Target) {
            guard seen.insert(target.name).inserted else { return }
            for name in target.dependencies { all.first { $0.name == name }.map(add) }
            found.append(target)
        }
        add(target)
        return found
    }
}

extension ClonedLibrary.Target {
    /// A target from its description; nil if it is no library of Swift code.
    fileprivate init?(_ value: JSONValue) {
        guard value["type"].text == "library", value["module_type"].text == "SwiftTarget",
            let name = value["name"].text, let path = value["path"].text
        else { return nil }
        self.init(
            name: name, module: value["c99name"].text ?? name, path: path,
            sources: value["sources"].list.compactMap(\.text).filter { $0.hasSuffix(".swift") },
            dependencies: value["target_dependencies"].list.compactMap(\.text),
            products: value["product_dependencies"].list.compactMap(\.text))
    }
}

extension ClonedLibrary.Dependency {
    /// A dependency from its description; nil if it is in a registry.
    fileprivate init?(_ value: JSONValue) {
        guard let identity = value["identity"].text else { return nil }
        self.identity = identity
        let requirement = value["requirement"]
        let range = requirement["range"].list.first
        let kinds = ["exact", "branch", "revision"].lazy
        if let path = value["path"].text {
            (source, folder) = ("path: \(path.literal)", path)
            return
        }
        guard let url = value["url"].text else { return nil }
        let name = Path.name(url)
        folder = name.hasSuffix(".git") ? String(name.dropLast(4)) : name
        if let low = range?["lower_bound"].text, let high = range?["upper_bound"].text {
            source = "url: \(url.literal), \(low.literal)..<\(high.literal)"
        } else if let kind = kinds.first(where: { requirement[$0].list.first?.text != nil }),
            let text = requirement[kind].list.first?.text
        {
            source = "url: \(url.literal), \(kind): \(text.literal)"
        } else {
            return nil
        }
    }
}

extension String {
    /// The text as a literal of Swift.
    var literal: String { "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }
}
