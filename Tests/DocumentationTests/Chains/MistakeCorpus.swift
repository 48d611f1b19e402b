import Foundation

/// Mistakes that people make, one a line, each with a part of what the compiler has to say about it.
enum MistakeCorpus {
    /// Where the chains begin.
    static let sources = [
        "users", "Just(User())", "[User()].publisher", "Optional(User()).publisher",
        "PassthroughSubject<User, Never>()",
    ]
    /// What comes before the mistake and after it: with it, a chain of six.
    static let before = ".map { $0.name }.filter { !$0.isEmpty }.removeDuplicates()"
    static let after = ".map { $0 }.filter { _ in true }"

    /// A mistake, ` ==> `, a part of the message.
    static let text = #"""
        .map { $0.cuont } ==> has no member 'cuont'
        .map(\.cuont) ==> has no member 'cuont'
        .filter { $0.count } ==> Bool
        .fliter { $0.isEmpty } ==> has no member 'fliter'
        .compactMap { Int.int($0) } ==> has no member 'int'
        .map { $0 + 1 } ==> String
        .removeDuplicates { $0 } ==> argument
        .scan(0) { $0 + $1 } ==> String
        .reduce(0) { $0 + $1 } ==> String
        .replaceError(with: 1) ==> String
        .replaceEmpty(with: 1) ==> String
        .merge(with: numbers) ==> String
        .flatMap { Just($0.cuont) } ==> has no member 'cuont'
        .map { a, b in a } ==> argument
        .prefix("3") ==> Int
        .map { try check($0) } ==> throw
        .append(1) ==> String
        .first { $0.count } ==> Bool
        .contains { $0.count } ==> Bool
        .collect("3") ==> Int
        .catch { 1 } ==> Int
        .setFailureType(to: Offline()) ==> Offline
        .debounce(for: 1) ==> missing argument
        """#

    /// What the compiler has no fitting word for: the mistake, what it begins with, and what is said instead. The article
    /// "Reading the compiler's errors" tells what to do about each.
    static let unclear: [(mistake: String, sources: [String], message: String)] = [
        (
            ".map { $0 + 1 }", ["users", "PassthroughSubject<User, Never>()"],
            "failed to produce diagnostic for expression"
        ),
        (".map(\\.cuont)", ["[User()].publisher"], "value of type 'Any' has no member 'name'"),
        (".flatMap { Just($0.cuont) }", ["[User()].publisher"], "value of type 'Any' has no member 'name'"),
        (
            ".map { a, b in a }", ["[User()].publisher"],
            "cannot convert value of type 'String' to closure result type '(T, _)'"
        ),
        (".map(\\.cuont)", ["Optional(User()).publisher"], "no exact matches in call to initializer"),
        (
            ".flatMap { Just($0.cuont) }", ["Optional(User()).publisher"],
            "no exact matches in call to initializer"
        ),
    ]

    struct Mistake {
        var code: String
        var message: String
    }

    static let all: [Mistake] = sources.flatMap { source in
        text.split(separator: "\n").map { line in
            let parts = line.components(separatedBy: " ==> ")
            let unclear = unclear.first { $0.mistake == parts[0] && $0.sources.contains(source) }
            return Mistake(
                code: source + before + parts[0] + after, message: unclear?.message ?? parts[1])
        }
    }
}
