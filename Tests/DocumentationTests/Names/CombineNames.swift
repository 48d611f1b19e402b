/// The public types of Combine, as far as they are at the top level or in the namespace `Publishers`.
enum CombineNames {
    static let topLevel = names(
        """
        AnyCancellable AnyPublisher AnySubscriber AsyncPublisher AsyncThrowingPublisher Cancellable CombineIdentifier
        ConnectablePublisher CurrentValueSubject CustomCombineIdentifierConvertible Deferred Empty Fail Future
        ImmediateScheduler Just ObservableObject ObservableObjectPublisher PassthroughSubject Published Publisher
        Publishers Record Scheduler SchedulerTimeIntervalConvertible Subject Subscriber Subscribers Subscription
        Subscriptions TopLevelDecoder TopLevelEncoder
        """)

    static let publishers = names(
        """
        AllSatisfy AssertNoFailure Autoconnect Breakpoint Buffer BufferingStrategy Catch Collect CollectByCount
        CollectByTime CombineLatest CombineLatest3 CombineLatest4 CompactMap Comparison Concatenate Contains
        ContainsWhere Count Debounce Decode Delay Drop DropUntilOutput DropWhile Encode Filter First FirstWhere FlatMap
        HandleEvents IgnoreOutput Last LastWhere MakeConnectable Map MapError MapKeyPath MapKeyPath2 MapKeyPath3
        MeasureInterval Merge Merge3 Merge4 Merge5 Merge6 Merge7 Merge8 MergeMany Multicast Output PrefetchStrategy
        PrefixUntilOutput PrefixWhile Print ReceiveOn Reduce RemoveDuplicates ReplaceEmpty ReplaceError Retry Scan
        Sequence SetFailureType Share SubscribeOn SwitchToLatest Throttle TimeGroupingStrategy Timeout TryAllSatisfy
        TryCatch TryCompactMap TryComparison TryContainsWhere TryDropWhile TryFilter TryFirstWhere TryLastWhere TryMap
        TryPrefixWhile TryReduce TryRemoveDuplicates TryScan Zip Zip3 Zip4
        """)

    private static func names(_ text: String) -> Set<String> {
        Set(text.split { $0.isWhitespace }.map(String.init))
    }
}
