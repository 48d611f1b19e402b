import Foundation
import TraitgenCore

/// The files of the package, and what is written kept in memory.
final class GeneratedFiles: CommandFiles {
    private let root: URL
    /// What there is besides, by path.
    private let texts: [String: String]
    private(set) var written: [String: String] = [:]

    init(root: URL, texts: [String: String] = [:]) {
        self.root = root
        self.texts = texts
    }

    var workingDirectory: String { root.path }

    func read(_ path: String) -> [UInt8]? {
        if let text = texts[path] { return Array(text.utf8) }
        return (try? Data(contentsOf: root.appending(path: path))).map { Array($0) }
    }

    func list(_ path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
    }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        written[path] = String(decoding: bytes, as: UTF8.self)
    }

    func remove(_ path: String) {}
}
