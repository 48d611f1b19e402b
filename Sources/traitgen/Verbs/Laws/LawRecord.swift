import TraitgenCore

import Dispatch

/// The record of a law run, which is read on another thread: it has tens of thousands of lines, and the predictions
/// that it is compared with are derived meanwhile.
final class LawRecord<Content: Sendable>: @unchecked Sendable {
    // Unchecked: `read` is written before the group is left, and read after waiting for it.
    private var read: Content?
    private let group = DispatchGroup()
    private let path: String

    /// - Parameter read: parses the bytes; returns nil if they are no record.
    fileprivate init(_ bytes: [UInt8], at path: String, _ read: @escaping @Sendable ([UInt8]) -> Content?) {
        self.path = path
        DispatchQueue.global().async(group: group) { self.read = read(bytes) }
    }

    /// The parsed contents; waits until they have been read.
    func content() throws(UsageError) -> Content {
        group.wait()
        guard let read else { throw UsageError("\(path) is no record of a law run") }
        return read
    }
}

extension UsageError {
    static let recordIsMissing = UsageError(
        "`--observed` is missing", "record one with `TRAITS_LAWS_RECORD=FILE swift test --filter TableLaws`")
}

extension TraitgenCommand {
    /// The record that `--observed` names.
    func observations(
        _ options: Options, withExamples: Bool = true
    ) throws(UsageError) -> LawRecord<Observations>? {
        try record(options) { Observations($0, withExamples: withExamples) }
    }

    /// Starts to parse the record that `--observed` names.
    ///
    /// - Parameter read: parses the bytes; returns nil if they are no record.
    func record<Content: Sendable>(
        _ options: Options, _ read: @escaping @Sendable ([UInt8]) -> Content?
    ) throws(UsageError) -> LawRecord<Content>? {
        guard let path = options.value("--observed") else { return nil }
        guard let bytes = files.read(path) else { throw UsageError("there is no record at \(path)") }
        return LawRecord(bytes, at: path, read)
    }
}
