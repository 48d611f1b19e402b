import TraitgenCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files on disk.
struct Disk: CommandFiles {
    var workingDirectory: String { FileManager.default.currentDirectoryPath }

    func read(_ path: String) -> [UInt8]? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return Array(data)
    }

    func open(_ path: String) -> ((UnsafeMutableRawBufferPointer) -> Int)? {
        guard let file = OpenFile(path) else { return nil }
        return { file.read(into: $0) }
    }

    func list(_ path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: path)
    }

    func resolved(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        let url = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            // Atomic: a new file takes the place of the old one, so that a build never sees a half.
            try Data(bytes).write(to: url, options: .atomic)
        } catch {
            throw CommandFileError(reason: String(describing: error))
        }
    }
}
