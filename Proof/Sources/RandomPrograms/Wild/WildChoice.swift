import Foundation

/// Choices that follow from a seed and a place in the program, by the names of what can be chosen.
struct WildChoice: Sendable {
    private let hash: UInt64

    init(_ seed: UInt64, _ place: String) { hash = Self.mix(seed, place) }

    /// The choices of a part of this place.
    func then(_ place: String) -> Self { Self(hash, place) }

    /// Names that are never chosen, to find the one that a fault needs: `TRAITS_WILD_WITHOUT=share;zip`.
    private static let without = Set(
        ProcessInfo.processInfo.environment["TRAITS_WILD_WITHOUT", default: ""].split(separator: ";").map(
            String.init))

    /// The name whose hash is the greatest: another name in the list changes nothing, unless it is the one that is chosen.
    func of(_ names: [String], _ place: String = "") -> String {
        names.filter { !Self.without.contains($0) }.max {
            Self.mix(hash, place + $0) < Self.mix(hash, place + $1)
        }!
    }

    func number(_ count: Int, _ place: String = "number") -> Int {
        Int(Self.mix(hash, place) % UInt64(count))
    }

    private static func mix(_ seed: UInt64, _ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var generator = SeededGenerator(seed: hash)
        return generator.next()
    }
}
