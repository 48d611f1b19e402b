/// The files of the machine, as far as the command needs them. The core itself doesn't access any: the command line
/// passes the disk, tests pass a dictionary.
public protocol CommandFiles {
    /// The folder that relative paths start at, absolute and without a slash at its end.
    var workingDirectory: String { get }
    /// The bytes of a file; nil if there is none or it can't be read.
    func read(_ path: String) -> [UInt8]?
    /// Opens a file for reading in pieces; nil if there is none. The returned closure fills a buffer and returns the
    /// number of bytes, zero at the end of the file.
    func open(_ path: String) -> ((UnsafeMutableRawBufferPointer) -> Int)?
    /// The names of a folder's contents; nil if there is no such folder.
    func list(_ path: String) -> [String]?
    /// The canonical path of a folder, with links resolved.
    func resolved(_ path: String) -> String
    /// All bytes of standard input; nil if there is none.
    func standardInput() -> [UInt8]?
    /// The files of a revision of the repository that contains the working directory, and the absolute path of the
    /// repository's top; nil if there is no such revision.
    func revision(_ name: String) -> (files: any CommandFiles, top: String)?
    /// The reason that the file at a path can't be read, in words for the terminal; nil if it can be read or isn't there.
    func obstacle(_ path: String) -> String?
    /// Writes a file atomically, and creates the folders above it.
    ///
    /// - Throws: ``CommandFileError`` with the reason in the words of the system.
    func write(_ bytes: [UInt8], to path: String) throws(CommandFileError)
    /// Removes a file.
    ///
    /// - Throws: ``CommandFileError`` with the reason in the words of the system.
    func remove(_ path: String) throws(CommandFileError)
}

extension CommandFiles {
    /// Without links, every normalized path is canonical.
    public func resolved(_ path: String) -> String { Path.normalized(Path.join(workingDirectory, path)) }

    /// Files in memory have no standard input.
    public func standardInput() -> [UInt8]? { nil }

    /// Files in memory can be read.
    public func obstacle(_ path: String) -> String? { nil }

    /// Files in memory have no revisions.
    public func revision(_ name: String) -> (files: any CommandFiles, top: String)? { nil }

    /// Serves a file that is read as a whole in pieces.
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
    /// The reason that the file system gave, in words for the terminal.
    public var reason: String

    /// Creates an error with a reason.
    public init(reason: String) { self.reason = reason }
}

/// The operations on paths that commands need.
package enum Path {
    package static func join(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") { return name }
        if folder.isEmpty { return name }
        return folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The folder of a file; empty for a bare name.
    package static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(_ path: String) -> String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// The path relative to a folder; nil for a path outside of it.
    package static func relative(_ path: String, to folder: String) -> String? {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : nil
    }

    /// A folder and the folders above it, up to a given one.
    package static func folders(from first: String, to last: String) -> [String] {
        var folders = [first]
        while let folder = folders.last, folder != last, !folder.isEmpty, folder != "/" {
            folders.append(Self.folder(folder))
        }
        return folders
    }

    /// The file beside a table with its samples; nil if the path names no table.
    package static func samples(of table: String) -> String? { beside(table, "samples") }

    /// The file beside a table with the names of its publishers; nil if the path names no table.
    package static func names(of table: String) -> String? { beside(table, "names") }

    private static func beside(_ table: String, _ suffix: String) -> String? {
        table.hasSuffix(".traits") ? table.dropLast("traits".count) + suffix : nil
    }

    /// The path with `.` and `..` resolved, so that each file has one spelling.
    package static func normalized(_ path: String) -> String {
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
