/// A name with `*` for any text and `?` for any character.
// Names are bytes here, so that a literal doesn't become a string for each subscription.
struct TracePattern {
    private let pattern: [UInt8]

    init(_ pattern: some StringProtocol) { self.pattern = Array(pattern.utf8) }

    func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        pattern.withUnsafeBufferPointer { Self.matches(name, $0) }
    }

    private static func matches(
        _ name: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var (place, wanted) = (0, 0)
        // The place to go on if the text after the last star doesn't match.
        var retry: (place: Int, wanted: Int)?
        while true {
            if wanted < pattern.count, pattern[wanted] == UInt8(ascii: "*") {
                wanted += 1
                if wanted == pattern.count { return true }
                retry = (place, wanted)
            } else if place == name.count {
                return wanted == pattern.count
            } else if wanted < pattern.count, pattern[wanted] == UInt8(ascii: "?") {
                wanted += 1
                repeat { place += 1 } while place < name.count && isContinuation(name[place])
            } else if wanted < pattern.count, pattern[wanted] == name[place] {
                wanted += 1
                place += 1
            } else if let last = retry {
                (place, wanted) = (last.place + 1, last.wanted)
                retry = (place, wanted)
            } else {
                return false
            }
        }
    }

    /// Indicates whether a byte isn't the first byte of its character.
    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}
