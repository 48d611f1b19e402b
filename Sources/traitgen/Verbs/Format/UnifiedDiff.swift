/// The difference of two texts in the unified format, as `diff -u` writes it and `patch` reads it.
struct UnifiedDiff {
    private enum Mark: String {
        case same = " "
        case removed = "-"
        case added = "+"
    }

    private struct Line {
        let mark: Mark
        let text: ArraySlice<UInt8>
    }

    /// The number of lines shown around a change.
    private static let context = 3
    /// The most lines that are compared one by one; a larger middle counts as changed.
    private static let most = 4000

    /// The text without its last line break; empty if nothing differs.
    private(set) var text = ""

    /// - Parameter path: the path that names the file on both sides.
    init(from old: [UInt8], to new: [UInt8], path: String) {
        let lines = Self.compare(Self.lines(old), Self.lines(new))
        let changed = lines.indices.filter { lines[$0].mark != .same }
        guard !changed.isEmpty else { return }
        var parts = ["--- \(path)", "+++ \(path)"]
        for range in Self.hunks(changed, lines.count) { parts += Self.hunk(lines, range) }
        text = parts.joined(separator: "\n")
    }

    /// The lines of a text, with their ends.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    private static func compare(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let rest = min(old.count, new.count) - head
        let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let (before, after) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
        var removed = Set(0..<before.count)
        var added = Set(0..<after.count)
        if before.count + after.count <= most {
            (removed, added) = ([], [])
            for change in Array(after).difference(from: Array(before)) {
                switch change {
                case .remove(let offset, _, _): removed.insert(offset)
                case .insert(let offset, _, _): added.insert(offset)
                }
            }
        }
        var lines = old[..<head].map { Line(mark: .same, text: $0) }
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if removed.contains(left) {
                lines.append(Line(mark: .removed, text: before[head + left]))
                left += 1
            } else if added.contains(right) {
                lines.append(Line(mark: .added, text: after[head + right]))
                right += 1
            } else {
                lines.append(Line(mark: .same, text: before[head + left]))
                left += 1
                right += 1
            }
        }
        return lines + old[(old.count - tail)...].map { Line(mark: .same, text: $0) }
    }

    /// The changed lines with their surroundings; those that touch are one.
    private static func hunks(_ changed: [Int], _ count: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for index in changed {
            let range = max(0, index - context)..<min(count, index + context + 1)
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    private static func hunk(_ lines: [Line], _ range: Range<Int>) -> [String] {
        func place(_ mark: Mark, _ sign: String) -> String {
            let before = lines[..<range.lowerBound].count { $0.mark != mark }
            let count = lines[range].count { $0.mark != mark }
            return "\(sign)\(count == 0 ? before : before + 1),\(count)"
        }
        var parts = ["@@ \(place(.added, "-")) \(place(.removed, "+")) @@"]
        for line in lines[range] {
            let isWhole = line.text.last == 0x0A
            parts.append(
                line.mark.rawValue
                    + String(decoding: isWhole ? line.text.dropLast() : line.text, as: UTF8.self))
            if !isWhole { parts.append("\\ No newline at end of file") }
        }
        return parts
    }
}
