import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// Texts that people paste from programs, from the compiler and from the documentation of other libraries find their answer in
/// the shipped tables.
@Suite struct PastedTextTests {
    /// The shipped tables and the names beside them.
    private func finder() throws -> NameFinder {
        var contents = ["/package/Package.swift": ""]
        let sources = RenderFixture.root.appending(path: "Sources")
        let all = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        for case let file as URL in all ?? .init() where ["traits", "names"].contains(file.pathExtension) {
            let path = file.path.dropFirst(RenderFixture.root.path.count).drop { $0 == "/" }
            contents["/package/\(path)"] = try? String(contentsOf: file, encoding: .utf8)
        }
        let command = TraitgenCommand(files: MemoryFiles(contents), output: { _ in }, errors: { _ in })
        return try #require(try command.finder(Options([], known: []))).0
    }

    /// The texts, each with a word that must begin a line of its answer: the type of a row, a trait, or a part of a note.
    private static let texts = """
        Just<Int> -> Just
        Just<[String]> -> Just
        Empty<Never, MyError> -> Empty
        Fail<Int, URLError> -> Fail
        Future<Void, any Error> -> Future
        Result<Int, Error>.Publisher -> Result.Publisher
        Optional<Int>.Publisher -> Optional.Publisher
        Publishers.Filter<Just<Int>> -> Publishers.Filter
        Publishers.Zip<A, B> -> Publishers.Zip
        Publishers.Zip3<A, B, C> -> Publishers.Zip3
        Publishers.Map<Publishers.Filter<Just<Int>>, Int> -> Publishers.Map
        Publishers.CombineLatest<Just<Int>, PassthroughSubject<Int, Never>> -> Publishers.CombineLatest
        Publishers.FlatMap<AnyPublisher<Int, Never>, Just<Int>> -> Publishers.FlatMap
        Publishers.SwitchToLatest<Just<Int>, Publishers.Map<Just<Int>, Just<Int>>> -> Publishers.SwitchToLatest
        Publishers.Debounce<PassthroughSubject<String, Never>, DispatchQueue> -> Publishers.Debounce
        Publishers.ReceiveOn<Just<Int>, DispatchQueue> -> Publishers.ReceiveOn
        Publishers.Autoconnect<Timer.TimerPublisher> -> Publishers.Autoconnect
        Publishers.Share<AnyPublisher<Data, URLError>> -> Publishers.Share
        Publishers.MapError<URLSession.DataTaskPublisher, MyError> -> Publishers.MapError
        Publishers.Retry<Publishers.TryMap<URLSession.DataTaskPublisher, Data>> -> Publishers.Retry
        Publishers.HandleEvents<AnyPublisher<Int, Never>> -> Publishers.HandleEvents
        TraitsRuntime.Publishers.Filter<Upstream> -> Publishers.Filter
        Combine.Publishers.Merge<A, B> -> Publishers.Merge
        OpenCombine.Publishers.Drop<Upstream> -> Publishers.Drop
        Combine.Just<Swift.Int> -> Just
        TraitsRuntime.TraitPublishers.Race<A, B> -> TraitPublishers.Race
        TraitPublishers.FirstOrError<Just<Int>> -> TraitPublishers.FirstOrError
        AnyPublisher<Int, Never> -> AnyPublisher
        AnyPublisher<[String: [Int]], any Swift.Error> -> AnyPublisher
        PassthroughSubject<(Int, String), Never> -> PassthroughSubject
        CurrentValueSubject<Int?, Never> -> CurrentValueSubject
        Published<Int>.Publisher -> Published.Publisher
        ObservableObjectPublisher -> ObservableObjectPublisher
        Deferred<Future<Int, Never>> -> Deferred
        Record<Int, Never> -> Record
        Publishers.Sequence<[Int], Never> -> Publishers.Sequence
        SinglePublisher -> SinglePublisher
        MaybePublisher -> MaybePublisher
        CompletablePublisher -> CompletablePublisher
        ImmediatePublisher -> ImmediatePublisher
        SharedPublisher -> SharedPublisher
        MainActorPublisher -> MainActorPublisher
        some SinglePublisher<Int, Never> -> SinglePublisher
        any MaybePublisher<String, Error> -> MaybePublisher
        some SinglePublisher<Int, Never> & MainActorPublisher -> MainActorPublisher
        AnySinglePublisher<Int, Error> -> SinglePublisher
        AnyMaybePublisher<Int, Never> -> MaybePublisher
        AnyCompletablePublisher<Never> -> CompletablePublisher
        AnyMainActorSinglePublisher<Int, Error> -> MainActorPublisher
        AnySharedSinglePublisher<Int, Error> -> SinglePublisher
        TraitsRuntime.AnySinglePublisher<Swift.String, any Swift.Error> -> SinglePublisher
        Just(1) -> Just
        Just(1).map { $0 } -> Publishers.Map
        Just(1).filter { $0 > 1 && $0 < 4 }.first() -> Publishers.First
        Just<Int>(1).filter { $0 > 0 } -> Publishers.Filter
        Publishers.Filter<Just<Int>>(upstream: Just(1)) { $0 > 0 } -> Publishers.Filter
        Publishers.Zip(a, b).first() -> Publishers.Zip
        Publishers.MergeMany(publishers) -> Publishers.MergeMany
        subject.debounce(for: .seconds(1), scheduler: queue) -> Publishers.Debounce
        subject.removeDuplicates().sink { print($0) } -> Publishers.RemoveDuplicates
        a.combineLatest(b, c) -> Publishers.CombineLatest3
        a.merge(with: b) -> Publishers.Merge
        Empty<Int, Never>(completeImmediately: false) -> Empty
        Fail<Int, MyError>(error: .one) -> Fail
        Future<Int, Never> { promise in promise(.success(1)) } -> Future
        Deferred { Just(1) } -> Deferred
        [1, 2, 3].publisher.collect() -> Publishers.Collect
        names.publisher.flatMap(maxPublishers: .max(1)) { load($0) } -> Publishers.FlatMap
        pipeline.retry(3) -> Publishers.Retry
        pipeline.replaceError(with: []) -> Publishers.ReplaceError
        pipeline.timeout(.seconds(1), scheduler: main) -> Publishers.Timeout
        pipeline.share(replay: 1) -> MorePublishers.ShareReplay
        pipeline.first(orError: Missing()) -> TraitPublishers.FirstOrError
        filter -> Publishers.Filter
        .filter -> Publishers.Filter
        filter(_:) -> Publishers.Filter
        .filter(_:) -> Publishers.Filter
        filter() -> Publishers.Filter
        .filter { $0 } -> Publishers.Filter
        Publisher.filter(_:) -> Publishers.Filter
        Publisher/filter(_:) -> Publishers.Filter
        ``Publisher/filter(_:)`` -> Publishers.Filter
        `filter(_:)` -> Publishers.Filter
        first(where:) -> Publishers.FirstWhere
        removeDuplicates(by:) -> Publishers.RemoveDuplicates
        debounce(for:scheduler:options:) -> Publishers.Debounce
        throttle(for:scheduler:latest:) -> Publishers.Throttle
        flatMap(maxPublishers:_:) -> Publishers.FlatMap
        switchToLatest() -> Publishers.SwitchToLatest
        .switchToLatest() -> Publishers.SwitchToLatest
        prefix(untilOutputFrom:) -> Publishers.PrefixUntilOutput
        drop(untilOutputFrom:) -> Publishers.DropUntilOutput
        collect(_:options:) -> Publishers.CollectByTime
        receive(on:) -> Publishers.ReceiveOn
        subscribe(on:options:) -> Publishers.SubscribeOn
        measureInterval(using:options:) -> Publishers.MeasureInterval
        eraseToAnyPublisher() -> AnyPublisher
        makeConnectable() -> Publishers.MakeConnectable
        multicast(subject:) -> Publishers.Multicast
        $published -> Published.Publisher
        assertNoFailure(_:file:line:) -> Publishers.AssertNoFailure
        setFailureType(to:) -> Publishers.SetFailureType
        tryMap -> Publishers.TryMap
        tryCatch -> Publishers.TryCatch
        allSatisfy -> Publishers.AllSatisfy
        replaceNil(with:) -> Publishers.Map
        withLatestFrom -> MorePublishers.WithLatestFrom
        withLatestFrom(_:) -> MorePublishers.WithLatestFrom
        groupBy -> GroupedPublisher
        pairwise() -> MorePublishers.Pairwise
        zipSingle() -> TraitPublishers.ZipSingle
        materialize() -> TraitPublishers.Materialize
        type 'Publishers.Filter<Just<Int>>' does not conform to protocol 'SinglePublisher' -> Publishers.Filter
        error: type 'Publishers.Filter<Just<Int>>' does not conform to protocol 'SinglePublisher' -> SinglePublisher
        instance method 'sinkSingle(receive:)' requires that 'Publishers.CompactMap<Just<Int>, Int>' conform to 'SinglePublisher' -> Publishers.CompactMap
        return type of 'f' requires that 'Publishers.Merge<Just<Int>, Just<Int>>' conform to 'MaybePublisher' -> Publishers.Merge
        main.swift:3:5: error: cannot convert return expression of type 'Publishers.Scan<Just<Int>, Int>' to return type 'AnySinglePublisher<Int, Never>' -> Publishers.Scan
        cannot convert value of type 'AnyPublisher<Int, Never>' to specified type 'AnySinglePublisher<Int, Never>' -> AnyPublisher
        protocol 'ImmediatePublisher' requires nested type 'Output' -> ImmediatePublisher
        note: candidate requires that 'Publishers.Append<A>' conform to 'MaybePublisher' -> MaybePublisher
        value of type 'Publishers.Drop<Just<Int>>' has no member 'value' -> Publishers.Drop
        generic parameter 'Upstream' of 'Publishers.Timeout<Upstream, Context>' could not be inferred -> Publishers.Timeout
        referencing instance method 'value()' on 'Publisher' requires that 'Publishers.Last<PassthroughSubject<Int, Never>>' conform to 'SinglePublisher' -> Publishers.Last
        ambiguous use of 'flatMap' -> Publishers.FlatMap
        value of type `Publishers.Buffer<Just<Int>>` -> Publishers.Buffer
        \u{2018}Publishers.Delay<Just<Int>, DispatchQueue>\u{2019} is not a single -> Publishers.Delay
        \u{201C}Publishers.Catch\u{201D} -> Publishers.Catch
        Observable.amb -> TraitPublishers.Race
        Observable.just -> Just
        Observable.of -> Just
        Observable.from -> Publishers.Sequence
        Observable<Int>.empty() -> Empty
        Observable.never() -> Empty
        Observable.error(e) -> Fail
        Observable.create -> Future
        Observable.deferred -> Deferred
        Observable.concat -> Publishers.Concatenate
        observable.distinctUntilChanged() -> Publishers.RemoveDuplicates
        .distinctUntilChanged() -> Publishers.RemoveDuplicates
        .startWith(1) -> Publishers.Concatenate
        .takeUntil(trigger) -> Publishers.PrefixUntilOutput
        .take(3) -> Publishers.Output
        .skip(1) -> Publishers.Drop
        .skipUntil(other) -> Publishers.DropUntilOutput
        .takeWhile { $0 } -> Publishers.PrefixWhile
        .skipWhile { $0 } -> Publishers.DropWhile
        .elementAt(2) -> Publishers.Output
        .observeOn(MainScheduler.instance) -> Publishers.ReceiveOn
        .observe(on: MainScheduler.instance) -> Publishers.ReceiveOn
        .catchAndReturn([]) -> Publishers.ReplaceError
        .catchErrorJustReturn(0) -> Publishers.ReplaceError
        .toArray() -> Publishers.Collect
        .ignoreElements() -> Publishers.IgnoreOutput
        .doOnNext { print($0) } -> Publishers.HandleEvents
        .asObservable() -> AnyPublisher
        .bufferTime(100) -> Publishers.CollectByTime
        .buffer(timeSpan: t, count: 3, scheduler: s) -> Publishers.Buffer
        .refCount() -> Publishers.Share
        .connectable() -> Publishers.MakeConnectable
        .switchLatest() -> Publishers.SwitchToLatest
        .flatMapLatest { search($0) } -> map
        flatMapLatest -> Properties.FlatMap
        switchMap -> Properties.FlatMap
        switchMap(x => f(x)) -> map
        mergeMap -> Publishers.FlatMap
        concatMap -> Publishers.FlatMap
        exhaustMap -> flatMapFirst
        flatMapFirst -> flatMapFirst
        debounceTime(300) -> Publishers.Debounce
        throttleTime(300) -> Publishers.Throttle
        audit -> Publishers.Throttle
        bufferCount(3) -> Publishers.CollectByCount
        defaultIfEmpty(1) -> Publishers.ReplaceEmpty
        throwIfEmpty -> TraitPublishers.FailIfEmpty
        switchIfEmpty -> TraitPublishers.SwitchIfEmpty
        forkJoin -> TraitPublishers.ZipSingle
        retryWhen -> TraitPublishers.RetryWhen
        takeLast(2) -> MorePublishers.TakeLast
        withLatestFrom(other) -> MorePublishers.WithLatestFrom
        combineLatestWith(b) -> Publishers.CombineLatest
        mergeWith(b) -> Publishers.Merge
        zipWith(b) -> Publishers.Zip
        BehaviorSubject -> CurrentValueSubject
        BehaviorSubject<Int> -> CurrentValueSubject
        BehaviorRelay<Int> -> CurrentValueRelay
        PublishSubject<Void>() -> PassthroughSubject
        PublishRelay -> PassthroughRelay
        ReplaySubject<Int> -> ReplaySubject
        StateFlow<Int> -> CurrentValueSubject
        MutableStateFlow -> CurrentValueSubject
        SharedFlow<String> -> PassthroughSubject
        SignalProducer<Int, Never>(value: 1) -> Just
        Flux.just -> Just
        Mono.justOrEmpty -> Optional.Publisher
        Mono.fromCallback -> Future
        Flow.conflate() -> Publishers.Buffer
        flow.mapNotNull { it } -> Publishers.CompactMap
        flow.runningFold(0) { a, b -> a + b } -> Publishers.Scan
        flow.shareIn(scope) -> Publishers.Share
        flow.flowOn(Dispatchers.IO) -> Publishers.SubscribeOn
        flow.onEach { } -> Publishers.HandleEvents
        producer.skipRepeats() -> Publishers.RemoveDuplicates
        producer.combinePrevious() -> Properties.CombinePrevious
        adjacentPairs() -> MorePublishers.Pairwise
        producer.flatMapError { } -> Publishers.Catch
        producer.promoteError() -> Publishers.SetFailureType
        producer.attemptMap { } -> Publishers.TryMap
        distinct -> uniqueValues
        disposed(by: bag) -> store
        DisposeBag -> store
        MainScheduler -> DispatchQueue.main
        subscribe(onNext:) -> sink
        Single -> some SinglePublisher
        finally -> doFinally
        interval -> Timer.publish
        """

    @Test(arguments: [
        ("single.map.filter", ["single", "map", "filter"]),
        ("Just.map.first", ["Just", "map", "first"]),
        ("Publishers.Filter", ["Publishers.Filter"]),
        ("Timer.publish", ["Timer.publish"]),
        ("Flow.conflate", ["Flow.conflate"]),
    ])
    func `a chain without brackets has the names of its calls`(text: String, names: [String]) {
        #expect(PastedText(text).names == names)
    }

    @Test func `a pasted text finds its answer`() throws {
        let cases = Self.texts.split(separator: "\n").map { line in
            let parts = line.split(separator: " -> ").map(String.init)
            return [parts.dropLast().joined(separator: " -> "), parts.last ?? ""]
        }
        #expect(cases.count >= 200)
        let finder = try finder()
        for line in cases {
            let answers = PastedText(line[0]).names.map(finder.answer)
            let found = answers.flatMap { $0.rows.map(\.row.type) + $0.traits.map(\.name) + $0.forms }
            #expect(
                found.contains { $0 == line[1] || $0.hasPrefix("`") && $0.contains(line[1]) },
                "\(line[0]): \(found)")
        }
        for text in ["Nope", "", "<", "''", "'", "Filter<", "`", "((((", "Int"] {
            #expect(PastedText(text).names.allSatisfy { finder.answer(to: $0).isEmpty }, "\(text)")
        }
        #expect(finder.nearest(to: "Publishers.Fliter") == "Publishers.Filter")
    }
}
