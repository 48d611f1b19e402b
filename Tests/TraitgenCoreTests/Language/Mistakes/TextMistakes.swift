extension Mistake {
    /// Mistakes in characters, quoted texts and the form of lines.
    static let textMistakes: [Mistake] = [
        Mistake(
            "empty text",
            "",
            """
            Table.traits:1:1: error: the table is empty [empty-table]
            Table.traits:1:1: note: start with a row, such as `operator MyOperator   o => o`
            """),
        Mistake(
            "only comments",
            """
            // nothing here

               
            """,
            """
            Table.traits:1:1: error: the table is empty [empty-table]
            Table.traits:1:1: note: start with a row, such as `operator MyOperator   o => o`
            """),
        Mistake(
            "unknown word at the start of a line",
            """
            operatr Publishers.Map   o => o
            """,
            """
            Table.traits:1:1: error: a line can't start with `operatr` [unknown-word]
            Table.traits:1:1: note: did you mean `operator`?
            """),
        Mistake(
            "quoted text at the start of a line",
            """
            "text"
            """,
            """
            Table.traits:1:1: error: a line can't start with a quoted text [unknown-word]
            Table.traits:1:1: note: a line starts with `source`, `operator`, `trait`, `fact`, `section`, `import` or `backend`
            """),
        Mistake(
            "indented line without a row",
            """
                because "it is so"
            """,
            """
            Table.traits:1:5: error: an indented line continues a row, and there is none above it [stray-indentation]
            Table.traits:1:5: note: start a row at the beginning of the line
            """),
        Mistake(
            "row after a blank is no row",
            """
             source Just   o|
            """,
            """
            Table.traits:1:2: error: an indented line continues a row, and there is none above it [stray-indentation]
            Table.traits:1:2: note: start a row at the beginning of the line
            """),
        Mistake(
            "arrow from a typographer",
            """
            operator Publishers.Map   o → o
            """,
            """
            Table.traits:1:29: error: unexpected character `→` [unexpected-character]
            Table.traits:1:29: note: write `=>`
            """),
        Mistake(
            "dash from a typographer",
            """
            source Just   —o|
            """,
            """
            Table.traits:1:15: error: unexpected character `—` [unexpected-character]
            Table.traits:1:15: note: write `-`
            """),
        Mistake(
            "letter beyond ASCII in a name",
            """
            source Jüst   o|
            """,
            """
            Table.traits:1:9: error: unexpected character `ü` [unexpected-character]
            Table.traits:1:9: note: outside of quoted texts, meanings, samples and comments a table is ASCII
            """),
        Mistake(
            "no-break space",
            """
            source Just\u{A0} o|
            """,
            """
            Table.traits:1:12: error: unexpected character U+00A0 [unexpected-character]
            Table.traits:1:12: note: use a plain blank
            """),
        Mistake(
            "control character",
            """
            source Just \u{1} o|
            """,
            """
            Table.traits:1:13: error: unexpected character U+0001 [unexpected-character]
            Table.traits:1:13: note: use a plain blank
            """),
        Mistake(
            "column after a tab",
            """
            operator Publishers.Map\to => y
            """,
            """
            Table.traits:1:30: error: an event can't become `y` [unknown-word]
            Table.traits:1:30: note: write events such as `o|`, or `nothing`
            """),
        Mistake(
            "line after CR LF",
            """
            source Just   o|\r
            source Fail   y\r
            """,
            """
            Table.traits:2:15: error: there is no word `y` [unknown-word]
            Table.traits:2:15: note: the reference of the table language lists all words
            """),
        Mistake(
            "column after a byte order mark",
            """
            \u{FEFF}sorce Just   o|
            """,
            """
            Table.traits:1:1: error: a line can't start with `sorce` [unknown-word]
            Table.traits:1:1: note: did you mean `source`?
            """),
        Mistake(
            "single equals sign",
            """
            operator Publishers.Map   o = o
            """,
            """
            Table.traits:1:29: error: a single `=` means nothing here [unexpected-character]
            Table.traits:1:29: note: an arrow is `=>`, a requirement on equal types has `==`
            """),
        Mistake(
            "unterminated reason",
            """
            source Just   o|
                because "it is so
            """,
            """
            Table.traits:2:13: error: the quoted text has no closing `"` [unterminated-text]
            Table.traits:2:13: note: a quoted text ends on the line it starts on
            """),
        Mistake(
            "unknown escape",
            """
            source Just   o|   because "a\\n"
            """,
            """
            Table.traits:1:30: error: only `\\"` and `\\\\` can follow a backslash in a quoted text [unknown-escape]
            Table.traits:1:30: note: write `\\\\` for a backslash
            """),
    ]
}
