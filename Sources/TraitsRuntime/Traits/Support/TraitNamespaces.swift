/// The namespace of the publishers that belong to a trait: `Single`, `CheckSingle`, `AssertSingle`, `UncheckedSingle`, and
/// the same for each other trait, in this module or in yours.
public enum TraitPublishers {}

/// The namespace of the subscriptions that you subclass to wrap an asynchronous interface: `Single`, `Maybe`,
/// `Completable`, and one for each custom trait that has a single outcome.
///
/// A callback ends the job with the subscription's `promise`, which it can take along to any thread.
public enum TraitSubscriptions {}
