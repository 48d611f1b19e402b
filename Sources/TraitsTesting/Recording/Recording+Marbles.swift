import TraitsRuntime

extension Recording {
    /// The recording as marbles, with the names that the values have by themselves (``MarbleValue``) and
    /// `o` for all others.
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
    /// `o` is any value, `x` any failure; other names are those of ``MarbleValue``. `!` stands where the
    /// recorder cancelled. Dashes behind the last event say nothing: an expectation is about what has
    /// happened until now.
    ///
    /// - Throws: ``MarbleMismatch`` if something else happened, ``MarbleError`` if the marbles are wrong.
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
    ///   - marbles: What is expected. `o` is any value unless it is named, `x` any failure unless it is.
    ///   - values: What the names of values stand for.
    ///   - errors: What the names of errors stand for.
    ///   - fileID: The file that a mismatch names.
    ///   - line: The line that a mismatch names.
    /// - Throws: ``MarbleMismatch`` if something else happened, ``MarbleError`` if the marbles are wrong.
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
    /// - Throws: ``MarbleMismatch`` if something else happened, ``MarbleError`` if the marbles are wrong.
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
    /// - Throws: ``MarbleMismatch`` if something else happened, ``MarbleError`` if the marbles are wrong.
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

/// Marbles that a recording is compared with by `==`.
///
/// ```swift
/// #expect(recorder.recording == "-o-o|")
/// ```
///
/// A string literal becomes this type by itself. Wrong marbles equal no recording, and their description,
/// which the failed assertion shows, says what is wrong with them.
public struct ExpectedMarbles: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let text: String

    /// Keeps the marbles for a comparison.
    public init(stringLiteral text: String) {
        self.text = text
    }

    /// Keeps the marbles for a comparison.
    public init(_ text: String) {
        self.text = text
    }

    /// The marbles as recordings draw them, or what is wrong with them.
    public var description: String {
        do throws(MarbleError) {
            return try Marbles(text).drawing.text
        } catch {
            return error.description
        }
    }
}

extension Recording {
    /// Whether the recording follows the marbles, see `expect(_:)`.
    public static func == (recording: Recording, marbles: ExpectedMarbles) -> Bool {
        let key = MarbleKey<Output, Failure>()
        guard let marbles = try? Marbles(marbles.text), (try? key.check(marbles)) != nil else { return false }
        // No assertion, so that no trace of a failure is written.
        return key.mismatch(marbles, recording.events, end: recording.end, fileID: "", line: 0) == nil
    }

    /// Whether the recording does not follow the marbles, see `expect(_:)`.
    public static func != (recording: Recording, marbles: ExpectedMarbles) -> Bool {
        !(recording == marbles)
    }
}

extension Recording: CustomStringConvertible {
    /// The ``marbles`` of the recording.
    public var description: String { marbles }
}
