/// What a wrapper shows in place of the subscriber it wraps.
@usableFromInline
enum _Reflection {
    /// How a subscriber describes itself, or else the name of its type: its insides are nobody's business.
    @usableFromInline
    static func description(of subscriber: Any) -> String {
        (subscriber as? any CustomStringConvertible)?.description ?? String(describing: type(of: subscriber))
    }

    /// The mirror a subscriber makes of itself, or else one without children.
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
