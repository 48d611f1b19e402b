import TraitgenCore

/// The target of a package whose operators are proven, from the output of `swift package describe --type json`.
struct ClonedLibrary: Hashable {
    struct Target: Hashable {
        let name: String
        /// The name of its module.
        let module: String
        /// The folder of its sources, relative to the package.
        let path: String
        /// Its Swift files, relative to the folder.
        let sources: [String]
        /// The names of targets of the package that it depends on.
        let dependencies: [String]
    }

    /// The target and those that it depends on, itself last.
    let targets: [Target]
    /// Names of other targets that could have been meant.
    let others: [String]

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
            dependencies: value["target_dependencies"].list.compactMap(\.text))
    }
}
