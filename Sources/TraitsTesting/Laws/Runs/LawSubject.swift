#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The source text of a publisher under test, for the test in a violation.
struct LawSubject {
    /// The line from which the law kit was called, or the line of the row.
    let location: String
    /// The names of the inputs.
    let names: [String]
    /// The lines that make `publisher`.
    let lines: [String]
    /// The places where its events may arrive.
    var places = LawPlaces.any
    /// The way in which its subscribers may share the inputs.
    var sharing = LawSharing.any

    /// Creates the text of a publisher whose expression is known.
    ///
    /// - Parameters:
    ///   - types: The names that the expression may use for the types of its inputs.
    ///   - input: The type of all inputs.
    init(
        expression: String, names: [String], types: [String] = [],
        of input: String = "LawUpstream<TestFailure>",
        location: String
    ) {
        let words = Set(
            expression.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        let aliases =
            (words.contains("TestError") ? ["typealias TestError = TestFailure"] : [])
            + types.filter(words.contains).map { "typealias \($0) = \(input)" }
        self.location = location
        self.names = names
        lines = aliases + Self.indented("let publisher = \(expression)")
    }

    /// Creates the text of a publisher that a closure makes. The closure is read from the file that calls the law kit.
    ///
    /// - Parameters:
    ///   - inputs: The types of the closure's parameters.
    ///   - names: The names of the closure's arguments.
    ///   - expression: The expression that the closure returns, if the caller has given it.
    ///   - call: The call that is made on each input first.
    init(
        closureIn file: String, line: UInt, taking inputs: [String], named names: [String],
        returning expression: String? = nil, after call: String = ""
    ) {
        location = "\(file):\(line)"
        self.names = inputs == ["TestScheduler"] ? [] : names
        let closure =
            expression.map { "{ \(names.joined(separator: ", ")) in \($0) }" }
            ?? Self.text(of: file).flatMap { Self.closure(of: $0, line: line) }
            ?? "{ … }     // what was given to the law kit at \(location)"
        lines =
            Self.indented("let build: (\(inputs.joined(separator: ", "))) -> _ = \(closure)")
            + ["let publisher = build(\(names.map { $0 + call }.joined(separator: ", ")))"]
    }

    /// Removes the common indentation of the lines after the first.
    private static func indented(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let depth =
            lines.dropFirst().filter { !$0.allSatisfy { $0 == " " } }
            .map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.enumerated().map { String($0 == 0 ? $1 : $1.dropFirst(depth)) }
    }

    // MARK: - Reading the call

    private static func text(of file: String) -> String? {
        guard let stream = fopen(file, "r") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Returns the closure of the call of `check` that begins on a line: the closure behind the parentheses, or the last
    /// closure in them.
    static func closure(of text: String, line: UInt) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard line > 0, lines.count >= line else { return nil }
        let rest = Array(lines[(Int(line) - 1)...].joined(separator: "\n"))
        var index = 0
        while index < rest.count, !rest[index...].starts(with: "check(") { index += 1 }
        guard let arguments = group(in: rest, at: index + "check".count) else { return nil }
        var next = arguments.upperBound
        while next < rest.count, rest[next].isWhitespace { next += 1 }
        if next < rest.count, rest[next] == "{" {
            return group(in: rest, at: next).map { String(rest[$0]) }
        }
        var last: Range<Int>?
        var inside = arguments.lowerBound + 1
        while inside < arguments.upperBound {
            if let group = group(in: rest, at: inside) {
                if rest[inside] == "{" { last = group }
                inside = group.upperBound
            } else {
                inside += 1
            }
        }
        return last.map { String(rest[$0]) }
    }

    /// Returns the range from an opening bracket or quotation mark to its closing counterpart; nil for any other character.
    private static func group(in text: [Character], at start: Int) -> Range<Int>? {
        guard text.indices.contains(start) else { return nil }
        let closing: Character
        switch text[start] {
        case "(": closing = ")"
        case "[": closing = "]"
        case "{": closing = "}"
        case "\"": return quotation(in: text, at: start)
        default: return nil
        }
        var index = start + 1
        while index < text.count {
            if text[index] == closing { return start..<(index + 1) }
            if text[index] == "/", index + 1 < text.count, text[index + 1] == "/" {
                while index < text.count, text[index] != "\n" { index += 1 }
            } else if let group = group(in: text, at: index) {
                index = group.upperBound
            } else {
                index += 1
            }
        }
        return nil
    }

    private static func quotation(in text: [Character], at start: Int) -> Range<Int>? {
        var index = start + 1
        while index < text.count {
            switch text[index] {
            case "\\": index += 2
            case "\"": return start..<(index + 1)
            default: index += 1
            }
        }
        return nil
    }
}
