/// A type whose values have names in marbles of their own, so that no dictionary is needed.
///
/// ```swift
/// let source = try scheduler.cold("-1-2-|", of: Int.self)
/// try recorder.expect("-a-b|")                         // of strings
/// ```
///
/// `Int`, `Character` and `String` conform. Conform your own types where it makes tests shorter.
public protocol MarbleValue {
    /// The value that a name stands for, or `nil` if it stands for none.
    ///
    /// - Parameters:
    ///   - name: A letter or a digit.
    ///   - ordinal: How many values the line had before this one.
    static func value(named name: Character, ordinal: Int) -> Self?

    /// The name of this value, or `nil` if it has none.
    var marbleName: Character? { get }
}

/// Digits stand for themselves; `o` counts up from zero.
extension Int: MarbleValue {
    /// The digit's number; for `o` the number of values before.
    public static func value(named name: Character, ordinal: Int) -> Int? {
        name == "o" ? ordinal : name.isASCII ? name.wholeNumberValue : nil
    }

    /// The digit, for numbers from 0 to 9.
    public var marbleName: Character? {
        (0...9).contains(self) ? Character(String(self)) : nil
    }
}

/// Every name stands for itself.
extension Character: MarbleValue {
    /// The name itself.
    public static func value(named name: Character, ordinal: Int) -> Character? { name }

    /// The character, if it is a letter or a digit and no symbol.
    public var marbleName: Character? {
        (isLetter || isNumber) && self != "x" ? self : nil
    }
}

/// Every name stands for itself.
extension String: MarbleValue {
    /// The name itself.
    public static func value(named name: Character, ordinal: Int) -> String? { String(name) }

    /// The character, if there is one only and it is a letter or a digit.
    public var marbleName: Character? { count == 1 ? self.first?.marbleName : nil }
}

/// An error for tests, known by its name in the marbles.
///
/// ```swift
/// let source = try scheduler.cold("-1-x", of: Int.self, failure: TestFailure.self)
/// #expect(recorder.completion == .failure("x"))
/// ```
public struct TestFailure: Error, Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral,
    CustomStringConvertible
{
    /// The name.
    public let name: Character

    /// Creates the error of that name.
    public init(_ name: Character = "x") {
        self.name = name
    }

    /// Creates the error of that name.
    public init(extendedGraphemeClusterLiteral name: Character) {
        self.name = name
    }

    /// The name.
    public var description: String { "failure \(name)" }
}
