import TraitsRuntime

extension Operation {
    // The third, fourth … input is the second one once more.
    static let combining: [Operation] = [
        .init("zip", ["Zip"], .two, "zip(@1) { folded([$0, $1]) }"),
        .init("zip3", ["Zip3"], .two, "zip(@1, @1) { folded([$0, $1, $2]) }"),
        .init("zip4", ["Zip4"], .two, "zip(@1, @1, @1) { folded([$0, $1, $2, $3]) }"),
        .init("combineLatest", ["CombineLatest"], .two, "combineLatest(@1) { folded([$0, $1]) }"),
        .init("combineLatest3", ["CombineLatest3"], .two, "combineLatest(@1, @1) { folded([$0, $1, $2]) }"),
        .init(
            "combineLatest4", ["CombineLatest4"], .two,
            "combineLatest(@1, @1, @1) { folded([$0, $1, $2, $3]) }"),
        .init("merge", ["Merge"], .two, "merge(with: @1)"),
        .init("merge3", ["Merge3"], .two, "merge(with: @1, @1)"),
        .init("merge4", ["Merge4"], .two, "merge(with: @1, @1, @1)"),
        .init("merge5", ["Merge5"], .two, "merge(with: @1, @1, @1, @1)"),
        .init("merge6", ["Merge6"], .two, "merge(with: @1, @1, @1, @1, @1)"),
        .init("merge7", ["Merge7"], .two, "merge(with: @1, @1, @1, @1, @1, @1)"),
        .init("merge8", ["Merge8"], .two, "merge(with: @1, @1, @1, @1, @1, @1, @1)"),
        .init("append", ["Concatenate"], .two, "append(@1)"),
        .init("prepend", ["Concatenate"], .two, "prepend(@1)"),
        .init("dropUntil", ["DropUntilOutput"], .two, "drop(untilOutputFrom: @1)"),
        .init("prefixUntil", ["PrefixUntilOutput"], .two, "prefix(untilOutputFrom: @1)"),
        .init(
            "ifEmptyDefault", ["+TraitPublishers.SwitchIfEmpty"], .one, [0..<4], "ifEmpty(default: { #0 }())",
            unmodelled: "its row's law tells it from `ifEmpty(switchTo:)`"),
        .init("race", ["+TraitPublishers.Race"], .two, "race(with: @1)"),
        .init("ifEmpty", ["+TraitPublishers.SwitchIfEmpty"], .two, "ifEmpty(switchTo: { @1 }())"),
        .init(
            "andThen", ["+TraitPublishers.AndThen", "+TraitPublishers.AsCompletable"], .two,
            "asCompletable().andThen { @1 }"),
        // Several times the same input.
        .init("mergeMany", ["MergeMany"], .one, [0..<4], "sameSeveralTimes(#0) { Publishers.MergeMany($0) }"),
        .init("raceMany", ["+TraitPublishers.RaceMany"], .one, [0..<3], "sameSeveralTimes(#0) { $0.race() }"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    /// An operator with another input.
    func combining<P: Publisher>(_ call: RealCall, _ b: P) -> (any Publisher<Int, Fault>)?
    where P.Output == Int, P.Failure == Fault {
        let user = call.user
        switch call.name {
        case "zip": return zip(b) { user.folded([$0, $1]) }
        case "zip3": return zip(b, b) { user.folded([$0, $1, $2]) }
        case "zip4": return zip(b, b, b) { user.folded([$0, $1, $2, $3]) }
        case "combineLatest": return combineLatest(b) { user.folded([$0, $1]) }
        case "combineLatest3": return combineLatest(b, b) { user.folded([$0, $1, $2]) }
        case "combineLatest4": return combineLatest(b, b, b) { user.folded([$0, $1, $2, $3]) }
        case "merge": return merge(with: b)
        case "merge3": return merge(with: b, b)
        case "merge4": return merge(with: b, b, b)
        case "merge5": return merge(with: b, b, b, b)
        case "merge6": return merge(with: b, b, b, b, b)
        case "merge7": return merge(with: b, b, b, b, b, b)
        case "merge8": return merge(with: b, b, b, b, b, b, b)
        case "append": return append(b)
        case "prepend": return prepend(b)
        case "dropUntil": return drop(untilOutputFrom: b)
        case "prefixUntil": return prefix(untilOutputFrom: b)
        case "race": return race(with: b)
        case "ifEmpty": return ifEmpty(switchTo: user.acting(b))
        case "andThen": return asCompletable().andThen { user.acting(b) }
        default: return combiningProperties(call, b)
        }
    }

    func several(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        switch call.name {
        case "mergeMany": return Publishers.MergeMany(Array(repeating: self, count: call.n))
        case "ifEmptyDefault":
            let n = call.n, user = call.user
            return ifEmpty(default: user.acting(n))
        case "raceMany": return Array(repeating: self, count: call.n).race()
        default: return nil
        }
    }
}

extension ModelCall {
    func combining() -> Model? {
        func inputs(_ count: Int) -> [Model] { [upstream] + Array(repeating: other, count: count - 1) }
        switch name {
        case "zip": return ModelRow.model(.zip, inputs(2))
        case "zip3": return ModelRow.model(.zip, inputs(3))
        case "zip4": return ModelRow.model(.zip, inputs(4))
        case "combineLatest": return ModelRow.model(.latest, inputs(2))
        case "combineLatest3": return ModelRow.model(.latest, inputs(3))
        case "combineLatest4": return ModelRow.model(.latest, inputs(4))
        case "merge": return ModelMerge.model(inputs(2))
        case "merge3", "merge4", "merge5", "merge6", "merge7", "merge8":
            return ModelMerge.model(inputs(Int(name.suffix(1)) ?? 0))
        case "mergeMany": return ModelMerge.model(Array(repeating: upstream, count: n))
        case "append": return concat(upstream, other)
        case "prepend": return concat(other, upstream)
        case "andThen": return concat(each { _ in .drop }, other)
        case "ifEmpty":
            return ModelSequential.model(upstream) { [other] in
                var isFirst = true
                return { fault, isEmpty in
                    guard fault == nil, isEmpty, isFirst else { return .end(fault) }
                    isFirst = false
                    return .publisher(other)
                }
            }
        case "dropUntil":
            return Model { [upstream, other] in ModelDropUntil($0).start(upstream, other) }.endingAfterValues
        case "prefixUntil":
            return Model { [upstream, other] in ModelPrefixUntil($0).start(upstream, other) }
                .endingAfterValues
        case "race": return ModelRace.model(inputs(2))
        case "raceMany": return ModelRace.model(Array(repeating: upstream, count: n))
        default: return nil
        }
    }

    private func concat(_ first: Model, _ second: Model) -> Model {
        ModelSequential.model(first) {
            var isFirst = true
            return { fault, _ in
                guard fault == nil, isFirst else { return .end(fault) }
                isFirst = false
                return .publisher(second)
            }
        }
    }
}
