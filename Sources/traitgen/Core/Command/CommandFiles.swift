/// The files of the machine, as far as the command needs them. The core itself touches none: the
/// command line hands in the disk, tests hand in a dictionary.
public protocol CommandFiles {
    /// The folder that relative paths start at, absolute and without a slash at its end.
    var workingDirectory: String { get }
    /// The bytes of a file; nil if there is none or it can't be read.
    func read(_ path: String) -> [UInt8]?
    /// Opens a file to be read piece by piece, nil if there is none: what is returned fills a buffer and says with how
    /// many bytes, with none at the end of the file.
    func open(_ path: String) -> ((UnsafeMutableRawBufferPointer) -> Int)?
    /// The names of what is in a folder; nil if there is no such folder.
    func list(_ path: String) -> [String]?
    /// The one path of a folder, whatever links lead to it.
    func resolved(_ path: String) -> String
    /// All of standard input; nil where there is none.
    func standardInput() -> [UInt8]?
    /// The files as they were in a revision of the repository that the working directory is in, and the absolute path of
    /// the repository's top; nil where there is no such revision.
    func revision(_ name: String) -> (files: any CommandFiles, top: String)?
    /// Writes a file as a whole or not at all, and the folders above it.
    ///
    /// - Throws: ``CommandFileError`` with the reason in the words of the system.
    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError)
    /// Removes a file.
    ///
    /// - Throws: ``CommandFileError`` with the reason in the words of the system.
    func remove(_ path: String) throws(CommandFileError)
}

extension CommandFiles {
    /// Where there are no links, a path stands for itself.
    public func resolved(_ path: String) -> String { Path.normalized(Path.join(workingDirectory, path)) }

    /// Nobody types where files are in memory.
    public func standardInput() -> [UInt8]? { nil }

    /// Files without a history.
    public func revision(_ name: String) -> (files: any CommandFiles, top: String)? { nil }

    /// A file that is there as a whole can be read piece by piece as well.
    public func open(_ path: String) -> ((UnsafeMutableRawBufferPointer) -> Int)? {
        guard var rest = read(path)?[...] else { return nil }
        return { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
    }
}

/// A file that couldn't be written.
public struct CommandFileError: Error, Sendable {
    /// What the file system said, in words for the terminal.
    public var reason: String

    /// Creates an error with a reason.
    public init(reason: String) { self.reason = reason }
}

/// The few things a command does with paths.
enum Path {
    static func join(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") { return name }
        if folder.isEmpty { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The folder of a file, empty for a bare name.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(_ path: String) -> String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// The path from a folder; nil for what isn't in it.
    static func relative(_ path: String, to folder: String) -> String? {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
    }

    /// A folder and those above it, up to one of them.
    static func folders(from first: String, to last: String) -> [String] {
        var folders = [first]
        while let folder = folders.last, folder != last, !folder.isEmpty, folder != "/" {
            folders.append(Self.folder(folder))
        }
        return folders
    }

    /// The file beside a table that holds its samples; nil for the name of no table.
    static func samples(of table: String) -> String? { beside(table, "samples") }

    /// The file beside a table that holds the names of its publishers; nil for the name of no table.
    static func names(of table: String) -> String? { beside(table, "names") }

    private static func beside(_ table: String, _ suffix: String) -> String? {
        table.hasSuffix(".traits") ? table.dropLast("traits".count) + suffix : nil
    }

    /// The path with `.` and `..` worked out, so that one file has one spelling.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else if part != ".." || !path.hasPrefix("/") {
                parts.append(part)
            }
        }
        let joined = parts.joined(separator: "/")
        return path.hasPrefix("/") ? "/" + joined : joined
    }
}
