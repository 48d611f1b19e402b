/// Where the publishers live that belong to a trait: `Single`, `CheckSingle`, `AssertSingle`, `UncheckedSingle`, and
/// the same for each other trait, in this module or in yours.
public enum TraitPublishers {}

/// Where the subscriptions live that you subclass to wrap an asynchronous interface: `Single`, `Maybe`,
/// `Completable`, and one for each trait of your own that has a single outcome.
///
/// A callback ends the job with the subscription's `promise`, which it can take along to any thread.
public enum TraitSubscriptions {}
