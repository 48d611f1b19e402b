/// The operators behind the names of the engine's types, for traces.
enum _OperatorNames {
    /// The operator of a subscriber's type: of the types that its name has, the first that belongs to one operator alone.
    static func `operator`(of type: String) -> String? {
        let words = type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
        let types = words.filter(isOwn).map(name)
        for (word, next) in zip(words, words.dropFirst() + [""]) where isOwn(word) {
            if let name = specific(name(word)) { return name }
            // A client's stage.
            if nodesOfStages.contains(name(word)), !next.isEmpty, !isOwn(next) { return bare(name(next)) }
        }
        return types.lazy.compactMap { shared[$0] }.first
    }

    /// The name of a type without its module and without what belongs to it.
    private static func name(_ word: Substring) -> String {
        word.split(separator: ".").dropFirst().prefix { $0.hasPrefix("_") || $0.first!.isUppercase }
            .joined(separator: ".")
    }

    /// Indicates whether the qualified name of a type is that of a type of the runtime.
    static func isOwn(_ name: some StringProtocol) -> Bool {
        name.hasPrefix("TraitsStreams.") || name.hasPrefix("TraitsRuntime.")
    }

    /// The operator of a type that no other operator has.
    private static func specific(_ type: String) -> String? {
        if let name = special[type] { return name }
        if type.hasPrefix("Publishers.") || type.hasPrefix("MorePublishers."),
            let name = type.split(separator: ".").dropFirst().first
        {
            return name.prefix(1).lowercased() + name.dropFirst()
        }
        guard type.hasPrefix("_"), !common.contains(type) else { return nil }
        return suffixes.contains(where: type.hasSuffix) ? bare(String(type.dropFirst())) : nil
    }

    private static let suffixes = ["Subscriber", "Stage", "Reduction", "Observer", "Machine", "Node"]

    /// The name of an operator whose part is a type.
    private static func bare(_ type: String) -> String? {
        var parts = type.split(separator: ".")
        if parts.count > 1, suffixes.contains(String(parts[parts.count - 1])) { parts.removeLast() }
        var name = parts.last ?? ""
        if let suffix = suffixes.first(where: name.hasSuffix), suffix != name {
            name = name.dropLast(suffix.count)
        }
        return name.isEmpty ? nil : name.prefix(1).lowercased() + name.dropFirst()
    }

    private static let special = [
        "_ValueSink": "sink", "_ClosureSink": "sink", "Subscribers.Sink": "sink", "_OutcomeReceiver": "sink",
        "_OutcomeSubscriber": "sink",
        "_DirectScheduling": "receive(on:)", "_DelayScheduling": "delay",
        "_BatchMachine": "collect", "_GatherNode": "collect", "_FoldReduction": "reduce",
        "_RescueMachine": "catch", "_HandledEvents": "handleEvents", "_MeasureObserver": "measureInterval",
        "_SubscribeOnNode": "subscribe(on:)", "_PrefixUntilMachine": "prefix(untilOutputFrom:)",
        "_DropUntilMachine": "drop(untilOutputFrom:)", "PassthroughSubject": "send",
        "CurrentValueSubject": "send",
        "_UsingNode": "using", "_PropertyConduit": "Property", "_ReplayInput": "share(replay:)",
        "_ReplayCore": "share(replay:)",
    ]

    /// The names for types that several operators share.
    private static let shared = [
        "_RelayNode": "receive(on:)/delay", "_TimeNode": "debounce/throttle/timeout",
    ]

    /// Types whose first argument is a stage.
    private static let nodesOfStages: Set = [
        "_StageNode", "_StageSubscriber", "_ReductionNode", "_OwnedStage", "_OwnedReduction",
    ]

    /// Types that say nothing about the operator.
    private static let common: Set = [
        "_Node", "_ListedNode", "_SerialNode", "_DrainingNode", "_RelayNode", "_TimeNode",
        "_StageNode", "_StageSubscriber", "_ObserverNode", "_ObserverSubscriber",
        "_MachineNode", "_InputsNode", "_SequentialNode", "_SequentialMachine", "_TimeMachine", "_Machine",
        "_UpstreamNode", "_OnceNode", "_GenerationNode", "_ReductionNode",
        "_ResultNode",
        "_OutcomeNode", "_ErasedSubscriber", "_ErasedUnlimitedSubscriber", "_ErasingSubscriber",
        "_SubscriberNode",
        "_ForeignNode", "_EmptyNode", "_AllEndNode", "_ClosureSubscriber", "_StopSubscriber",
        "_OwnedStage", "_OwnedReduction",
        "_GraphNode", "_DerivedNode", "_ValueNode", "_SwitchNode", "_AnnouncementNode",
    ]
}
