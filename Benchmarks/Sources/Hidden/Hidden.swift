import TraitsRuntime

// What a module gives away without its types. A client's compiler sees neither the chain nor the closures in it, so it
// can make nothing special of what it puts behind that. (Through a short function that returns `some Publisher` it does
// see, in a release build.)

public func hidden(_ source: PassthroughSubject<Int, Never>) -> any Publisher<Int, Never> {
    source.map { $0 * 3 }.filter { $0 & 1 == 0 }
}

/// The same behind an opaque type, in a function that no client's compiler looks into.
@inline(never)
public func opaque(_ source: PassthroughSubject<Int, Never>) -> some Publisher<Int, Never> {
    source.map { $0 * 3 }.filter { $0 & 1 == 0 }
}

/// A helper as programs have them: it is compiled once, for publishers of any type.
public func incremented<P: Publisher<Int, Never>>(_ publisher: P) -> Publishers.Map<P, Int> {
    publisher.map { $0 + 1 }
}
