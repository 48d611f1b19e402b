extension Mistake {
    /// The table beside the samples; it has its rows on the lines 1 to 5.
    static let sampledTable = """
        operator Publishers.Map      o => o
        operator Publishers.Filter   o => o or nothing
        operator Publishers.Merge (A, B)   merge
        operator Publishers.Drop     o => o or nothing
            sample upstream.dropFirst()

        """

    /// Mistakes in the samples beside a table.
    static let sampleMistakes: [Mistake] = [
        Mistake(
            "samples of a row that isn't there",
            """
            Publishers.Fliter   upstream.filter { $0 > 0 }
            """,
            """
            Table.samples:1:1: error: the table has no row for `Publishers.Fliter` [unknown-row]
            Table.samples:1:1: note: did you mean `Publishers.Filter`?
            """),
        Mistake(
            "samples of a row of which the last name is given",
            """
            Merge   a.merge(with: b)
            """,
            """
            Table.samples:1:1: error: the table has no row for `Merge` [unknown-row]
            Table.samples:1:1: note: did you mean `Publishers.Merge`?
            """),
        Mistake(
            "samples of a row like no other",
            """
            Wonderful   upstream.wonder()
            """,
            """
            Table.samples:1:1: error: the table has no row for `Wonderful` [unknown-row]
            Table.samples:1:1: note: samples stand beside the table that has the row: add one, or move them
            """),
        Mistake(
            "samples of one row in two places",
            """
            Publishers.Map   upstream.map { $0 }
            Publishers.Map   upstream.map { $0 + 1 }
            """,
            """
            Table.samples:2:1: error: the samples of `Publishers.Map` stand in two places [duplicate-sample]
            Table.samples:1:1: note: the first is here
            Table.samples:2:1: note: put them below one name
            """),
        Mistake(
            "a sample twice",
            """
            Publishers.Map   upstream.map { $0 }
                upstream.map { $0 }
            """,
            """
            Table.samples:2:5: error: `Publishers.Map` has this sample twice [duplicate-sample]
            Table.samples:1:18: note: the first is here
            Table.samples:2:5: note: remove one of them
            """),
        Mistake(
            "samples in the row and beside the table",
            """
            Publishers.Drop   upstream.dropFirst(2)
            """,
            """
            Table.samples:1:1: error: the row has samples itself [duplicate-sample]
            Table.traits:5:12: note: the first of them is here
            Table.samples:1:1: note: keep all samples of a row in one place
            """),
        Mistake(
            "a name without samples",
            """
            Publishers.Map
            Publishers.Filter   upstream.filter { $0 > 0 }
            """,
            """
            Table.samples:1:1: error: there is no sample of `Publishers.Map` here [empty-text]
            Table.samples:1:1: note: write a Swift expression after the name or below it, such as `upstream.map { $0 }`
            """),
        Mistake(
            "unsampled beside samples",
            """
            Publishers.Map   upstream.map { $0 }
                unsampled because "it can't be"
            """,
            """
            Table.samples:2:5: error: the row has a sample [contradictory-rules]
            Table.samples:1:18: note: the sample is here
            Table.samples:2:5: note: remove one of them
            """),
        Mistake(
            "an unknown set",
            """
            set conditions
                true
            Publishers.Filter   upstream.filter { _ in each condition }
                upstream.filter { _ in each conditions }
            """,
            """
            Table.samples:3:44: error: there is no set `condition` above [unknown-set]
            Table.samples:3:44: note: did you mean `conditions`?
            """),
        Mistake(
            "a set that is used above it",
            """
            Publishers.Filter   upstream.filter { _ in each condition }
            """,
            """
            Table.samples:1:44: error: there is no set `condition` above [unknown-set]
            Table.samples:1:44: note: declare it with `set condition` and its lines
            """),
        Mistake(
            "a set that nobody uses",
            """
            set condition
                true
            """,
            """
            Table.samples:1:5: error: no sample uses the set `condition` [unused-set]
            Table.samples:1:5: note: write `each condition` in a sample, or remove the set
            """),
        Mistake(
            "two sets of one name",
            """
            set condition
                true
            set condition
                false
            Publishers.Filter   upstream.filter { _ in each condition }
            """,
            """
            Table.samples:3:5: error: there are two sets `condition` [duplicate-set]
            Table.samples:1:5: note: the first is here
            Table.samples:3:5: note: rename one of them
            """),
        Mistake(
            "a line of a set twice",
            """
            set condition
                $0 > 0
                $0 > 1
                $0 > 0
            Publishers.Filter   upstream.filter { each condition }
                                upstream.filter { !(each condition) }
            """,
            """
            Table.samples:4:5: error: the set `condition` has this line twice [duplicate-sample]
            Table.samples:2:5: note: the first is here
            Table.samples:4:5: note: remove one of them
            """),
        Mistake(
            "a set without lines",
            """
            set condition
            Publishers.Filter   upstream.filter { $0 > 0 }
            """,
            """
            Table.samples:1:5: error: the set `condition` has no lines [empty-text]
            Table.samples:1:5: note: write what takes the place of `each condition` on lines of its own below
            """),
        Mistake(
            "a set without a name",
            """
            set
                true
            """,
            """
            Table.samples:1:4: error: the name of the set expected [expected]
            Table.samples:1:4: note: give it a name that samples can use, such as `set condition`
            """),
        Mistake(
            "samples without a row",
            """
                upstream.filter { $0 > 0 }
            """,
            """
            Table.samples:1:5: error: an indented line belongs to a row, and there is none above it [stray-indentation]
            Table.samples:1:5: note: start with the row's type at the beginning of the line
            """),
        Mistake(
            "a sample in the place of a type",
            """
            upstream.filter{$0>0}
            """,
            """
            Table.samples:1:1: error: the table has no row for `upstream.filter` [unknown-row]
            Table.samples:1:1: note: samples stand beside the table that has the row: add one, or move them
            """),
        Mistake(
            "a word and a sample on one line",
            """
            Publishers.Map
                exempt patience because "it is slow" upstream.map { $0 }
            """,
            """
            Table.samples:2:42: error: the line should end before this [expected]
            Table.samples:2:42: note: start a line for each sample and each reason
            """),
        Mistake(
            "a law that isn't there",
            """
            Publishers.Map   upstream.map { $0 }
                exempt patence because "it is slow"
            """,
            """
            Table.samples:2:12: error: there is no law `patence` to be exempt from [unknown-word]
            Table.samples:2:12: note: did you mean `patience`?
            """),
        Mistake(
            "a section that no row needs",
            """
            section "Others"   unsampled because "they are others"
            Publishers.Map   upstream.map { $0 }
            """,
            """
            Table.samples:1:9: error: no row needs what the section says [unused-section]
            Table.samples:1:9: note: remove it, or put it above the rows that it is about
            """),
        Mistake(
            "exempt in the section and in the row",
            """
            section "Others"   exempt patience because "they are slow"
            Publishers.Map   upstream.map { $0 }
                exempt patience because "it is slow"
            """,
            """
            Table.samples:2:1: error: `Publishers.Map` is exempt from `patience` twice [duplicate-clause]
            Table.samples:1:9: note: its section says so
            Table.samples:2:1: note: remove one of them
            """),
    ]

    /// Mistakes in the sections of a table, and in what a row says of its method.
    static let sectionMistakes: [Mistake] = [
        Mistake(
            "a section without a title",
            """
            section unsampled because "they are others"
            source Just   o|
            """,
            """
            Table.traits:1:9: error: the title of the section in quotes expected, not `unsampled` [expected]
            """),
        Mistake(
            "a section that ends before its title",
            """
            section
            source Just   o|
            """,
            """
            Table.traits:1:8: error: the title of the section in quotes expected [expected]
            """),
        Mistake(
            "a section that says what a row says",
            """
            section "Others"   exemt patience because "they are slow"
            source Just   o|
            """,
            """
            Table.traits:1:20: error: a section can't say `exemt` [unknown-word]
            Table.traits:1:20: note: did you mean `exempt`?
            """),
        Mistake(
            "a section with a sample",
            """
            section "Others"   sample Just(1)
            source Just   o|
            """,
            """
            Table.traits:1:20: error: a section can't say `sample` [unknown-word]
            Table.traits:1:20: note: a section says `exempt`, `unsampled`, `inputs`, `joins`
            """),
        Mistake(
            "a section whose inputs no row has",
            """
            section "Others"   inputs == Just
            source Just   o|
            """,
            """
            Table.traits:1:9: error: no row needs what the section says [unused-section]
            Table.traits:1:9: note: remove it, or put it above the rows that it is about
            """),
        Mistake(
            "a source that restores something",
            """
            source Just   o|   as "just()"
            """,
            """
            Table.traits:1:20: error: a source restores nothing: it has no input [not-for-source]
            Table.traits:1:20: note: remove `as`
            """),
        Mistake(
            "a row of two inputs that restores something",
            """
            operator Publishers.Merge (A, B)   merge   as "merge(with:)"
            """,
            """
            Table.traits:1:44: error: only a row of one input, or one that asks a trait of its first input, can restore what another row loses [input-count]
            Table.traits:1:44: note: remove `as`, or say with `restore` where the method helps
            """),
        Mistake(
            "a remedy that is found out anyway",
            Mistake.traits + """
                operator Publishers.ReplaceEmpty   -| => o|   as "ifEmpty(default:)"
                operator Publishers.Filter         o => o or nothing
                    restore SinglePublisher with "'ifEmpty(default:)'"
                """,
            """
            Table.traits:14:5: error: that 'ifEmpty(default:)' restores `SinglePublisher` is found out without being told [needless-remedy]
            Table.traits:14:5: note: remove the remedy
            """),
    ]
}
