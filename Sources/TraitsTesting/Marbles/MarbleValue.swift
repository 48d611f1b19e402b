/// A type whose values have names in marbles by themselves, so that no dictionary is needed.
///
/// ```swift
/// let source = try scheduler.cold("-1-2-|", of: Int.self)
/// try recorder.expect("-a-b|")                         // of strings
/// ```
///
/// `Int`, `Character` and `String` conform. Conform custom types if it makes tests shorter.
public protocol MarbleValue {
    /// Returns the value that a name stands for, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - name: A letter or a digit.
    ///   - ordinal: The number of values before this value in the line.
    static func value(named name: Character, ordinal: Int) -> Self?

    /// The name of this value, or `nil` if it has none.
    var marbleName: Character? { get }
}

/// Digits stand for themselves; `o` counts up from zero.
extension Int: MarbleValue {
    /// Returns the digit's number, or for `o` the number of values before it.
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
    /// Returns the name itself.
    public static func value(named name: Character, ordinal: Int) -> Character? { name }

    /// The character, if it is a letter or a digit and no symbol.
    public var marbleName: Character? {
        (isLetter || isNumber) && self != "x" ? self : nil
    }
}

/// Every name stands for itself.
extension String: MarbleValue {
    /// Returns the name itself.
    public static func value(named name: Character, ordinal: Int) -> String? { String(name) }

    /// The only character, if there is one and it is a letter or a digit.
    public var marbleName: Character? { count == 1 ? self.first?.marbleName : nil }
}

/// An error for tests, with a name in marbles.
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
