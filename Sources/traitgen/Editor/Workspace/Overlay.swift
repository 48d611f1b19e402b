import TraitgenCore

/// The files on disk, with the texts of open documents in the place of their files.
final class Overlay: CommandFiles {
    /// The texts of open documents, by path.
    var texts: [String: [UInt8]] = [:]
    /// The paths that were read since the set was last emptied, also of files that aren't there.
    var reads: Set<String> = []
    private let disk: any CommandFiles

    init(_ disk: any CommandFiles) { self.disk = disk }

    var workingDirectory: String { disk.workingDirectory }

    func read(_ path: String) -> [UInt8]? {
        reads.insert(path)
        return texts[path] ?? disk.read(path)
    }

    func list(_ path: String) -> [String]? { disk.list(path) }
    func resolved(_ path: String) -> String { disk.resolved(path) }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        throw CommandFileError(reason: "the editor writes it")
    }

    func remove(_ path: String) throws(CommandFileError) {
        throw CommandFileError(reason: "the editor removes it")
    }
}
