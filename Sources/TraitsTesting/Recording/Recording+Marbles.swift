import TraitsRuntime

extension Recording {
    /// The recording as marbles, with the names that the values have by themselves (``MarbleValue``) and `o` for all others.
    ///
    /// ```
    /// -1-2--|
    /// ```
    public var marbles: String { MarbleKey<Output, Failure>().drawing(of: events, end: end).text }

    /// Throws if the recording does not follow the marbles.
    ///
    /// ```swift
    /// try recorder.expect("--o-o|")
    /// ```
    ///
    /// `o` is any value, `x` any failure; other names are those of ``MarbleValue``. `!` stands for the cancellation by the
    /// recorder. Dashes behind the last event are ignored: an expectation is about the events until now.
    ///
    /// - Throws: ``MarbleMismatch`` if the recording differs, ``MarbleError`` if the marbles are wrong.
    public func expect(_ marbles: String, fileID: String = #fileID, line: UInt = #line) throws {
        try expect(marbles, key: MarbleKey(), fileID, line)
    }

    /// Throws if the recording does not follow the marbles.
    ///
    /// ```swift
    /// try recorder.expect("--a-b-x", values: ["a": 1, "b": 20], errors: ["x": Failure.offline])
    /// ```
    ///
    /// - Parameters:
    ///   - marbles: The expected marbles. `o` is any value unless it is named, `x` any failure unless it is.
    ///   - values: The values by their names.
    ///   - errors: The errors by their names.
    ///   - fileID: The file that a mismatch names.
    ///   - line: The line that a mismatch names.
    /// - Throws: ``MarbleMismatch`` if the recording differs, ``MarbleError`` if the marbles are wrong.
    public func expect(
        _ marbles: String, values: [Character: Output], errors: [Character: Failure] = [:],
        fileID: String = #fileID, line: UInt = #line
    ) throws where Output: Equatable {
        try expect(marbles, key: MarbleKey(values: values, errors: errors, areEqual: ==), fileID, line)
    }

    /// Throws if the recording does not follow the marbles; for values that can't be compared, such as
    /// tuples.
    ///
    /// ```swift
    /// try recorder.expect("--p|", values: ["p": (1, "one")], by: ==)
    /// ```
    ///
    /// - Throws: ``MarbleMismatch`` if the recording differs, ``MarbleError`` if the marbles are wrong.
    public func expect(
        _ marbles: String, values: [Character: Output], errors: [Character: Failure] = [:],
        by areEqual: (Output, Output) -> Bool, fileID: String = #fileID, line: UInt = #line
    ) throws {
        try withoutActuallyEscaping(areEqual) { areEqual in
            try expect(
                marbles, key: MarbleKey(values: values, errors: errors, areEqual: areEqual), fileID, line)
        }
    }

    /// Throws if the recording does not follow the marbles, for named errors alone.
    ///
    /// ```swift
    /// try recorder.expect("--o-e", errors: ["e": Failure.offline])
    /// ```
    ///
    /// - Throws: ``MarbleMismatch`` if the recording differs, ``MarbleError`` if the marbles are wrong.
    public func expect(
        _ marbles: String, errors: [Character: Failure], fileID: String = #fileID, line: UInt = #line
    ) throws {
        try expect(marbles, key: MarbleKey(errors: errors), fileID, line)
    }

    private func expect(
        _ text: String, key: MarbleKey<Output, Failure>, _ fileID: String, _ line: UInt
    ) throws {
        let marbles = try Marbles(text)
        try key.check(marbles)
        if var mismatch = key.mismatch(marbles, events, end: end, fileID: fileID, line: line) {
            let place = "\(fileID):\(line)"
            mismatch.trace = FailureTrace.write(place) { trace in
                trace.add("expected", publisher: "Marbles", source: place, marbles: text)
                add(to: &trace, named: "observed", source: place)
            }
            throw mismatch
        }
    }
}

/// Marbles with which `==` compares a recording.
///
/// ```swift
/// #expect(recorder.recording == "-o-o|")
/// ```
///
/// A string literal becomes this type by itself. Wrong marbles equal no recording, and their description, which the failed
/// assertion shows, explains the mistake.
public struct ExpectedMarbles: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let text: String

    /// Creates expected marbles from a literal.
    public init(stringLiteral text: String) {
        self.text = text
    }

    /// Creates expected marbles from a text.
    public init(_ text: String) {
        self.text = text
    }

    /// The marbles as recordings draw them, or the description of a mistake in them.
    public var description: String {
        do throws(MarbleError) {
            return try Marbles(text).drawing.text
        } catch {
            return error.description
        }
    }
}

extension Recording {
    /// Returns a Boolean value that indicates whether the recording follows the marbles, see `expect(_:)`.
    public static func == (recording: Recording, marbles: ExpectedMarbles) -> Bool {
        let key = MarbleKey<Output, Failure>()
        guard let marbles = try? Marbles(marbles.text), (try? key.check(marbles)) != nil else { return false }
        // This is no assertion, so no trace of a failure is written.
        return key.mismatch(marbles, recording.events, end: recording.end, fileID: "", line: 0) == nil
    }

    /// Returns a Boolean value that indicates whether the recording does not follow the marbles, see `expect(_:)`.
    public static func != (recording: Recording, marbles: ExpectedMarbles) -> Bool {
        !(recording == marbles)
    }
}

extension Recording: CustomStringConvertible {
    /// The ``marbles`` of the recording.
    public var description: String { marbles }
}
