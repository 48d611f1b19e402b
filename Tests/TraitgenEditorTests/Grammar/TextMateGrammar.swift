import Foundation

/// A TextMate grammar, as far as the grammars of this package use them.
final class TextMateGrammar {
    private final class Rule {
        var match: NSRegularExpression?
        var begin: NSRegularExpression?
        var end: NSRegularExpression?
        var name: String?
        var contentName: String?
        var captures: [Int: String] = [:]
        var endCaptures: [Int: String] = [:]
        var patterns: [[String: Any]] = []
        /// The grammar in which the rule stands, and which its patterns refer to.
        unowned let owner: TextMateGrammar

        init(in owner: TextMateGrammar) { self.owner = owner }
    }

    private let root: [[String: Any]]
    private let repository: [String: [String: Any]]
    private let others: [String: TextMateGrammar]
    private var rules: [String: Rule] = [:]

    /// - Parameter others: grammars that may be included, by their scopes; other included grammars count as empty.
    init(_ file: URL, others: [String: TextMateGrammar] = [:]) throws {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        root = json["patterns"] as? [[String: Any]] ?? []
        repository = json["repository"] as? [String: [String: Any]] ?? [:]
        self.others = others
    }

    // MARK: - Rules

    private func rule(_ source: [String: Any], key: String) throws -> Rule {
        if let known = rules[key] { return known }
        let rule = Rule(in: self)
        func pattern(_ name: String) throws -> NSRegularExpression? {
            try (source[name] as? String).map { try NSRegularExpression(pattern: $0) }
        }
        func captures(_ name: String) -> [Int: String] {
            let all = source[name] as? [String: [String: String]] ?? [:]
            return Dictionary(
                uniqueKeysWithValues: all.compactMap { key, value in
                    Int(key).map { ($0, value["name"] ?? "") }
                })
        }
        rule.match = try pattern("match")
        rule.begin = try pattern("begin")
        rule.end = try pattern("end")
        rule.name = source["name"] as? String
        rule.contentName = source["contentName"] as? String
        rule.captures = captures("captures").merging(captures("beginCaptures")) { $1 }
        rule.endCaptures = captures("endCaptures")
        rule.patterns = source["patterns"] as? [[String: Any]] ?? []
        rules[key] = rule
        return rule
    }

    /// The rules of a list, with those that it includes.
    private func flattened(_ patterns: [[String: Any]]) throws -> [Rule] {
        try patterns.flatMap { source -> [Rule] in
            if let include = source["include"] as? String {
                let parts = include.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                if parts[0].isEmpty { return try flattened(repository[parts[1]].map { [$0] } ?? []) }
                guard let other = others[parts[0]] else { return [] }
                return try parts.count > 1
                    ? other.flattened(other.repository[parts[1]].map { [$0] } ?? [])
                    : other.flattened(other.root)
            }
            if source["match"] == nil, source["begin"] == nil {
                return try flattened(source["patterns"] as? [[String: Any]] ?? [])
            }
            return [
                try rule(
                    source,
                    key:
                        "\(source["match"] ?? source["begin"] ?? "")\(source["end"] ?? "") \(source["name"] ?? "")"
                )
            ]
        }
    }

    // MARK: - Scopes

    /// The innermost scope at each UTF-16 unit of each line; empty without one.
    func scopes(of lines: [String]) throws -> [[String]] {
        var stack: [(rule: Rule, patterns: [Rule])] = []
        let top = try flattened(root)
        return try lines.map { line in
            let text = line as NSString
            var scopes = [String](repeating: "", count: text.length)
            func fill(_ range: NSRange, _ name: String?) {
                guard let name, range.location != NSNotFound else { return }
                for index in range.location..<(range.location + range.length) { scopes[index] = name }
            }
            func fill(_ match: NSTextCheckingResult, _ captures: [Int: String]) {
                for (number, name) in captures.sorted(by: { $0.key < $1.key })
                where number < match.numberOfRanges {
                    fill(match.range(at: number), name)
                }
            }
            var position = 0
            var isBegun = 0
            while position <= text.length {
                let rest = NSRange(location: position, length: text.length - position)
                func find(_ pattern: NSRegularExpression?) -> NSTextCheckingResult? {
                    pattern?.firstMatch(
                        in: line, options: [.withoutAnchoringBounds, .withTransparentBounds], range: rest)
                }
                let end = find(stack.last?.rule.end)
                var best: (match: NSTextCheckingResult, rule: Rule)?
                for rule in stack.last?.patterns ?? top {
                    guard let match = find(rule.match ?? rule.begin) else { continue }
                    if best.map({ match.range.location < $0.match.range.location }) ?? true {
                        best = (match, rule)
                    }
                }
                let content = stack.last?.rule.contentName ?? stack.last?.rule.name
                if let end, best.map({ end.range.location <= $0.match.range.location }) ?? true {
                    fill(NSRange(location: position, length: end.range.location - position), content)
                    fill(end, stack.last?.rule.endCaptures ?? [:])
                    position = end.range.location + end.range.length
                    stack.removeLast()
                    continue
                }
                guard let (match, rule) = best else {
                    fill(rest, content)
                    break
                }
                fill(NSRange(location: position, length: match.range.location - position), content)
                fill(match.range, rule.name)
                fill(match, rule.captures)
                position = match.range.location + match.range.length
                if rule.begin != nil {
                    stack.append((rule, try rule.owner.flattened(rule.patterns)))
                    isBegun += 1
                    if isBegun > 100 { break }
                } else if match.range.length == 0 {
                    position += 1
                }
            }
            return scopes
        }
    }
}
