/// The way in which a scripted publisher treats demand, and events in the middle of its own events.
@_spi(Proof) public enum ScriptHabit: Hashable {
    /// It sends the values that are due as soon as they are asked for, inside of the request.
    case prompt
    /// It sends events inside of its own events, as a subject does.
    case sendsInside
    /// It answers each request at the next tick, when the call that asked has returned.
    case answersLate
    /// It sends each value in its time, although it hasn't been asked for.
    case ignoresDemand
    /// It sends on the thread that drives it, one event at a time; requests and cancellations come from any thread.
    case isDriven
    /// It sends events inside of its own events, as a subject does, drops values that aren't asked for, and is over before it
    /// sends its end.
    case asSubject

    /// Indicates whether events may come inside of other events.
    var nests: Bool { self == .sendsInside || self == .asSubject }
}
