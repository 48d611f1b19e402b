#if !canImport(ObjectiveC)
    import Foundation

    /// Custom subclasses of subscriptions can be delegates of Foundation's classes, as subclasses of `NSObject` can.
    extension TraitSubscriptionRoot: NSObjectProtocol {}
#endif
