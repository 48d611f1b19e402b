/// The description and mirror that a wrapper shows for its subscriber.
@usableFromInline
enum _Reflection {
    /// Returns a subscriber's own description, or else the name of its type. Its properties stay hidden.
    @usableFromInline
    static func description(of subscriber: Any) -> String {
        (subscriber as? any CustomStringConvertible)?.description ?? String(describing: type(of: subscriber))
    }

    /// Returns a subscriber's custom mirror, or else a mirror without children.
    @usableFromInline
    static func mirror(of subscriber: Any) -> Mirror {
        (subscriber as? any CustomReflectable)?.customMirror
            ?? Mirror(subscriber, children: EmptyCollection())
    }

    @usableFromInline
    static func playgroundDescription(of subscriber: Any) -> Any {
        (subscriber as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription
            ?? description(of: subscriber)
    }
}
