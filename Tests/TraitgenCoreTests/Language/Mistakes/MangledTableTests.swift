import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Tables with one slip in them, made by lot: nothing stops the program, what is found has its place in the text and is
/// told once, and in most of them one finding tells it.
@Suite struct MangledTableTests {
    private static let texts = [
        "Base.traits": """
        trait MaybePublisher {
            -->      silent
            --x-->   fails
            --|-->   finishes
            --o|-->  one
        }
        source Just   o|
        """,
        "Table.traits": """
        import "Base.traits"

        trait SinglePublisher: MaybePublisher {
            -->      silent
            --x-->   fails
            --o|-->  one
        }
        trait ManyPublisher {
            - - ->   anything
        }
        fact hasOne from SinglePublisher

        source   Shop.Price                  o*-->, o*--|, -->   because "it goes up and down"
        operator Publishers.Map              o => o              as "map(_:)"
        operator Publishers.Filter           o => o or nothing
        operator Publishers.First            o => o|   | => |    as "first()"
        operator Publishers.Count            o => nothing   | => o|
        operator Publishers.Merge (A, B)     merge
            because "values of both come"
        operator Publishers.Zip (A, B)       zip
        operator Publishers.FlatMap (Upstream, NewPublisher)   flatten
        operator Shop.Discount (Upstream == Shop.Price)   o => o or nothing
        operator Shop.Receipt (Upstream == Shop.Price)    o => nothing   | => o|
        operator Shop.Bell (Upstream: ManyPublisher)      o => o
        section "Time"
            exempt patience because "a clock goes on"
        operator Shop.Later                  later
        """,
        "Table.samples": """
        set change
            { $0 + 1 }
            { -$0 }
        set below
            { $0 < 1 }

        Shop.Price           Price(upstream)
        Publishers.Map       upstream.map each change
        Publishers.Filter    upstream.filter each below
                             upstream.filter { _ in true }
        Publishers.First     upstream.first()
        Publishers.Count     upstream.count()
            exempt patience because "the count is the end's"
        Publishers.Merge     a.merge(with: b)
        Publishers.Zip       unsampled because "it is like merge"
        Publishers.FlatMap   upstream.flatMap { Just($0).map each change }
        """,
    ]

    private static let words = [
        "o", "|", "x", "-->", "=>", "(", ")", "{", "}", "\"", "`", ",", "of", "or", "nothing", "merge", "zip",
        "signal", "opens",
        "at",
        "as", "é", "\t", "\\", "//", "where", ":", "==", "*", "-", "because", "each", "set", "trait",
        "operator",
    ]

    /// A text with one slip: a word that is left out, doubled, cut, in the wrong place or another one, or such a line.
    private static func mangled(_ text: String, _ random: inout SeededNumbers) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let written = lines.indices.filter { !lines[$0].isEmpty }
        let line = written.randomElement(using: &random)!
        var tokens = tokens(of: lines[line])
        let solid = tokens.indices.filter { tokens[$0] != " " }
        let token = solid.randomElement(using: &random)!
        switch Int.random(in: 0..<9, using: &random) {
        case 0: tokens.remove(at: token)
        case 1: tokens.insert(tokens[token], at: token)
        case 2: tokens.swapAt(token, solid.randomElement(using: &random)!)
        case 3: tokens[token].removeLast()
        case 4, 5: tokens[token] = words.randomElement(using: &random)!
        case 6: tokens.insert(words.randomElement(using: &random)!, at: token)
        case 7:
            lines.remove(at: line)
            return lines.joined(separator: "\n")
        default:
            lines.insert(lines[line], at: line)
            return lines.joined(separator: "\n")
        }
        lines[line] = tokens.joined()
        return lines.joined(separator: "\n")
    }

    /// Words, single signs and single blanks.
    private static func tokens(of line: String) -> [String] {
        var result: [String] = []
        var isWord = false
        for character in line {
            let continues = isWord && (character.isLetter || character.isNumber)
            if continues {
                result[result.count - 1].append(character)
            } else {
                result.append(String(character))
            }
            isWord = character.isLetter || character.isNumber
        }
        return result
    }

    private static func diagnostics(_ texts: [String: String], _ cache: ModelCache) -> [Diagnostic] {
        do throws(DiagnosticsError) {
            _ = try Model.build(
                bytes: Array(texts["Table.traits"]!.utf8), path: "Table.traits", backend: nil,
                importer: importer(texts),
                samples: {
                    $0 == "Table.traits" ? ("Table.samples", Array(texts["Table.samples"]!.utf8)) : nil
                },
                cache: cache)
            return []
        } catch {
            return error.diagnostics
        }
    }

    @Test func theTableAsItIs_isRight() {
        #expect(Self.diagnostics(Self.texts, ModelCache()).map(\.description) == [])
    }

    @Test func oneSlip_isToldOnce() {
        let cache = ModelCache()
        var wrong = 0
        var single = 0
        let count = ProcessInfo.processInfo.environment["TRAITS_PLANS"] == "all" ? 5000 : 200
        for seed in 1...UInt64(count) {
            var random = SeededNumbers(seed: seed)
            var texts = Self.texts
            let path = texts.keys.sorted().randomElement(using: &random)!
            texts[path] = Self.mangled(texts[path]!, &random)
            let found = Self.diagnostics(texts, cache)
            if found.isEmpty { continue }
            wrong += 1
            if found.count == 1 { single += 1 }
            let told = found.map(\.description).joined(separator: "\n")
            #expect(found.count <= 3, "seed \(seed): \(path)\n\(told)")
            #expect(Set(found.map(\.message)).count == found.count, "seed \(seed): \(path)\n\(told)")
            for location in found.flatMap({ [$0.location] + $0.notes.map(\.location) }) {
                let lines = (texts[location.path] ?? "").split(
                    separator: "\n", omittingEmptySubsequences: false)
                let isThere =
                    1...(lines.count + 1) ~= location.line && location.column >= 1
                    && (location.line > lines.count
                        || location.column <= lines[location.line - 1].utf8.count + 1)
                #expect(isThere, "seed \(seed): \(location)\n\(told)")
            }
        }
        // A slip in a heading is two where what it was the heading of is left without one.
        #expect(wrong * 15 > count * 7)
        #expect(single * 8 > wrong * 7, "\(single) of \(wrong)")
    }
}
