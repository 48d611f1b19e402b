/// The words that older versions of the language had. Each is an error that names the new spelling.
package enum OldWords {
    /// The new spellings of words that a row could begin a clause with; nil for words that have none.
    package static let spellings = [
        "concat": "| => next", "rescue": "x => next", "fallback": "-| => next", "retry": "x => again or x",
        "repeat": "| => again or |", "gather": "merge   x last", "match": "zip   x last", "opens": "until o",
    ]

    /// The words without a new spelling, and an explanation of each.
    private static let gone = [
        "since": "a version can be a comment",
        "exhaust": "say `anything`, and claim with `conforms` what is known",
        "waits": "say `anything`, and claim with `conforms` what is known",
        "begins": "say `anything`, and claim with `conforms` what is known",
        "extend": "write the conformance in Swift, beside the table",
    ]

    static func isOld(_ word: String) -> Bool { spellings[word] != nil || gone[word] != nil }

    /// The error for a word.
    static func refusal(of word: Token) -> Diagnostic {
        if let spelling = spellings[word.text] { return refusal(of: word, spelling: spelling) }
        return Diagnostic(
            .oldWord, at: word.location, "the language no longer has `\(word.text)`",
            help: (word.text == "since" ? "`traitgen format` removes it; " : "") + (gone[word.text] ?? ""))
    }

    /// The error for a word that is now spelled in another way.
    static func refusal(of word: Token, spelling: String) -> Diagnostic {
        Diagnostic(
            .oldWord, at: word.location, "`\(word.text)` is now written `\(spelling)`",
            help: "`traitgen format` rewrites it")
    }
}

extension RowParser {
    /// Refuses `or x` and `or later` behind a word.
    func refuseOldAlternative(_ or: Token, of word: Token) -> Diagnostic {
        Diagnostic(
            .oldWord, at: or.location, "the language no longer has `\(word.text) or x`",
            help: "a failure that may come at any moment is `cut => x`")
    }

    /// Refuses `by signal` behind `grouped`; `by` has been read.
    mutating func refuseOldGroups() throws(Diagnostic) {
        guard let signal = try reader.peek(), signal.isRun("signal") else { return }
        throw Diagnostic(
            .oldWord, at: signal.location, "`grouped by signal` is now a rule about a second input",
            help:
                "write `(Upstream, Signal)   signal o => group`; `traitgen format` rewrites it beside `cut at Signal => x`"
        )
    }

    /// Refuses `cut at Other`; `cut` has been read.
    mutating func refuseOldCut() throws(Diagnostic) {
        guard let at = try reader.peek(), at.isRun("at") else { return }
        throw Diagnostic(
            .oldWord, at: at.location, "`cut at` is now a second input with rules for its signals",
            help:
                "write `(Upstream, Other)   signal o => |`, say; `traitgen format` rewrites it as far as the row tells"
        )
    }
}
