import TraitsRuntime

/// Operators that store values, with values that send into the same stream from their `deinit`.
let valueChecks = stages + reductions + inputs + timed + shared + stored

private let stages = [
    Check("map") { $0.upstream.map { $0 } },
    Check("tryMap") { $0.upstream.tryMap { $0 } },
    Check("scan") { $0.upstream.scan(Value?.none) { $1 } },
    Check("tryScan") { $0.upstream.tryScan(Value?.none) { $1 } },
    Check("scan of arrays") { $0.upstream.scan([Value]()) { $0.suffix(1) + [$1] } },
    Check("filter") { $0.upstream.filter { $0.number % 2 == 0 } },
    Check("compactMap") { $0.upstream.compactMap { $0.number % 2 == 0 ? $0 : nil } },
    Check("removeDuplicates") { $0.upstream.removeDuplicates() },
    Check("removeDuplicates(by:)") { $0.upstream.removeDuplicates { $0.number % 2 == $1.number % 2 } },
    Check("tryRemoveDuplicates") { $0.upstream.tryRemoveDuplicates { $0.number == $1.number } },
    Check("dropFirst") { $0.upstream.dropFirst(2) },
    Check("drop(while:)") { $0.upstream.drop { $0.number < 4 } },
    Check("prefix") { $0.upstream.prefix(3) },
    Check("prefix(while:)") { $0.upstream.prefix { $0.number < 9 } },
    Check("output(in:)") { $0.upstream.output(in: 1..<4) },
    Check("ignoreOutput") { $0.upstream.ignoreOutput() },
    Check("handleEvents") { $0.upstream.handleEvents(receiveOutput: { _ in }) },
    Check("mapError") { $0.upstream.mapError { $0 } },
    Check("replaceError") { $0.upstream.map(\.number).replaceError(with: 0) },
    Check("replaceEmpty") { $0.upstream.map { Optional($0) }.replaceEmpty(with: nil) },
    Check("removeDuplicates, scan, removeDuplicates") {
        $0.upstream.removeDuplicates().scan(Value?.none) { $1 }.removeDuplicates()
    },
]

private let reductions = [
    Check("first") { $0.upstream.first() },
    Check("first(where:)") { $0.upstream.first { $0.number > 4 } },
    Check("last") { $0.upstream.last() },
    Check("last(where:)") { $0.upstream.last { $0.number > 2 } },
    Check("tryLast(where:)") { $0.upstream.tryLast { $0.number > 2 } },
    Check("max") { $0.upstream.max() },
    Check("min") { $0.upstream.min() },
    Check("max(by:)") { $0.upstream.max { $0.number % 5 < $1.number % 5 } },
    Check("tryMin(by:)") { $0.upstream.tryMin { $0.number % 5 < $1.number % 5 } },
    Check("reduce") { $0.upstream.reduce(Value?.none) { $1 } },
    Check("tryReduce") { $0.upstream.tryReduce(Value?.none) { $1 } },
    Check("collect") { $0.upstream.collect() },
    Check("collect(_:)") { $0.upstream.collect(2) },
    Check("count") { $0.upstream.count() },
    Check("contains(where:)") { $0.upstream.contains { $0.number > 90 } },
    Check("allSatisfy") { $0.upstream.allSatisfy { $0.number < 90 } },
    Check("first(orError:)") { $0.upstream.first(orError: Oops()) },
    Check("uncheckedMaybe") { $0.upstream.last().uncheckedMaybe() },
    Check("checkMaybe") { $0.upstream.checkMaybe() },
]

private let inputs = [
    Check("combineLatest") { $0.upstream.combineLatest($0.other) },
    Check("combineLatest of three") { $0.upstream.combineLatest($0.other, $0.upstream) },
    Check("zip") { $0.upstream.zip($0.other) },
    Check("zip of three") { $0.upstream.zip($0.other, $0.upstream) },
    Check("merge") { $0.upstream.merge(with: $0.other) },
    Check("append") { $0.upstream.prefix(2).append($0.other) },
    Check("prepend") { $0.upstream.prepend(Value($0)) },
    Check("flatMap") { stage in stage.upstream.flatMap { _ in stage.other.prefix(2) } },
    Check("flatMap(maxPublishers:)") { stage in
        stage.upstream.flatMap(maxPublishers: .max(1)) { _ in stage.other.first() }
    },
    Check("flatMap of Just") { $0.upstream.flatMap { Just($0).setFailureType(to: Oops.self) } },
    Check("flatMap of sequences") {
        $0.upstream.flatMap { [$0, $0].publisher.setFailureType(to: Oops.self) }
    },
    Check("switchToLatest") { stage in stage.upstream.map { _ in stage.other }.switchToLatest() },
    Check("catch") { stage in stage.upstream.catch { _ in stage.other } },
    Check("tryCatch") { stage in stage.upstream.tryCatch { _ in stage.other } },
    Check("retry") { $0.upstream.retry(2) },
    Check("drop(untilOutputFrom:)") { $0.upstream.drop(untilOutputFrom: $0.other) },
    Check("prefix(untilOutputFrom:)") { $0.upstream.prefix(untilOutputFrom: $0.other.dropFirst(2)) },
    Check("race") { $0.upstream.race(with: $0.other) },
    Check("ifEmpty(switchTo:)") { $0.upstream.ifEmpty(switchTo: $0.other) },
    Check("materialize") { $0.upstream.materialize() },
]

private let timed = [
    Check("debounce") { $0.upstream.debounce(for: 2, scheduler: $0.scheduler) },
    Check("throttle, latest") { $0.upstream.throttle(for: 4, scheduler: $0.scheduler, latest: true) },
    Check("throttle, first") { $0.upstream.throttle(for: 4, scheduler: $0.scheduler, latest: false) },
    Check("delay") { $0.upstream.delay(for: 2, scheduler: $0.scheduler) },
    Check("receive(on:)") { $0.upstream.receive(on: $0.scheduler) },
    Check("timeout") { $0.upstream.timeout(90, scheduler: $0.scheduler) },
    Check("measureInterval") { $0.upstream.measureInterval(using: $0.scheduler) },
    Check("collect(.byTime)") { $0.upstream.collect(.byTime($0.scheduler, 4)) },
    Check("collect(.byTimeOrCount)") { $0.upstream.collect(.byTimeOrCount($0.scheduler, 4, 2)) },
    Check("buffer, dropNewest") { $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) },
    Check("buffer, dropOldest") { $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
    Check("buffer, keepFull") { $0.upstream.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest) },
    Check("buffer, customError") {
        $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { Oops() })
    },
]

private let shared = [
    Check("share") { $0.upstream.share() },
    Check("share(replay:)") { $0.upstream.share(replay: 2) },
    Check("shareReplay") { $0.upstream.last().uncheckedMaybe().shareReplay() },
    Check("multicast") { $0.upstream.multicast { ValueStage.Source() }.autoconnect() },
    Check("preventCancellation") { $0.upstream.prefix(2).preventCancellation() },
]

private let stored = [
    Check("CurrentValueSubject") { stage in
        let subject = CurrentValueSubject<Value?, Oops>(nil)
        let feed = stage.upstream.sink(
            receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
        return subject.handleEvents(receiveCancel: feed.cancel)
    },
    Check("Property") { stage in
        Property(initial: Value?.none, then: stage.upstream.map { Optional($0) }.replaceError(with: nil))
            .allValues.setFailureType(to: Oops.self)
    },
    Check("Property.scan") { stage in
        Property(initial: Value?.none, then: stage.upstream.map { Optional($0) }.replaceError(with: nil))
            .scan(Value?.none) { $1 ?? $0 }.removeDuplicates().allValues
    },
    Check("Property.combineLatest") { stage in
        let property = Property(
            initial: Value?.none, then: stage.upstream.map { Optional($0) }.replaceError(with: nil))
        return property.combineLatest(property.map { $0?.number }).allValues
    },
    Check("MutableProperty") { stage in
        let property = MutableProperty(Value?.none)
        let feed = stage.upstream.sink(receiveCompletion: { _ in }, receiveValue: { property.value = $0 })
        return property.allValues.handleEvents(receiveCancel: feed.cancel)
    },
]
