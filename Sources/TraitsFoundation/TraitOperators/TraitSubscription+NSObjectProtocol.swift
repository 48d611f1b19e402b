#if !canImport(ObjectiveC)
    import Foundation

    /// Subscriptions that users subclass can be delegates of Foundation's classes, as those are that inherit from
    /// `NSObject`.
    extension TraitSubscriptionRoot: NSObjectProtocol {}
#endif
