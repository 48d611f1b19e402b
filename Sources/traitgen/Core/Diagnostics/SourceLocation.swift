/// A place in a table: its start and its length in bytes.
///
/// Lines and columns count from one. A column counts UTF-8 bytes, as the Swift compiler's own
/// diagnostics do, so editors and build logs jump to the same place for both.
public struct SourceLocation: Hashable, Sendable, Comparable {
    /// The path of the table, as the caller spelled it.
    public var path: String
    /// The line, from one.
    public var line: Int
    /// The column in bytes, from one.
    public var column: Int
    /// The number of bytes covered on that line; zero for a place between bytes.
    public var length: Int

    /// Creates a location.
    public init(path: String, line: Int, column: Int, length: Int = 0) {
        self.path = path
        self.line = line
        self.column = column
        self.length = length
    }

    /// The last component of the path. Generated code may mention it, since it names no folder of the machine.
    public var fileName: String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    /// The path relative to a folder, as generated code may show it to the compiler. For a table elsewhere it is only
    /// the file name, since generated code names no folder of the machine.
    func path(from root: String) -> String {
        guard path.hasPrefix("/") else { return path }
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : fileName
    }

    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.path, left.line, left.column) < (right.path, right.line, right.column)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `path:line:column`.
    public var description: String { "\(path):\(line):\(column)" }
}

/// A value with the place from which it was read.
public struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value.
    public var value: Value
    /// The place of its text.
    public var location: SourceLocation

    /// Joins a value with the place of its text.
    public init(_ value: Value, _ location: SourceLocation) {
        self.value = value
        self.location = location
    }
}
