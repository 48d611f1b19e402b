import TraitgenCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files of a revision, as git has them.
///
/// Files outside of the repository, or in the package manager's folder, belong to other packages, whose tables may be imported.
/// They are read from disk.
final class GitRevision: CommandFiles {
    let workingDirectory: String
    /// The top of the repository.
    let top: String
    private let revision: String
    /// The paths of all files, from the top.
    private let paths: Set<String>
    /// The names in each folder.
    private let folders: [String: Set<String>]
    /// The contents of files that have been read, by path from the top.
    private var contents: [String: [UInt8]] = [:]

    /// Creates the files of a revision; nil if there is no repository, or no such revision in it.
    init?(_ revision: String, from workingDirectory: String) {
        let place = Self.git([
            "rev-parse", "--show-toplevel", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
        ])
        guard let lines = place?.split(separator: UInt8(ascii: "\n")), lines.count == 2,
            case let (top, commit) = (
                String(decoding: lines[0], as: UTF8.self), String(decoding: lines[1], as: UTF8.self)
            ),
            let list = Self.git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit])
        else { return nil }
        self.workingDirectory = workingDirectory
        self.top = top
        self.revision = commit
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
        guard let path = fromTop(path) else { return Disk().read(path) }
        guard paths.contains(path) else { return nil }
        if contents.isEmpty { readTables() }
        if let known = contents[path] { return known }
        contents[path] = Self.git(["cat-file", "blob", "\(revision):\(path)"])
        return contents[path]
    }

    /// Reads all tables, and the files beside them, with one command: starting git for each file takes longer than reading it.
    private func readTables() {
        let wanted = paths.filter { path in
            [".traits", ".samples", ".names"].contains(where: path.hasSuffix) && !path.contains("\n")
        }.sorted()
        let names = wanted.map { "\(revision):\($0)" }
        guard !names.isEmpty, let output = Self.git(["cat-file", "--batch"], input: names) else { return }
        // A line that ends with the length precedes the content of each file, and a line end follows it.
        var rest = output[...]
        for path in wanted {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
                let word = rest[..<end].split(separator: UInt8(ascii: " ")).last,
                let length = Int(String(decoding: word, as: UTF8.self)), rest[end...].count > length
            else { return }
            contents[path] = Array(rest[(end + 1)...].prefix(length))
            rest = rest[(end + 1)...].dropFirst(length + 1)
        }
    }

    func list(_ path: String) -> [String]? {
        guard let path = fromTop(path) else { return Disk().list(path) }
        return folders[path].map(Array.init)
    }

    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        throw CommandFileError(reason: "it is in a revision")
    }

    func remove(_ path: String) throws(CommandFileError) {
        throw CommandFileError(reason: "it is in a revision")
    }

    /// The path from the top; nil for a file that isn't part of the repository.
    private func fromTop(_ path: String) -> String? {
        let path = resolved(path)
        if path == top { return "" }
        guard path.hasPrefix(top + "/") else { return nil }
        let inside = String(path.dropFirst(top.count + 1))
        return inside.split(separator: "/").contains(".build") ? nil : inside
    }

    /// The output of git; nil if it fails.
    private static func git(_ arguments: [String], input: [String] = []) -> [UInt8]? {
        let quoted = { (words: [String]) in
            words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        }
        let lines = input.isEmpty ? "" : "printf '%s\\n' \(quoted(input)) | "
        guard let pipe = popen("\(lines)git \(quoted(arguments)) 2>/dev/null", "r") else { return nil }
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
