import TraitgenCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files of a revision, as git has them.
struct GitRevision: CommandFiles {
    let workingDirectory: String
    /// The top of the repository.
    let top: String
    private let revision: String
    /// The paths of all files, from the top.
    private let paths: Set<String>
    /// What is in each folder.
    private let folders: [String: Set<String>]

    /// Nil where there is no repository, or no such revision in it.
    init?(_ revision: String, from workingDirectory: String) {
        guard let top = Self.git(["rev-parse", "--show-toplevel"]),
            let commit = Self.git([
                "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
            ]),
            let list = Self.git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", Self.line(commit)])
        else { return nil }
        self.workingDirectory = workingDirectory
        self.top = Self.line(top)
        self.revision = Self.line(commit)
        paths = Set(list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        var folders: [String: Set<String>] = [:]
        for path in paths {
            var folder = ""
            for part in path.split(separator: "/") {
                folders[folder, default: []].insert(String(part))
                folder += (folder.isEmpty ? "" : "/") + part
            }
        }
        self.folders = folders
    }

    func read(_ path: String) -> [UInt8]? {
        guard let path = fromTop(path), paths.contains(path) else { return nil }
        return Self.git(["cat-file", "blob", "\(revision):\(path)"])
    }

    func list(_ path: String) -> [String]? { fromTop(path).flatMap { folders[$0] }.map(Array.init) }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        throw CommandFileError(reason: "it is in a revision")
    }

    func remove(_ path: String) throws(CommandFileError) {
        throw CommandFileError(reason: "it is in a revision")
    }

    private func fromTop(_ path: String) -> String? {
        let path = resolved(path)
        if path == top { return "" }
        return path.hasPrefix(top + "/") ? String(path.dropFirst(top.count + 1)) : nil
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// What git writes; nil where it fails.
    private static func git(_ arguments: [String]) -> [UInt8]? {
        let words = arguments.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
        guard let pipe = popen("git \(words.joined(separator: " ")) 2>/dev/null", "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return pclose(pipe) == 0 ? bytes : nil
    }
}
