/// What a row keeps, worked out by hand and not by the generator.
///
/// For each of the four traits a condition: `*` always, `-` never, otherwise inputs with the first
/// letters of traits, such as `A:M B:M`; `U` is `Upstream`, `N` is `NewPublisher`.
struct ReasonedFacts: Sendable {
    let row: String
    let maybe: String
    let single: String
    let completable: String
    let immediate: String

    init(_ row: String, m maybe: String, s single: String, c completable: String, i immediate: String) {
        self.row = row
        self.maybe = maybe
        self.single = single
        self.completable = completable
        self.immediate = immediate
    }

    var type: String { String(row.split(separator: " ")[1]) }

    /// The four shipped traits.
    static let traits = """
        trait MaybePublisher {
            --------->   can never publish anything, never complete
            -----x--->   can fail before publishing any value
            -----|--->   can complete without publishing any value
            --o--|--->   can publish one value and complete
        }
        trait SinglePublisher: MaybePublisher {
            --------->   can never publish anything, never complete
            -----x--->   can fail before publishing any value
            --o--|--->   can publish one value and complete
        }
        trait CompletablePublisher: MaybePublisher {
            --------->   can never publish anything, never complete
            -----x--->   can fail
            -----|--->   can complete
        }
        trait ImmediatePublisher {
            x-------->     can fail immediately
            o- - - - ->    can publish immediately; anything may follow
        }
        fact _atMostOne from MaybePublisher

        """

    static let all: [ReasonedFacts] = sources + values + ends + several + timed

    private static let sources: [ReasonedFacts] = [
        // One immediate value is a single and immediate, and what Swift infers from that.
        .init("source Just   o|", m: "*", s: "*", c: "-", i: "*"),
        .init("source Empty   |, silent", m: "*", s: "-", c: "*", i: "-"),
        .init("source Fail   x", m: "*", s: "*", c: "*", i: "*"),
        .init("source Future   silent, --x, --o|", m: "*", s: "*", c: "-", i: "-"),
        // A record may be empty, so it is not immediate either.
        .init("source Record   o*|, o*x", m: "-", s: "-", c: "-", i: "-"),
        .init("source Publishers.Sequence   o*|", m: "-", s: "-", c: "-", i: "-"),
        .init("source Optional.Publisher   |, o|", m: "*", s: "-", c: "-", i: "-"),
        .init("source Result.Publisher   x, o|", m: "*", s: "*", c: "-", i: "*"),
        .init("source AnyPublisher   - - ->", m: "-", s: "-", c: "-", i: "-"),
        .init("source AnySendablePublisher   - - ->", m: "-", s: "-", c: "-", i: "-"),
        .init("source PassthroughSubject   - - ->", m: "-", s: "-", c: "-", i: "-"),
        // A subject that has ended gives nothing but its end.
        .init("source CurrentValueSubject   o- - ->, |, x", m: "-", s: "-", c: "-", i: "-"),
        .init("source Published.Publisher   oo*-->", m: "-", s: "-", c: "-", i: "*"),
        .init("source Property.AllValues   oo*-->, oo*--|", m: "-", s: "-", c: "-", i: "*"),
        .init("source Property.SubsequentValues   o*-->, o*--|", m: "-", s: "-", c: "-", i: "-"),
        .init("source ObservableObjectPublisher   --o*-->", m: "-", s: "-", c: "-", i: "-"),
        .init(
            "operator Deferred (DeferredPublisher)   passes", m: "DeferredPublisher:M",
            s: "DeferredPublisher:S",
            c: "DeferredPublisher:C", i: "DeferredPublisher:I"),
    ]

    private static func passing(_ rows: [String]) -> [ReasonedFacts] {
        rows.map { .init($0, m: "U:M", s: "U:S", c: "U:C", i: "U:I") }
    }

    /// What may drop a value keeps neither exactly one value nor an immediate first one.
    private static func dropping(_ rows: [String]) -> [ReasonedFacts] {
        rows.map { .init($0, m: "U:M", s: "-", c: "U:C", i: "-") }
    }

    private static let values: [ReasonedFacts] =
        passing([
            "operator Publishers.Map   o => o", "operator Publishers.TryMap   o => o or x",
            "operator Publishers.MapKeyPath   o => o", "operator Publishers.MapKeyPath2   o => o",
            "operator Publishers.MapKeyPath3   o => o", "operator Publishers.Scan   o => o",
            "operator Publishers.TryScan   o => o or x", "operator Publishers.MeasureInterval   passes",
            "operator Publishers.Encode   o => o or x", "operator Publishers.Decode   o => o or x",
            "operator Publishers.MapError   x => x", "operator Publishers.SetFailureType   passes",
            "operator Publishers.HandleEvents   passes", "operator Publishers.Print   passes",
            "operator Publishers.Breakpoint   passes", "operator Publishers.Autoconnect   passes",
            "operator MorePublishers.Trace   passes", "operator MorePublishers.CustomTrace   passes",
            // The first value has no predecessor, so it always gets through.
            "operator Publishers.RemoveDuplicates   o-o => o or nothing",
            "operator Publishers.TryRemoveDuplicates   o-o => o or nothing or x",
            // A trap is no history.
            "operator Publishers.AssertNoFailure   x => traps",
        ])
        + dropping([
            "operator Publishers.Filter   o => o or nothing",
            "operator Publishers.TryFilter   o => o or nothing or x",
            "operator Publishers.CompactMap   o => o or nothing",
            "operator Publishers.TryCompactMap   o => o or nothing or x",
            "operator Publishers.Drop   o => o or nothing   until o",
            "operator Publishers.DropWhile   o => o or nothing   until o",
            "operator Publishers.TryDropWhile   o => o or nothing or x   until o",
            "operator Publishers.PrefixWhile   o => o or |",
            "operator Publishers.TryPrefixWhile   o => o or | or x",
            "operator Publishers.Output   o => o or o| or nothing or |",
            "operator Publishers.Buffer   o => o or nothing or x",
        ])
        + [
            .init("operator Publishers.IgnoreOutput   o => nothing", m: "*", s: "-", c: "*", i: "-"),
            // Once a value has got through, the other publisher has no say, so a maybe stays one.
            .init(
                "operator Publishers.DropUntilOutput (Upstream, Other)   signal o => opens   signal -| => |   signal o-x => nothing",
                m: "U:M", s: "U:S Other:I", c: "U:C", i: "U:I Other:I"),
            // Another publisher without a value has no say.
            .init(
                "operator Publishers.PrefixUntilOutput (Upstream, Other)   signal o => |   signal x => nothing",
                m: "U:M", s: "U:S Other:C", c: "U:C", i: "U:I Other:C"),
            // The first of anything is a maybe; it is there for sure if it was sure to come.
            .init("operator Publishers.First   o => o|", m: "*", s: "U:S", c: "U:C", i: "U:I"),
            .init("operator Publishers.FirstWhere   o => o| or nothing", m: "*", s: "-", c: "U:C", i: "-"),
            .init(
                "operator Publishers.TryFirstWhere   o => o| or nothing or x", m: "*", s: "-", c: "U:C",
                i: "-"),
            .init("operator Publishers.Last   o => nothing   o-| => o|", m: "*", s: "U:S", c: "U:C", i: "-"),
            .init(
                "operator Publishers.LastWhere   o => nothing   o-| => o| or |", m: "*", s: "-", c: "U:C",
                i: "-"),
            .init(
                "operator Publishers.TryLastWhere   o => nothing or x   o-| => o| or |", m: "*", s: "-",
                c: "U:C", i: "-"),
        ]

    /// What gathers values gives one, whatever comes in.
    private static func gathering(_ rows: [String]) -> [ReasonedFacts] {
        rows.map { .init($0, m: "*", s: "*", c: "-", i: "-") }
    }

    private static let ends: [ReasonedFacts] =
        gathering([
            "operator Publishers.Collect   o => nothing   | => o|",
            "operator Publishers.Reduce   o => nothing   | => o|",
            "operator Publishers.TryReduce   o => nothing or x   | => o|",
            "operator Publishers.Count   o => nothing   | => o|",
            "operator Publishers.Contains   o => nothing or o|   | => o|",
            "operator Publishers.ContainsWhere   o => nothing or o|   | => o|",
            "operator Publishers.TryContainsWhere   o => nothing or o| or x   | => o|",
            "operator Publishers.AllSatisfy   o => nothing or o|   | => o|",
            "operator Publishers.TryAllSatisfy   o => nothing or o| or x   | => o|",
        ])
        + [
            .init(
                "operator Publishers.Comparison   o => nothing   o-| => o|", m: "*", s: "U:S", c: "U:C",
                i: "-"),
            .init(
                "operator Publishers.TryComparison   o => nothing   o-o => nothing or x   o-| => o|",
                m: "*", s: "U:S", c: "U:C", i: "-"),
            // One value is one group; when it goes out depends on the size of a group.
            .init("operator Publishers.CollectByCount   grouped", m: "U:M", s: "U:S", c: "U:C", i: "-"),
            .init("operator Publishers.CollectByTime   grouped", m: "U:M", s: "U:S", c: "U:C", i: "-"),
            // Twice one value is two, and zero times it is none.
            .init("operator Publishers.Repeat   | => again or |", m: "U:C", s: "-", c: "U:C", i: "-"),
            // It gives a value to a maybe that has none.
            .init("operator Publishers.ReplaceEmpty   -| => o|", m: "U:M", s: "U:M", c: "-", i: "U:I"),
            .init("operator Publishers.ReplaceError   x => o|", m: "U:M", s: "U:S", c: "-", i: "U:I"),
            .init(
                "operator Publishers.Catch (Upstream, NewPublisher)   x => next", m: "U:M N:M", s: "U:S N:S",
                c: "U:C N:C",
                i: "U:I N:I"),
            .init(
                "operator Publishers.TryCatch (Upstream, NewPublisher)   x => next or x", m: "U:M N:M",
                s: "U:S N:S",
                c: "U:C N:C", i: "U:I N:I"),
            // What fails immediately each time is silent for ever.
            .init("operator Publishers.Retry   x => again or x", m: "U:M", s: "U:S", c: "U:C", i: "-"),
            // It finishes empty without an error of its own, and fails after a value with one.
            .init("operator Publishers.Timeout   later   cut => | or x", m: "U:C", s: "-", c: "U:C", i: "-"),
        ]

    private static let several: [ReasonedFacts] = [
        // One maybe side is not enough: a failure may come between the pair and the completion. An
        // empty side is, but has to imply the condition that was taken for a maybe.
        .init("operator Publishers.Zip (A, B)   zip", m: "A:M B:M", s: "A:S B:S", c: "A:C B:M", i: "A:I B:I"),
        .init(
            "operator Publishers.Zip3 (A, B, C)   zip", m: "A:M B:M C:M", s: "A:S B:S C:S", c: "A:C B:M C:M",
            i: "A:I B:I C:I"),
        .init(
            "operator Publishers.Zip4 (A, B, C, D)   zip", m: "A:M B:M C:M D:M", s: "A:S B:S C:S D:S",
            c: "A:C B:M C:M D:M", i: "A:I B:I C:I D:I"),
        .init(
            "operator Publishers.CombineLatest (A, B)   latest", m: "A:M B:M", s: "A:S B:S", c: "A:C B:M",
            i: "A:I B:I"),
        .init(
            "operator Publishers.CombineLatest3 (A, B, C)   latest", m: "A:M B:M C:M", s: "A:S B:S C:S",
            c: "A:C B:M C:M", i: "A:I B:I C:I"),
        .init(
            "operator Publishers.CombineLatest4 (A, B, C, D)   latest", m: "A:M B:M C:M D:M",
            s: "A:S B:S C:S D:S",
            c: "A:C B:M C:M D:M", i: "A:I B:I C:I D:I"),
        // Two values are no maybe. One immediate input is enough to begin immediately.
        .init("operator Publishers.Merge (A, B)   merge", m: "A:C B:C", s: "-", c: "A:C B:C", i: "A:I"),
        .init(
            "operator Publishers.Merge3 (A, B, C)   merge", m: "A:C B:C C:C", s: "-", c: "A:C B:C C:C",
            i: "A:I"),
        .init(
            "operator Publishers.Merge4 (A, B, C, D)   merge", m: "A:C B:C C:C D:C", s: "-",
            c: "A:C B:C C:C D:C", i: "A:I"),
        .init(
            "operator Publishers.Merge5 (A, B, C, D, E)   merge", m: "A:C B:C C:C D:C E:C", s: "-",
            c: "A:C B:C C:C D:C E:C", i: "A:I"),
        .init(
            "operator Publishers.Merge6 (A, B, C, D, E, F)   merge", m: "A:C B:C C:C D:C E:C F:C", s: "-",
            c: "A:C B:C C:C D:C E:C F:C", i: "A:I"),
        .init(
            "operator Publishers.Merge7 (A, B, C, D, E, F, G)   merge", m: "A:C B:C C:C D:C E:C F:C G:C",
            s: "-",
            c: "A:C B:C C:C D:C E:C F:C G:C", i: "A:I"),
        .init(
            "operator Publishers.Merge8 (A, B, C, D, E, F, G, H)   merge",
            m: "A:C B:C C:C D:C E:C F:C G:C H:C", s: "-",
            c: "A:C B:C C:C D:C E:C F:C G:C H:C", i: "A:I"),
        // There may be no publisher at all, and then it finishes.
        .init("operator Publishers.MergeMany (Upstream...)   merge", m: "U:C", s: "-", c: "U:C", i: "-"),
        // Only what has no value leaves room for one.
        .init(
            "operator Publishers.Concatenate (Prefix, Suffix)   | => next", m: "Prefix:C Suffix:M",
            s: "Prefix:C Suffix:S", c: "Prefix:C Suffix:C", i: "Prefix:I"),
        .init(
            "operator Publishers.FlatMap (Upstream, NewPublisher)   flatten\n    prefer CompletablePublisher where NewPublisher: CompletablePublisher",
            m: "U:M N:M", s: "U:S N:S", c: "U:M N:C", i: "U:I N:I"),
        .init(
            "operator Publishers.SwitchToLatest (Upstream, P)   switch\n    prefer CompletablePublisher where P: CompletablePublisher",
            m: "U:M P:M", s: "U:S P:S", c: "U:M P:C", i: "U:I P:I"),
    ]

    /// `later` is never immediate; the rest stays.
    private static func delaying(_ rows: [String]) -> [ReasonedFacts] {
        rows.map { .init($0, m: "U:M", s: "U:S", c: "U:C", i: "-") }
    }

    private static let timed: [ReasonedFacts] =
        delaying([
            "operator Publishers.Delay   later", "operator Publishers.ReceiveOn   later",
            "operator Publishers.SubscribeOn   later",
            // The first value always gets through, and one that waits goes out before the end.
            "operator Publishers.Throttle   later   o-o => o or nothing",
        ])
        + dropping([
            "operator Publishers.Debounce   later   held",
            // Of a single it may keep nothing.
            "operator Publishers.TakeLast   last",
            // A late subscriber of a shared single sees only its end: a maybe, and no single.
            "operator Publishers.Share   joins late",
        ])
        + [
            // A late subscriber of a replayed one sees its newest value, and what was after that; but nothing is there while
            // another thread starts it.
            .init(
                "operator MorePublishers.ShareReplay   joins now   later at Upstream", m: "U:M", s: "U:S",
                c: "U:C", i: "-"),
            // Each connection may bring a value more, and only the first end counts.
            .init(
                """
                operator Publishers.MakeConnectable   anything
                    conforms MaybePublisher where Upstream: CompletablePublisher because "no value comes"
                    conforms CompletablePublisher where Upstream: CompletablePublisher because "no value comes"
                """, m: "U:C", s: "-", c: "U:C", i: "-"),
            .init("operator Publishers.Multicast   anything", m: "-", s: "-", c: "-", i: "-"),
        ]
}

extension ReasonedFacts {
    /// The conditions in the generator's words, in the order of the traits.
    var conditions: [String] {
        [maybe, single, completable, immediate].map { condition in
            guard condition != "*", condition != "-" else { return condition }
            return condition.split(separator: " ").map { pair in
                let parts = pair.split(separator: ":")
                let input = ["U": "Upstream", "N": "NewPublisher"][parts[0]] ?? String(parts[0])
                let trait = ["M": "Maybe", "S": "Single", "C": "Completable", "I": "Immediate"][parts[1]]!
                return "\(input): \(trait)Publisher"
            }.joined(separator: ", ")
        }
    }
}
