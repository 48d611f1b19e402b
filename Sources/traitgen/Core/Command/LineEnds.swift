/// The form of a text file, apart from its lines: git and editors change it, and the text stays the same.
package struct LineEnds {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The byte order mark, if the file begins with it.
    package let mark: String
    /// The characters that end its lines: those after the first line.
    package let end: String

    package init(of bytes: [UInt8]) {
        mark = bytes.starts(with: Self.mark) ? "\u{FEFF}" : ""
        let first = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
        let isReturn = first.map { bytes[$0] == 0x0D } ?? false
        let hasBoth = isReturn && first.map { bytes[($0 + 1)...].first == 0x0A } == true
        end = hasBoth ? "\r\n" : isReturn ? "\r" : "\n"
    }

    /// Indicates whether a file holds a text that ends its lines in LF.
    package static func areSame(_ file: [UInt8], _ text: String) -> Bool {
        var rest = file.starts(with: mark) ? file[mark.count...] : file[...]
        for byte in text.utf8 {
            if byte == 0x0A, rest.first == 0x0D { rest = rest.dropFirst() }
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
        }
        return rest.isEmpty
    }
}
