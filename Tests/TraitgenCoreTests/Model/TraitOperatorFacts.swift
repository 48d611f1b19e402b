extension ReasonedFacts {
    /// The operators that exist because of the traits.
    static let traitOperators: [ReasonedFacts] = [
        .init("source TraitPublishers.Timer   silent, --o|", m: "*", s: "*", c: "-", i: "-"),
        .init("source TraitPublishers.AsyncElements   - - ->", m: "-", s: "-", c: "-", i: "-"),
        .init("source DeferredTaskSingle   silent, --x, --o|", m: "*", s: "*", c: "-", i: "-"),
        .init("source DeferredTaskMaybe   silent, --x, --|, --o|", m: "*", s: "-", c: "-", i: "-"),
        .init("source DeferredTaskCompletable   silent, --x, --|", m: "*", s: "-", c: "*", i: "-"),
        .init(
            "operator Using (Product)   passes", m: "Product:M", s: "Product:S", c: "Product:C",
            i: "Product:I"),
        // The value waits for the completion, so an immediate value may come out later.
        .init(
            "operator TraitPublishers.ShareReplay (Upstream: MaybePublisher)   o => nothing   o-| => o|   joins now",
            m: "*", s: "U:S", c: "U:C", i: "-"),
        .init(
            "operator TraitPublishers.TimeoutFailing (Upstream: MaybePublisher)   o => nothing   o-| => o|"
                + "   later   cut => x", m: "*", s: "U:S", c: "U:C", i: "-"),
        .init(
            "operator TraitPublishers.FirstOrError   o => o|   -| => x", m: "*", s: "*", c: "U:C", i: "U:I"),
        .init("operator TraitPublishers.FailIfEmpty   -| => x", m: "U:M", s: "U:M", c: "U:C", i: "U:I"),
        // An immediate publisher is never empty, so the other one doesn't matter.
        .init(
            "operator TraitPublishers.SwitchIfEmpty (Upstream, Other)   -| => next", m: "U:M Other:M",
            s: "U:M Other:S", c: "U:C Other:C", i: "U:I"),
        // The next attempt may come late or never, so an immediate failure may become silence.
        .init(
            "operator TraitPublishers.RetryWhen   x => again or later or x", m: "U:M", s: "U:S", c: "U:C",
            i: "-"),
        .init("operator TraitPublishers.DelaySubscription   later", m: "U:M", s: "U:S", c: "U:C", i: "-"),
        .init(
            "operator TraitPublishers.AndThen (Upstream: CompletablePublisher, Next)   | => next",
            m: "Next:M",
            s: "Next:S", c: "Next:C", i: "-"),
        .init(
            "operator TraitPublishers.ZipSingle (Upstream: SinglePublisher...)   zip   o => nothing   o-| => o|"
                + "   none => o|", m: "*", s: "*", c: "-", i: "-"),
        .init(
            "operator TraitPublishers.ZipMaybe (Upstream: MaybePublisher...)   zip   o => nothing   o-| => o|"
                + "   none => o|", m: "*", s: "U:S", c: "-", i: "-"),
        .init(
            "operator TraitPublishers.ZipCompletable (Upstream: CompletablePublisher...)   merge", m: "*",
            s: "-",
            c: "*", i: "-"),
        .init(
            "operator TraitPublishers.Race (A, B)   race", m: "A:M B:M", s: "A:S B:S", c: "A:C B:C",
            i: "A:I B:I"),
        // Nobody ever wins a race of none: no trait of silence is lost, but nothing comes immediately.
        .init(
            "operator TraitPublishers.RaceMany (Upstream...)   race   none => silent", m: "U:M", s: "U:S",
            c: "U:C",
            i: "-"),
        .init("operator TraitPublishers.AsCompletable   o => nothing", m: "*", s: "-", c: "*", i: "-"),
        // A completable that is a single as well can't do anything but fail, so nobody is asked to be both.
        .init(
            "operator TraitPublishers.AsMaybe (Upstream: CompletablePublisher)   passes", m: "*", s: "-",
            c: "*",
            i: "-"),
        // The completion becomes a value: one of a completable, two of a single.
        .init(
            "operator TraitPublishers.Materialize   o => o   | => o|   x => o|", m: "U:C", s: "U:C", c: "-",
            i: "U:I"),
        .init(
            "operator TraitPublishers.Dematerialize   o => o or | or x", m: "U:M", s: "-", c: "U:C", i: "-"),
        .init(
            "operator TraitPublishers.MapToResult   o => o   x => o|", m: "U:M", s: "U:S", c: "-", i: "U:I"),
        .init(
            "operator TraitPublishers.PreventCancellation   passes", m: "U:M", s: "U:S", c: "U:C", i: "U:I"),
    ]
}
