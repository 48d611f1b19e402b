/// A mistake in a marble string.
///
/// The description points at the character:
///
/// ```
/// the marbles are wrong at character 5: time can't pass inside a group
///   --(a-b)
///       ^
/// ```
public struct MarbleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistake and, where it helps, a way to correct it.
    public let message: String
    /// The marbles, as they were written.
    public let marbles: String
    /// The offset of the wrong character; the length of the marbles if something is missing at the end.
    public let offset: Int

    /// The message, the marbles and a caret under the mistake.
    public var description: String {
        """
        the marbles are wrong at character \(offset + 1): \(message)
          \(marbles)
          \(String(repeating: " ", count: offset))^
        """
    }
}
