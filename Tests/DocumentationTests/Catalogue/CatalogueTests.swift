import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// Every public symbol is documented, every page has a summary, and every link leads somewhere.
@Suite("Catalogues of the documentation", .compiling, .waiting)
struct CatalogueTests {
    @Test(
        arguments: zip(
            [
                "TraitsRuntime", "TraitsFoundation", "TraitsNetworking", "TraitsExtras", "TraitsObservation",
                "TraitsTesting", "TraitsTracing", "TraitgenCore",
            ],
            [100, 100, 5, 100, 5, 100, 10, 100]))
    func `every symbol is documented and every page is in order`(module: String, least: Int) throws {
        try ClientCompiler.inTemporaryFolder { folder in
            let graphs = folder.appending(path: "graphs")
            try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
            try SymbolGraphs.write(of: module, to: graphs, extensions: true)
            let symbols = try SymbolGraphs.read(Graph.self, in: graphs).flatMap(\.symbols)
            #expect(symbols.count > least, "where are they?")
            #expect(Self.undocumented(symbols) == [], "write a summary for these")

            // `.ci/documentation` keeps the pages.
            let site = ProcessInfo.processInfo.environment["TRAITS_SITE"].map { URL(filePath: $0) }
            let archive = (site ?? folder).appending(path: "\(module).doccarchive")
            func pagesNow() throws -> [Page] {
                let catalogue = try Self.catalogue(of: module, in: folder)
                #expect(try Self.convert(module, graphs, catalogue: catalogue, to: archive) == "")
                return try Self.pages(of: archive)
            }
            var pages = try pagesNow()
            if ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] != nil,
                try Self.addLinks(of: pages, symbols, to: try Self.source(of: module))
            {
                pages = try pagesNow()
            }
            // An extension of a type of another module has no page of its own: the page is that of the type.
            let own = symbols.count { $0.kind.identifier != "swift.extension" }
            #expect(pages.count > own, "where are they?")
            #expect(Self.withoutSummary(pages) == [], "write a summary for these")
            #expect(
                pages.filter(\.isDrawnTwice).map(\.path) == [], "these have marbles in text and in a picture")
            #expect(
                pages.flatMap(\.uncurated).sorted() == [],
                "put these into a group, on the page of the module or in the folder Symbols of its catalogue; `.ci/renew` adds methods"
            )
        }
    }

    /// What the test above looks for is noticed where it is.
    @Test func `what is missing is noticed`() throws {
        let module = """
            /// A documented type.
            public struct Documented {
                public var bare = 0
                public var _internal = 0
            }
            public func lost() {}

            """
        let page = "# ``Sample``\n\nA module.\n\n## Topics\n\n### Types\n\n- ``Documented``\n"
        try ClientCompiler.inTemporaryFolder { folder in
            let file = folder.appending(path: "Sample.swift")
            try module.write(to: file, atomically: true, encoding: .utf8)
            let (graphs, catalogue) = (
                folder.appending(path: "graphs"), folder.appending(path: "Sample.docc")
            )
            for folder in [graphs, catalogue] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            try page.write(
                to: catalogue.appending(path: "Sample.md"), atomically: true, encoding: .utf8)
            let errors = try ClientCompiler.diagnostics(
                of: [file],
                arguments: [
                    "-emit-module", "-module-name", "Sample", "-emit-module-path",
                    folder.appending(path: "Sample.swiftmodule").path, "-emit-symbol-graph",
                    "-emit-symbol-graph-dir", graphs.path,
                ])
            #expect(errors == "")
            let symbols = try SymbolGraphs.read(Graph.self, in: graphs).flatMap(\.symbols)
            #expect(Self.undocumented(symbols) == ["Documented.bare", "lost()"])
            let archive = folder.appending(path: "Sample.doccarchive")
            #expect(try Self.convert("Sample", graphs, catalogue: catalogue, to: archive) == "")
            let pages = try Self.pages(of: archive)
            #expect(
                Self.withoutSummary(pages).map { $0.split(separator: "/").last }
                    == ["bare", "lost()"])
            #expect(pages.flatMap(\.uncurated) == ["/documentation/Sample/lost()"])

            try page.replacing("Documented", with: "Nowhere").write(
                to: catalogue.appending(path: "Sample.md"), atomically: true, encoding: .utf8)
            let said = try Self.convert("Sample", graphs, catalogue: catalogue, to: archive)
            #expect(said.contains("'Nowhere' doesn't exist"), "\(said)")
        }
    }

    // MARK: - Symbols

    private static func undocumented(_ symbols: [Graph.Symbol]) -> [String] {
        symbols.filter { symbol in
            // An extension's summary is that of the page of its type.
            symbol.kind.identifier != "swift.extension"
                && !symbol.pathComponents.contains { $0.hasPrefix("_") }
                && symbol.docComment?.lines.contains { !$0.text.isEmpty } != true
        }.map { $0.pathComponents.joined(separator: ".") }.sorted()
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { let identifier: String }
            struct Comment: Decodable {
                struct Line: Decodable { let text: String }
                let lines: [Line]
            }
            struct Location: Decodable { let uri: URL }
            let kind: Kind
            let pathComponents: [String]
            let docComment: Comment?
            let location: Location?
        }
        let symbols: [Symbol]
    }

    // MARK: - Pages

    /// Makes the pages, and returns what is wrong with them.
    private static func convert(
        _ module: String, _ graphs: URL, catalogue: URL, to archive: URL
    ) throws -> String {
        let (text, succeeded) = try ClientCompiler.run([
            "docc", "convert", catalogue.path, "--additional-symbol-graph-dir", graphs.path,
            "--output-path", archive.path, "--fallback-display-name", module,
            "--fallback-bundle-identifier", module, "--warnings-as-errors",
        ])
        return succeeded ? "" : text
    }

    private static func source(of module: String) throws -> URL {
        let sources = DocumentationTests.root.appending(path: "Sources")
        let all = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        return try #require(
            all?.lazy.compactMap { $0 as? URL }.first { $0.lastPathComponent == "\(module).docc" })
    }

    /// Adds the symbols that no group has to the pages in the folder `Symbols`, and returns whether there were any.
    private static func addLinks(of pages: [Page], _ symbols: [Graph.Symbol], to catalogue: URL) throws
        -> Bool
    {
        var folders: [String: Set<String>] = [:]
        for symbol in symbols {
            guard let file = symbol.location?.uri, let name = symbol.pathComponents.last else { continue }
            folders[name, default: []].insert(file.deletingLastPathComponent().path)
        }
        var isChanged = false
        for page in pages where !page.uncurated.isEmpty {
            let file = catalogue.appending(path: "Symbols/\(Path.name(page.path)).md")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            var symbolPage = SymbolPage(text: text, folders: folders)
            for path in page.uncurated.sorted() { symbolPage.add(Path.name(path)) }
            isChanged = isChanged || symbolPage.text != text
            try symbolPage.text.write(to: file, atomically: true, encoding: .utf8)
        }
        return isChanged
    }

    /// Copies a module's catalogue to a folder, and writes the pages of the operators that its tables have.
    private static func catalogue(of module: String, in folder: URL) throws -> URL {
        let source = try Self.source(of: module)
        let catalogue = folder.appending(path: source.lastPathComponent)
        let pages = catalogue.appending(path: "Generated")
        try? FileManager.default.removeItem(at: catalogue)
        try FileManager.default.copyItem(at: source, to: catalogue)
        let tables = source.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: tables.appending(path: "Generated").path) else {
            return catalogue
        }
        try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
        let files = GeneratedFiles(root: DocumentationTests.root)
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { Issue.record("\($0)") })
        let status = command.run(arguments: [
            "table", "Sources/\(module)", "--format", "docc", "--output",
            "Sources/\(module)/\(module).docc/Generated",
        ])
        try #require(status == .clean && !files.written.isEmpty)
        for (path, text) in files.written {
            try text.write(
                to: pages.appending(path: Path.name(path)), atomically: true, encoding: .utf8)
        }
        return catalogue
    }

    private static func pages(of archive: URL) throws -> [Page] {
        let data = archive.appending(path: "data/documentation")
        let all = FileManager.default.enumerator(at: data, includingPropertiesForKeys: nil)
        return try (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
            .map { try JSONDecoder().decode(Page.self, from: Data(contentsOf: $0)) }
    }

    /// The pages without a summary, but for those that stand for a protocol whose requirements a type implements: docc
    /// makes them up, and no catalogue can say anything on them.
    private static func withoutSummary(_ pages: [Page]) -> [String] {
        pages.filter { ($0.abstract ?? []).isEmpty && !$0.path.hasSuffix("-Implementations") }.map(\.path)
            .sorted()
    }

    private struct Page: Decodable {
        struct Identifier: Decodable { let url: String }
        struct Text: Decodable {}
        struct Group: Decodable {
            let title: String?
            let identifiers: [String]
            let generated: Bool?
        }
        struct Section: Decodable { let content: [Block]? }
        struct Block: Decodable {
            struct Inline: Decodable { let type: String }
            let type: String
            let text: String?
            let syntax: String?
            let code: [String]?
            let inlineContent: [Inline]?
        }
        let identifier: Identifier
        let kind: String
        let abstract: [Text]?
        let primaryContentSections: [Section]?
        let topicSections: [Group]?

        /// Such as `/documentation/TraitsRuntime/Just`.
        var path: String { Self.path(identifier.url) }

        /// A Boolean value that indicates whether the page of a method has its marbles in text and in a picture.
        ///
        /// Pictures below "Promises" show other histories.
        var isDrawnTwice: Bool {
            let blocks = (primaryContentSections ?? []).flatMap { $0.content ?? [] }
                .prefix { $0.type != "heading" || $0.text != "Promises" }
            return kind == "symbol"
                && blocks.contains { $0.inlineContent?.contains { $0.type == "image" } == true }
                && blocks.contains { block in
                    block.type == "codeListing" && block.syntax == nil
                        && block.code?.contains { $0.contains("--") } == true
                }
        }

        /// The symbols that no group of the page has, though the page groups the others.
        var uncurated: [String] {
            let groups = topicSections ?? []
            guard groups.contains(where: { $0.generated != true }) else { return [] }
            return groups.filter { $0.generated == true && $0.title != "Default Implementations" }
                .flatMap(\.identifiers).map(Self.path)
        }

        private static func path(_ url: String) -> String {
            String(url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
        }
    }
}
