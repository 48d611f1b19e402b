#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A database of SQLite, by the library of the system. It is looked for at run time, so the package builds where the headers of
/// SQLite aren't installed.
// Unchecked: SQLite guards a connection that several threads use.
public final class Database: @unchecked Sendable {
    private let library: Library
    private let handle: OpaquePointer?

    /// Opens a file, or makes it. Returns nil if the system has no SQLite.
    public init?(path: String) throws(StoreError) {
        guard let library = Library() else { return nil }
        self.library = library
        var handle: OpaquePointer?
        let code = library.open(path, &handle)
        self.handle = handle
        if code != 0 { throw .broken(code: code) }
    }

    deinit { _ = library.close(handle) }

    /// Runs a statement, and returns the first column of its rows.
    ///
    /// - Parameter values: what stands for the question marks.
    @discardableResult
    public func run(_ statement: String, _ values: [String] = []) throws(StoreError) -> [String] {
        var prepared: OpaquePointer?
        try check(library.prepare(handle, statement, -1, &prepared, nil))
        defer { _ = library.finalize(prepared) }
        for (index, value) in values.enumerated() {
            // SQLite makes a copy: that is what -1 means.
            try check(library.bind(prepared, Int32(index + 1), value, Int32(value.utf8.count), -1))
        }
        var rows: [String] = []
        while true {
            let code = library.step(prepared)
            if code == Code.done { return rows }
            if code != Code.row { try check(code) }
            rows.append(library.column(prepared, 0).map { String(cString: $0) } ?? "")
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        switch code {
        case Code.ok: return
        case Code.busy, Code.locked: throw .busy
        default: throw .broken(code: code)
        }
    }
}

private enum Code {
    static let ok: Int32 = 0
    static let busy: Int32 = 5
    static let locked: Int32 = 6
    static let row: Int32 = 100
    static let done: Int32 = 101
}

/// The functions of SQLite that are used here.
private struct Library {
    typealias Pointer = OpaquePointer?

    let open: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Pointer>) -> Int32
    let close: @convention(c) (Pointer) -> Int32
    let prepare:
        @convention(c) (
            Pointer, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Pointer>, UnsafeMutableRawPointer?
        ) -> Int32
    let bind: @convention(c) (Pointer, Int32, UnsafePointer<CChar>, Int32, Int) -> Int32
    let step: @convention(c) (Pointer) -> Int32
    let column: @convention(c) (Pointer, Int32) -> UnsafePointer<UInt8>?
    let finalize: @convention(c) (Pointer) -> Int32

    init?() {
        let names = ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib"]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
        func function<F>(_ name: String) -> F { unsafeBitCast(dlsym(library, "sqlite3_" + name), to: F.self) }
        open = function("open")
        close = function("close_v2")
        prepare = function("prepare_v2")
        bind = function("bind_text")
        step = function("step")
        column = function("column_text")
        finalize = function("finalize")
    }
}
