import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The program of this build writes files of users: links, modes, other names and line ends stay as they are.
@Suite(.waiting) struct DiskTests {
    private static let rows = "source   T   o|\nsource   Longer   |\n"
    private static let formatted = "source T        o|\nsource Longer   |\n"

    private struct Folder: ~Copyable {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ text: String, _ name: String, mode: Int = 0o644) throws {
            try Data(text.utf8).write(to: url.appending(path: name))
            try FileManager.default.setAttributes(
                [.posixPermissions: mode], ofItemAtPath: url.appending(path: name).path)
        }

        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
        }

        func attributes(_ name: String) throws -> [FileAttributeKey: Any] {
            try FileManager.default.attributesOfItem(atPath: url.appending(path: name).path)
        }

        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
        }

        /// Runs `traitgen` in this folder.
        func run(_ arguments: String...) throws -> (status: Int32, said: String) {
            let process = Process()
            let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            process.executableURL = bundle.deletingLastPathComponent().appending(path: "traitgen")
            process.arguments = arguments
            process.currentDirectoryURL = url
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let said = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: said, as: UTF8.self))
        }
    }

    @Test func `a link stays a link, and its file is formatted`() throws {
        let folder = try Folder()
        try folder.write(Self.rows, "real.traits")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "link.traits").path, withDestinationPath: "real.traits")
        #expect(try folder.run("format", "link.traits").status == 0)
        #expect(try folder.attributes("link.traits")[.type] as? FileAttributeType == .typeSymbolicLink)
        #expect(try folder.text("real.traits") == Self.formatted)
    }

    @Test(arguments: [0o600, 0o640, 0o755])
    func `a mode stays as it is`(mode: Int) throws {
        let folder = try Folder()
        try folder.write(Self.rows, "T.traits", mode: mode)
        #expect(try folder.run("format", "T.traits").status == 0)
        #expect(try folder.attributes("T.traits")[.posixPermissions] as? Int == mode)
        #expect(try folder.text("T.traits") == Self.formatted)
        #expect(try folder.names == ["T.traits"])
    }

    @Test func `a read-only file is not written`() throws {
        let folder = try Folder()
        try folder.write(Self.rows, "T.traits", mode: 0o444)
        let (status, said) = try folder.run("format", "T.traits")
        #expect(status != 0 && said.contains("error: T.traits can't be written: it is read-only"))
        #expect(try folder.text("T.traits") == Self.rows)
    }

    @Test func `all names of a file mean the same file afterwards`() throws {
        let folder = try Folder()
        try folder.write(Self.rows, "T.traits")
        try FileManager.default.linkItem(
            at: folder.url.appending(path: "T.traits"), to: folder.url.appending(path: "U.traits"))
        #expect(try folder.run("format", "U.traits").status == 0)
        #expect(try folder.text("T.traits") == Self.formatted)
        #expect(try folder.attributes("T.traits")[.referenceCount] as? Int == 2)
    }

    @Test func `a table that can't be read is there`() throws {
        let folder = try Folder()
        // A link that leads nowhere: a superuser can read every other file.
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "T.traits").path, withDestinationPath: "gone.traits")
        let (status, said) = try folder.run("check", "T.traits")
        #expect(status == 2 && said.hasPrefix("error: T.traits can't be read"), "\(said)")
    }

    @Test func `line ends and the mark of the byte order stay`() throws {
        let folder = try Folder()
        try folder.write("\u{FEFF}" + Self.rows.replacing("\n", with: "\r\n"), "T.traits")
        #expect(try folder.run("format", "T.traits").status == 0)
        #expect(try folder.text("T.traits") == "\u{FEFF}" + Self.formatted.replacing("\n", with: "\r\n"))
        #expect(try folder.run("format", "T.traits", "--check").status == 0)
    }

    @Test func `what a killed process left is removed by the next`() throws {
        let folder = try Folder()
        try folder.write(Self.rows, "T.traits")
        // No process has the first number, and this process has the second.
        let own = "T.traits.traitgen-\(ProcessInfo.processInfo.processIdentifier)"
        for name in ["T.traits.traitgen-2147483000", own, "T.traits.traitgen-notes"] {
            try folder.write("half", name)
        }
        #expect(try folder.run("format", "T.traits").status == 0)
        #expect(try folder.names == ["T.traits", own, "T.traits.traitgen-notes"])
    }

    @Test func `a folder in place of an output is named`() throws {
        let folder = try Folder()
        try folder.write("trait OnePublisher {\n    --o--|--->   one\n}\noperator A   o => o\n", "T.traits")
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Out/T+Conformances.swift"), withIntermediateDirectories: true)
        #expect(
            try generate(folder).contains(
                "error: Out/T+Conformances.swift can't be written: it is a folder\n"))
    }

    @Test(arguments: [
        ("gone.swift", "it is a link to a file that doesn't exist"),
        ("T+Conformances.swift", "it is a link that leads back to itself"),
    ])
    func `a link without a file in place of an output is named`(target: String, reason: String) throws {
        let folder = try Folder()
        try folder.write("trait OnePublisher {\n    --o--|--->   one\n}\noperator A   o => o\n", "T.traits")
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "Out/T+Conformances.swift").path, withDestinationPath: target)
        #expect(
            try generate(folder).contains("error: Out/T+Conformances.swift can't be written: \(reason)\n"))
    }

    private func generate(_ folder: borrowing Folder) throws -> String {
        let templates = URL(filePath: #filePath).appending(path: "../../../../Templates").standardized.path
        let result = try folder.run(
            "generate", "T.traits", "--output", "Out", "--module", "M", "--templates", templates)
        #expect(result.status != 0)
        return result.said
    }

    @Test func `a table behind a loop of links is named`() throws {
        let folder = try Folder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "T.traits").path, withDestinationPath: "T.traits")
        #expect(
            try folder.run("check", "T.traits").said
                .hasPrefix("error: T.traits can't be read: it is a link that leads back to itself\n"))
    }
}
