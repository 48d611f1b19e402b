import TraitgenCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files on disk.
package struct Disk: CommandFiles {
    package init() {}

    package var workingDirectory: String { FileManager.default.currentDirectoryPath }

    package func read(_ path: String) -> [UInt8]? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return Array(data)
    }

    package func open(_ path: String) -> ((UnsafeMutableRawBufferPointer) -> Int)? {
        guard let file = OpenFile(path) else { return nil }
        return { file.read(into: $0) }
    }

    package func standardInput() -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let file = OpenFile(descriptor: STDIN_FILENO)
        while true {
            let count = buffer.withUnsafeMutableBytes { file.read(into: $0) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    package func revision(_ name: String) -> (files: any CommandFiles, top: String)? {
        GitRevision(name, from: resolved(workingDirectory)).map { ($0, $0.top) }
    }

    /// Lists a folder. It is called for each name below a folder, and most names are files, so it has to fail quickly.
    package func list(_ path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    package func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package func obstacle(_ path: String) -> String? {
        if let known = occupant(path) { return known }
        return OpenFile(path) == nil && errno != ENOENT ? failure.reason : nil
    }

    /// The reason that no file can be at a path: a folder is there, or a link that leads nowhere.
    private func occupant(_ path: String) -> String? {
        var entry = stat()
        if stat(path, &entry) == 0 {
            return entry.st_mode & Self.kind == Self.folder ? "it is a folder" : nil
        }
        let reason = errno
        guard lstat(path, &entry) == 0, entry.st_mode & Self.kind == Self.link else { return nil }
        switch reason {
        case ENOENT, ENOTDIR: return "it is a link to a file that doesn't exist"
        case ELOOP: return "it is a link that leads back to itself"
        default: return String(cString: strerror(reason))
        }
    }

    // `S_IFMT` and its values have different types in the C libraries.
    private static let (kind, folder, link): (mode_t, mode_t, mode_t) = (0o170_000, 0o040_000, 0o120_000)

    package func write(_ bytes: [UInt8], to path: String) throws(CommandFileError) {
        if let reason = occupant(path) { throw CommandFileError(reason: reason) }
        // Behind a link stands the file that is meant.
        let path = resolved(path)
        try makeFolders(above: path)
        var old = stat()
        let exists = stat(path, &old) == 0
        // A superuser could write it all the same.
        if exists, old.st_mode & 0o222 == 0 { throw CommandFileError(reason: "it is read-only") }
        if exists, old.st_nlink > 1 { return try write(bytes, into: path) }
        // A new file replaces the old file, so that a build never sees an incomplete file.
        removeRemains(of: path)
        let temporary = "\(path)\(Self.infix)\(getpid())"
        let descriptor = creat(temporary, 0o666)
        guard descriptor >= 0 else { throw failure }
        do throws(CommandFileError) {
            defer { close(descriptor) }
            if exists, fchmod(descriptor, old.st_mode & 0o7777) != 0 { throw failure }
            try StandardStream(descriptor: descriptor).write(bytes)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let failure = failure
            unlink(temporary)
            throw failure
        }
    }

    /// Overwrites a file that has several names, each of which means the same file.
    private func write(_ bytes: [UInt8], into path: String) throws(CommandFileError) {
        guard let file = OpenFile(path, O_WRONLY | O_TRUNC) else { throw failure }
        try StandardStream(descriptor: file.descriptor).write(bytes)
    }

    /// Stands between the name of a file and the number of the process that writes it.
    private static let infix = ".traitgen-"

    /// Removes what processes have left that were killed while they wrote the file.
    private func removeRemains(of path: String) {
        let folder = Path.folder(path)
        let start = Path.name(path) + Self.infix
        for name in list(folder.isEmpty ? "." : folder) ?? [] where name.hasPrefix(start) {
            guard let process = pid_t(name.dropFirst(start.count)), kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink(Path.join(folder, name))
        }
    }

    package func remove(_ path: String) throws(CommandFileError) {
        guard unlink(path) == 0 else { throw failure }
    }

    private func makeFolders(above path: String) throws(CommandFileError) {
        var end = path.startIndex
        while let slash = path[end...].dropFirst().firstIndex(of: "/") {
            end = slash
            if mkdir(String(path[..<end]), 0o777) != 0, errno != EEXIST { throw failure }
        }
    }

    /// The system's message about the call that has just failed.
    private var failure: CommandFileError { CommandFileError(reason: String(cString: strerror(errno))) }
}
