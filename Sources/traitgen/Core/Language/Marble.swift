/// A line of marbles, read.
public struct Marble: Hashable, Sendable {
    /// How a line ends.
    public enum End: Hashable, Sendable {
        /// `->`: nothing more comes.
        case silent
        /// `|`: a finish.
        case finished
        /// `x`: a failure.
        case failed
        /// `- - -`: anything may follow.
        case anything
    }

    /// The line as written.
    public var text: String
    /// The place of the line.
    public var location: SourceLocation
    /// A Boolean value that indicates whether time may pass before the first event.
    public var startsWithTime: Bool
    /// A Boolean value that indicates whether time may pass before the first event if nothing is added for the `o*` that the line
    /// begins with.
    public var hasTimeAfterMore = false
    /// The number of values that are certain.
    public var values: Int
    /// A Boolean value that indicates whether any number of values may be added: `o*`.
    public var hasMore: Bool
    /// The end of the line.
    public var end: End

    /// The shapes of the histories that the line stands for.
    package func shapes(limit: Int) -> ShapeSet {
        var result = ShapeSet(limit: limit)
        let ends: [Shape.End] =
            switch end {
            case .silent: [.silent]
            case .finished: [.finished]
            case .failed: [.failed]
            case .anything: Shape.End.allCases
            }
        let most = hasMore || end == .anything ? limit : min(values, limit)
        for count in min(values, limit)...most {
            // A line that starts with `o*` or `- - -` doesn't show the first event.
            let mayBeLate =
                startsWithTime || (values == 0 && end == .anything)
                || (hasTimeAfterMore && (count == min(values, limit) || end == .anything))
            let firsts: [Shape.First] = mayBeLate ? [.immediate, .later] : [.immediate]
            for end in ends {
                for first in firsts { result.insert(Shape(first: first, values: count, end: end)) }
            }
        }
        return result
    }
}

extension Marble {
    /// A mistake in a line, and the byte that it begins at.
    struct Mistake: Error {
        var id: DiagnosticID
        var offset: Int
        var length: Int
        var message: String
        var help: String?
    }

    /// The declaration that a line belongs to: a trait's line ends in `>`, a source's may end with its last event.
    enum Place {
        case trait
        case source
    }

    /// Reads a line.
    ///
    /// `o` a value, `o*` any number of values, `|` finished, `x` failed, `-` time, `- - -` anything,
    /// `>` the edge of the paper.
    static func parse(_ bytes: ArraySlice<UInt8>, in place: Place, at location: SourceLocation)
        throws(Mistake) -> Marble
    {
        var marble = Marble(
            text: String(decoding: bytes, as: UTF8.self), location: location,
            startsWithTime: false, values: 0, hasMore: false, end: .silent)
        var hasEvent = false
        // Indicates whether there has been an event other than `o*`.
        var hasCertainEvent = false
        var ended = false
        var reachedEdge = false
        var anything = false
        func mistake(
            _ id: DiagnosticID, _ index: Int, _ message: String, _ help: String? = nil, length: Int = 1
        ) -> Mistake {
            Mistake(id: id, offset: index - bytes.startIndex, length: length, message: message, help: help)
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if reachedEdge {
                throw mistake(.badMarble, index, "nothing can follow the `>` that ends a line of marbles")
            }
            switch byte {
            case UInt8(ascii: "-"):
                if !hasEvent && !anything { marble.startsWithTime = true }
                if hasEvent && !hasCertainEvent { marble.hasTimeAfterMore = true }
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                let isBetweenDashes =
                    index > bytes.startIndex && bytes[index - 1] == UInt8(ascii: "-")
                    && index + 1 < bytes.endIndex && bytes[index + 1] == UInt8(ascii: "-")
                guard isBetweenDashes else {
                    throw mistake(
                        .badMarble, index, "a blank stands only between dashes, as in `- - -`",
                        "leave the blank out")
                }
                if ended {
                    throw mistake(.eventAfterEnd, index, "nothing can follow the end of a history")
                }
                anything = true
            case UInt8(ascii: "o"), UInt8(ascii: "x"), UInt8(ascii: "|"):
                let name = String(UnicodeScalar(byte))
                if ended {
                    throw mistake(
                        .eventAfterEnd, index, "`\(name)` comes after the end of the history",
                        "a history has at most one `|` or `x`, and it comes last")
                }
                if anything {
                    throw mistake(
                        .badMarble, index, "`\(name)` comes after `- - -`, which already stands for anything",
                        "end the line with `- - ->`")
                }
                hasEvent = true
                if byte == UInt8(ascii: "o") {
                    if index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "*") {
                        marble.hasMore = true
                        // The first event may be a value of this `o*`, too.
                        if !hasCertainEvent && marble.hasTimeAfterMore { marble.startsWithTime = true }
                        index += 1
                    } else {
                        hasCertainEvent = true
                        marble.values += 1
                    }
                } else {
                    hasCertainEvent = true
                    ended = true
                    marble.end = byte == UInt8(ascii: "|") ? .finished : .failed
                }
            case UInt8(ascii: "*"):
                throw mistake(
                    .badMarble, index, "`*` stands only after `o`", "`o*` is any number of values, or none")
            case UInt8(ascii: ">"):
                reachedEdge = true
            default:
                throw mistake(
                    .badMarble, index, "`\(String(UnicodeScalar(byte)))` is not a marble",
                    "marbles are `o`, `o*`, `x`, `|`, `-`, `- - -` and `>`")
            }
            index += 1
        }
        if anything { marble.end = .anything }
        switch place {
        case .trait where !reachedEdge:
            throw mistake(
                .badMarble, bytes.startIndex, "a trait's line of marbles ends in `>`",
                "write `\(marble.text)-->` and the meaning after it", length: bytes.count)
        case .source where !reachedEdge && !ended:
            throw mistake(
                .unendedHistory, bytes.startIndex, "`\(marble.text)` neither ends nor stays silent for ever",
                "end it in `|` or `x`, or in `-->` if it stays silent for ever", length: bytes.count)
        default: break
        }
        if marble.values >= ShapeSet.largestLimit {
            throw mistake(
                .tooManyValues, bytes.startIndex,
                "\(marble.values) values on one line are more than the \(ShapeSet.largestLimit - 1) that can be told apart",
                "use `o*` for any number of values", length: bytes.count)
        }
        return marble
    }
}
