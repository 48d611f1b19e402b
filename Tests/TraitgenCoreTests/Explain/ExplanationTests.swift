import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

@Suite struct ExplanationTests {
    private func explain(_ row: String, _ type: String) throws -> String {
        let model = try Model.build(ReasonedFacts.traits + row + "\n", path: "Table.traits")
        return Explanation(of: try #require(model.row(named: type)), in: model).description
    }

    private func example(_ row: String, _ type: String, _ trait: String) throws -> [String] {
        let text = try explain(row, type)
        let part = text.split(separator: "\n\n").first { $0.hasPrefix(trait) } ?? ""
        return part.split(separator: "\n").drop { !$0.contains("breaks it") }.dropFirst().map {
            String($0.dropFirst(8))
        }
    }

    @Test func aRemedyIsShownWithTheRefusal() throws {
        let text = try explain(
            "operator Publishers.Filter   o => o or nothing   restore SinglePublisher with \"'first(orError:)'\"",
            "Publishers.Filter")
        let part = text.split(separator: "\n\n").first { $0.hasPrefix("SinglePublisher doesn't hold") }
        #expect(part?.hasSuffix("\n    what restores it: 'first(orError:)'") == true)
    }

    @Test func aBoundIsShown() throws {
        let text = try explain("operator Then (Upstream: CompletablePublisher, Next)   | => next", "Then")
        #expect(text.hasPrefix("operator Then (Upstream: CompletablePublisher, Next)   | => next\n"))
        #expect(text.contains("SinglePublisher holds where Next: SinglePublisher\n"))
    }

    /// No completable is a single that succeeds: the example shows what the bound allows.
    @Test func anExampleKeepsToTheBound() throws {
        #expect(
            try example(
                "operator AsMaybe (Upstream: CompletablePublisher)   passes", "AsMaybe", "SinglePublisher")
                == ["Upstream   --|", "output     --|"])
    }

    @Test func zip_isExplainedWhole() throws {
        #expect(
            try explain("operator Publishers.Zip (A, B)   zip", "Publishers.Zip") == """
                operator Publishers.Zip (A, B)   zip
                    Table.traits:22:10

                MaybePublisher holds where A: MaybePublisher, B: MaybePublisher
                    from `zip` at Table.traits:22:10
                    not taken: where A: CompletablePublisher; Swift holds one condition
                    not taken: where B: CompletablePublisher; Swift holds one condition

                SinglePublisher holds where A: SinglePublisher, B: SinglePublisher
                    from `zip` at Table.traits:22:10

                CompletablePublisher holds where A: CompletablePublisher, B: MaybePublisher
                    from `zip` at Table.traits:22:10
                    where A: CompletablePublisher would do, but has to imply the condition of each trait that CompletablePublisher refines
                    not taken: where B: CompletablePublisher; Swift holds one condition

                ImmediatePublisher holds where A: ImmediatePublisher, B: ImmediatePublisher
                    from `zip` at Table.traits:22:10

                _atMostOne is A._atMostOne && B._atMostOne
                    it follows MaybePublisher
                """)
    }

    @Test func source_isExplainedWhole() throws {
        #expect(
            try explain(
                "source Optional.Publisher   |, o|\n    because \"it may hold nothing\"", "Optional.Publisher"
            ) == """
                source Optional.Publisher   |, o|
                    Table.traits:22:8
                    because it may hold nothing

                MaybePublisher holds always
                    from `|, o|` at Table.traits:22:8

                SinglePublisher doesn't hold
                    from `|, o|` at Table.traits:22:8
                    the shortest history that breaks it:
                        output   |

                CompletablePublisher doesn't hold
                    from `|, o|` at Table.traits:22:8
                    the shortest history that breaks it:
                        output   o|

                ImmediatePublisher doesn't hold
                    from `|, o|` at Table.traits:22:8
                    the shortest history that breaks it:
                        output   |

                _atMostOne is true
                    it follows MaybePublisher
                """)
    }

    @Test func share_showsWhatTheLateSubscriberMisses() throws {
        #expect(
            try example("operator Publishers.Share   joins late", "Publishers.Share", "SinglePublisher") == [
                "Upstream          --o|", "late subscriber   ---|",
            ])
    }

    @Test func aGivenInput_doesWhatItsRowSays() throws {
        let explanation = try explain(
            "source Box   oo*-->\noperator Boxes.Filter (A == Box)   o => o or nothing   joins now",
            "Boxes.Filter")
        #expect(explanation.hasPrefix("operator Boxes.Filter (A == Box)   o => o or nothing   joins now\n"))
        #expect(
            explanation.contains(
                """
                ImmediatePublisher doesn't hold
                    from `o => o or nothing   joins now` at Table.traits:23:10
                    the shortest history that breaks it:
                        A        o-->
                        output   --->
                """))
    }

    @Test func filter_showsTheValueThatIsDropped() throws {
        #expect(
            try example(
                "operator Publishers.Filter   o => o or nothing", "Publishers.Filter", "SinglePublisher") == [
                    "Upstream   --o|", "output     ---|",
                ])
    }

    @Test func merge_showsBothInputs() throws {
        #expect(
            try example("operator Publishers.Merge (A, B)   merge", "Publishers.Merge", "SinglePublisher")
                == [
                    "A        ------>", "B        --o|", "output   --o--->",
                ])
    }

    @Test func timeout_showsTheEarlyFinish() throws {
        #expect(
            try example(
                "operator Publishers.Timeout   cut => |", "Publishers.Timeout", "SinglePublisher") == [
                    "Upstream   --->", "output     |",
                ])
    }

    @Test func delay_showsTheLateEvent() throws {
        #expect(
            try example("operator Publishers.Delay   later", "Publishers.Delay", "ImmediatePublisher") == [
                "Upstream   x", "output     --x",
            ])
    }

    @Test func retry_showsThatItGoesOnForEver() throws {
        #expect(
            try example(
                "operator Publishers.Retry   x => again or x", "Publishers.Retry", "ImmediatePublisher") == [
                    "Upstream   x-x and so on", "output     --->",
                ])
    }

    @Test func mergeMany_showsThatThereMayBeNone() throws {
        #expect(
            try example(
                "operator Publishers.MergeMany (Upstream...)   merge", "Publishers.MergeMany",
                "SinglePublisher")
                == ["output of none   |"])
    }

    @Test func repeat_showsWhatComesOfZeroTimes() throws {
        #expect(
            try example(
                "operator Publishers.Repeat   | => again or |", "Publishers.Repeat", "SinglePublisher")
                == ["output of zero times   |"])
    }

    /// A trait that allows two values is broken by three times one.
    @Test func repeat_showsAsManyTimesAsItTakes() throws {
        let text = """
            trait OnePublisher {
                --->
                --x>
                --|>
                --o|>
            }
            trait FewPublisher {
                --o*x>
                --->
                --o>
                --oo>
                --|>
                --o|>
                --oo|>
            }
            operator Again (Upstream: OnePublisher)   | => again or |

            """
        let model = try Model.build(text, path: "Table.traits")
        let found = Explanation(of: model.rows[0], in: model).description
        #expect(
            found.hasSuffix(
                """
                the shortest history that breaks it:
                        Upstream   --o|
                        Upstream       o|
                        Upstream         o|
                        output     --o-o-o|
                """), "\(found)")
    }

    @Test func claim_saysWhereItIsMade() throws {
        let text = try explain(
            "operator Replayed   joins late\n    conforms SinglePublisher where Upstream: SinglePublisher because \"it replays\"",
            "Replayed")
        #expect(text.contains("claimed at Table.traits:23:5 because it replays"))
    }

    /// What only Swift understands is part of the condition, also where the row is an imported one.
    @Test func whatAClaimRequiresOfTypesIsShown() {
        let hidden = """
            source Hidden   - - ->
                conforms MaybePublisher where Output == Never because "no value can come"
                conforms CompletablePublisher where Output == Never because "no value can come"

            """
        let files = MemoryFiles([
            "/package/A.traits": ReasonedFacts.traits + hidden,
            "/package/B.traits":
                "import \"A.traits\"\ntrait OwnPublisher {\n    --->\n}\nsource Other   silent\n",
        ])
        for table in ["A.traits", "B.traits"] {
            var lines: [String] = []
            let command = TraitgenCommand(
                files: files, output: { lines.append($0) }, errors: { lines.append($0) })
            #expect(command.run(arguments: ["explain", "Hidden", "--table", table]) == .clean)
            let text = lines.joined(separator: "\n")
            #expect(text.contains("CompletablePublisher holds where Output == Never\n"), "\(text)")
            #expect(text.contains("SinglePublisher doesn't hold"), "\(text)")
        }
        var lines: [String] = []
        let command = TraitgenCommand(
            files: files, output: { lines.append($0) }, errors: { lines.append($0) })
        #expect(command.run(arguments: ["table", "A.traits"]) == .clean)
        #expect(lines.joined().contains("if `Output` is Never"), "\(lines)")
    }

    /// With seven inputs there are more states than anybody waits for.
    @Test func aLongSearchForAnExampleIsGivenUp() throws {
        let table = """
            trait EagerPublisher {
                x---->
                oo- - - ->
            }
            operator Latest (A, B, C, D, E, F, G)   latest

            """
        let model = try Model.build(table, path: "Table.traits")
        let text = Explanation(of: model.rows[0], in: model).description
        #expect(text.contains("EagerPublisher doesn't hold, not even of inputs that keep it"), "\(text)")
        #expect(!text.contains("breaks it"), "\(text)")
    }

    /// Whatever is refused, there is a history that shows why.
    @Test func everyRefusal_hasAnExample() throws {
        let model = try Model.build(
            ReasonedFacts.traits + ReasonedFacts.all.map(\.row).joined(separator: "\n"), path: "Table.traits")
        for row in model.rows {
            for verdict in row.verdicts where verdict.outcome == .never {
                let trait = try #require(model.traits.first { $0.name == verdict.trait })
                let inputs = row.inputs.map(\.name)
                let example = Counterexample.find(
                    row.behaviour, inputs: inputs, languages: inputs.map { _ in trait.language },
                    outside: trait.language)
                #expect(example != nil, "\(row.type): \(verdict.trait)")
            }
        }
    }
}
