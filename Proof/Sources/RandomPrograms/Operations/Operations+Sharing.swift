import TraitsRuntime
import TraitsTesting

extension Operation {
    static let sharing: [Operation] = [
        .init("share", ["Share"], "share()"),
        .init("shareNewest", ["+MorePublishers.ShareReplay"], .one, [1..<3], "share(replay: #0)"),
        .init("multicast", ["Multicast", "Autoconnect"], "multicast { PassthroughSubject() }.autoconnect()"),
        .init(
            "multicastCurrent", ["Multicast", "Autoconnect"],
            "multicast { CurrentValueSubject(9) }.autoconnect()",
            unmodelled: "which of two values comes first depends on the connecting subscriber"),
        .init(
            "makeConnectable", ["MakeConnectable", "Autoconnect", "Catch"],
            "catch { _ in Empty<Int, Never>() }.makeConnectable().autoconnect().setFailureType(to: Fault.self)"
        ),
        .init(
            "shareReplay", ["+TraitPublishers.ShareReplay"], "first().shareReplay()",
            unmodelled: "its outcome stays, which the law of its row tries"),
    ]

    static let effects: [Operation] = [
        .init("handleEvents", ["HandleEvents"], "handleEvents()"),
        .init("print", ["Print"], "print(\"\", to: SampleOutput())"),
        .init("breakpoint", ["Breakpoint"], "breakpoint()"),
        .init("trace", ["+MorePublishers.Trace"], "trace(\"\")"),
        .init("deferred", ["+Deferred"], "in { Deferred { $0 } }"),
        .init("using", ["+Using"], "in { Using { 0 } product: { _ in $0 } release: { _ in } }"),
        .init(
            "preventCancellation", ["+TraitPublishers.PreventCancellation"], "preventCancellation()",
            unmodelled: "upstream goes on when all have cancelled, and retains itself"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func sharing(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let user = call.user
        switch call.name {
        case "share": return share()
        case "shareNewest": return share(replay: call.n)
        case "multicast": return multicast { user.acting(PassthroughSubject()) }.autoconnect()
        case "multicastCurrent": return multicast { user.acting(CurrentValueSubject(9)) }.autoconnect()
        case "makeConnectable":
            return self.catch { _ in user.acting(Empty<Int, Never>()) }.makeConnectable().autoconnect()
                .setFailureType(
                    to: Fault.self)
        case "shareReplay": return first().shareReplay()
        case "handleEvents": return handleEvents()
        case "print": return self.print("", to: SampleOutput())
        case "breakpoint": return breakpoint()
        case "trace": return trace("")
        case "deferred": return Deferred { user.acting(self) }
        case "using":
            return Using {
                user.acting(0)
            } product: { _ in
                user.acting(self)
            } release: { _ in
                user.acting(())
            }
        case "preventCancellation": return preventCancellation()
        default: return nil
        }
    }
}

extension ModelCall {
    func sharing() -> Model? {
        switch name {
        case "share", "multicast":
            return ModelShared(upstream, isAutoconnect: name == "multicast").model
        case "shareNewest": return ModelReplayed(upstream, kept: n).model
        case "makeConnectable":
            // A `catch` is in it.
            return ModelShared(tail { _, _ in .end(nil) }.endingAfterValues, isAutoconnect: true).model
        // A cancellation after the end stops at their nodes.
        case "handleEvents", "print", "trace", "using":
            return Model { [upstream] in upstream.subscribe(ModelNode($0)) }
        case "breakpoint", "deferred": return upstream
        default: return nil
        }
    }
}
