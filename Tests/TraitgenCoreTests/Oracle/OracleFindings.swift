import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The smallest tables of each kind in which the derivation was wrong once.
@Suite struct OracleFindings {
    private func row(_ table: String) throws -> Row {
        try #require(try Model.build(table, path: "Found.traits").rows.first)
    }

    /// - Parameter kept: how many of the traits are kept on some condition.
    private func check(_ table: String, kept: Int) throws {
        let model = try Model.build(table, path: "Found.traits")
        let row = try #require(model.rows.first)
        var found = 0
        let comparison = Comparison(model, row.behaviour)
        #expect(comparison.difference(&found) == nil)
        #expect(comparison.differenceWithHigherCount() == nil)
        #expect(found == kept)
    }

    // MARK: - Early values used up what was counted of the later ones

    private static let several = """
        trait T0Publisher {
            --ox-->
            --o*x-->
            --oo*|-->
            o- - ->
        }
        trait T1Publisher {
            o*|-->
            --o*-->
        }

        """

    @Test(arguments: ["o => o or nothing   cut => x", "-o => nothing   -| => ox or traps   joins late"])
    func earlyValuesOfTwoInputs(stages: String) throws {
        try check(Self.several + "operator X (A, B)   merge   \(stages)\n", kept: 0)
    }

    @Test func earlyValuesOfTwoInputs_beforeALateSubscriber() throws {
        try check(
            """
            trait NowPublisher {
                o*x-->
                x-->
            }
            trait FewPublisher {
                --|-->
                x-->
                o|-->
            }
            operator X (A, B)   merge   o => oo or nothing   o-x => |   joins now
            """, kept: 0)
    }

    // MARK: - A rule took a value and a late subscriber missed one

    @Test func exactNumbersOfThreeInputs() throws {
        try check(
            """
            trait OnePublisher {
                ox-->
            }
            operator X (A, B, C)   merge   -o => nothing or traps   joins late
            """, kept: 0)
    }

    // MARK: - An endless input was cut off, and a late subscriber came just before

    @Test(arguments: [
        "joins now", "joins late", "later   joins now", "later   joins late", "o-| => o   joins now",
    ])
    func endlessRetries(stages: String) throws {
        try check(
            """
            trait ValuePublisher {
                --ox-->
                --oo|-->
            }
            trait SilentPublisher {
                -->
                --ooo*-->
            }
            operator X   x => again or x   \(stages)
            """, kept: 0)
    }

    // MARK: - Of two inputs with more values than are counted either may have more

    @Test func zipsOfManyValues() throws {
        try check(
            """
            trait ManyPublisher {
                --oo*|-->
            }
            trait EndlessPublisher {
                --oo*-->
            }
            trait FewPublisher {
                --o*|-->
                --o-->
                -->
            }
            operator X (A, B)   zip   -o => nothing
            """, kept: 1)
    }

    // MARK: - Groups

    @Test func groupsOfMoreValuesThanAreCounted() throws {
        // Nine values in twos are five groups.
        let row = try row(
            """
            trait NeverFivePublisher {
                --|-->
                --o|-->
                --oo|-->
                --ooo|-->
                --oooo|-->
                --ooooooo*|-->
            }
            operator X   grouped
            """)
        #expect(row.verdicts.map(\.outcome) == [.never])
    }

    @Test func groupsOfSeveralInputs() throws {
        // Two immediate values and five later ones, in threes, are three groups that come later.
        let row = try row(
            """
            trait NowPublisher {
                oo*-->
                oo*|-->
                oo*x-->
            }
            trait NeverThreeLaterPublisher {
                o*-->
                o*|-->
                o*x-->
                -->
                --|-->
                --x-->
                --o-->
                --o|-->
                --ox-->
                --oo-->
                --oo|-->
                --oox-->
                --ooooo*-->
                --ooooo*|-->
                --ooooo*x-->
            }
            operator X (A, B)   merge   grouped
            """)
        #expect(row.verdicts.map(\.outcome) == [.never, .never])
    }

    // MARK: - More conditions than are listed

    @Test func manyConditions() throws {
        try check(
            """
            trait T0Publisher {
                o*-->
                |-->
            }
            trait T1Publisher {
                o*|-->
            }
            trait T2Publisher {
                --|-->
            }
            operator X (A, B, C)   zip   held   cut => x
            """, kept: 3)
    }
}
