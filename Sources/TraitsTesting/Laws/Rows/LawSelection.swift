#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The rows that `TRAITS_LAWS_ROWS` asks for, and the names among them that no table has had so far.
///
/// The tables of a run don't know each other, so a name is known to be in none of them only at the end of the run.
final class LawSelection: @unchecked Sendable {
    // Unchecked: `missing` is touched under the lock only.

    /// The selection, or `nil` if the environment asks for no rows.
    static let shared: LawSelection? = getenv("TRAITS_LAWS_ROWS").flatMap { rows in
        let selection = LawSelection(String(cString: rows))
        if selection.asked.isEmpty { return nil }
        atexit { if let fault = LawSelection.shared?.fault { print(fault) } }
        return selection
    }

    private let asked: Set<Substring>
    private let lock = Lock()
    private var missing: Set<Substring>

    /// - Parameter rows: The types of the rows, with spaces between.
    init(_ rows: String) {
        asked = Set(rows.split(separator: " "))
        missing = asked
    }

    /// Returns whether the row about a type is asked for, and notes that a table has that row.
    func takes(_ type: String) -> Bool {
        lock.withLock { _ = missing.remove(type[...]) }
        return asked.contains(type[...])
    }

    /// A message about the names that no table has had, or `nil` if there are none.
    var fault: String? {
        let names = lock.withLock { missing }.sorted().map { "`\($0)`" }
        if names.isEmpty { return nil }
        let list = names.joined(separator: ", ")
        return "laws: TRAITS_LAWS_ROWS asks for \(list), which no table tried here has a row about"
    }
}
