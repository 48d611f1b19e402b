// What a type is known for: `_Yes`, `_No`, `_Sometimes` if it differs from value to value, `_Depends` if only a static
// property tells.
//
// A static property would tell as much, but too late for a client that is compiled for release. The compiler specialises
// what a function calls before it knows which of its branches is taken; what was specialised is optimised, with all that
// *it* calls, and then thrown away. Each operator of a chain multiplies that. A fact is an associated type, and the size of
// a type is known immediately.
//
// So code that chooses between two generic calls asks a fact. A fact that isn't stated leaves out what is faster, and
// is never wrong.
//
// The associated types have no constraint: for each conformance to a protocol there would be a function that finds how its
// type conforms to it.

@frozen public struct _No {}

@frozen public struct _Yes {
    @usableFromInline let size: UInt8
}

@frozen public struct _Sometimes {
    @usableFromInline let size: UInt16
}

@frozen public struct _Depends {
    @usableFromInline let size: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
}

/// The same, if something else has to hold as well, which may or may not. Its size is twice the other's.
@frozen public struct _Doubted<Fact> {
    @usableFromInline let one: Fact
    @usableFromInline let other: Fact
}

/// What a fact says.
@frozen public enum _Fact<Fact> {
    /// Whether it is so for all values.
    @_transparent
    public static var holds: Bool { MemoryLayout<Fact>.size == MemoryLayout<_Yes>.size }

    /// Whether it is so for all values, with the property that tells where it depends on one.
    @_transparent
    public static func holds(_ property: @autoclosure () -> Bool) -> Bool { holds || depends && property() }

    /// Whether it is so for some values, with the property that tells where it depends on one.
    @_transparent
    public static func mayHold(_ property: @autoclosure () -> Bool) -> Bool {
        MemoryLayout<Fact>.size != 0 && (!depends || property())
    }

    @_transparent
    @usableFromInline static var depends: Bool { MemoryLayout<Fact>.size >= MemoryLayout<_Depends>.size }
}
