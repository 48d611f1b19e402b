import Foundation

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The templates of the package, and a small model to render with them.
enum RenderFixture {
    /// The shipped templates of law tests.
    static func laws() throws -> TemplateSet {
        try TemplateSet(
            ["Laws", "_LawTable"].map { name in
                let path = "Templates/Laws/\(name).mustache"
                return TemplateSet.Source(
                    path: path,
                    text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
            })
    }

    /// A table that uses each section of the shipped templates. The plugin reads it, too: `ShopTests` runs what it writes.
    static let shop = "Tests/TraitsExtrasTests/Custom/Shop.traits"

    static func model(backend: Backend? = nil, adding declarations: String = "") throws -> Model {
        let text = try String(contentsOf: root.appending(path: shop), encoding: .utf8)
        return try Model.build(text + declarations, path: "/somewhere/Shop.traits", backend: backend)
    }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The templates that the package ships.
    static func shippedTemplates() throws -> TemplateSet {
        let templates = try texts(in: "Templates", "mustache").map {
            TemplateSet.Source(path: "Templates/\($0.name)", text: $0.text)
        }
        let support = SupportPartial.text(try texts(in: SupportPartial.folder, "swift"))
        return try TemplateSet(templates + [.init(path: SupportPartial.name, text: support)])
    }

    /// The files of a folder of the package that have an extension.
    static func texts(in folder: String, _ pathExtension: String) throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == pathExtension }
        .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
