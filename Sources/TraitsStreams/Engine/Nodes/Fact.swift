// Facts about a type, each with an answer: `_Yes`, `_No`, `_Sometimes` if values of the type differ, `_Depends` if only a
// static property tells.
//
// A static property would tell as much, but too late for a client's release build. The compiler specialises the callees of
// a function before it knows which branch is taken. It then optimises the specialised code, with all of its callees,
// and throws it away. Each operator of a chain multiplies that work. A fact is an associated type, and the compiler
// knows the size of a type immediately.
//
// So code that chooses between two generic calls asks a fact. Most facts are `_No` unless stated: the code takes the slower path
// then, which is always correct.
//
// The associated types have no constraint: otherwise each conformance to a protocol would add a function that finds the
// conformance of its type.

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

/// A fact that also requires a condition that may not hold. Its size is twice the other fact's.
@frozen public struct _Doubted<Fact> {
    @usableFromInline let one: Fact
    @usableFromInline let other: Fact
}

/// The answers of a fact.
@frozen public enum _Fact<Fact> {
    /// Indicates whether the fact holds for all values.
    @_transparent
    public static var holds: Bool { MemoryLayout<Fact>.size == MemoryLayout<_Yes>.size }

    /// Returns whether the fact holds for all values. If it depends on a static property, the property decides.
    @_transparent
    public static func holds(_ property: @autoclosure () -> Bool) -> Bool { holds || depends && property() }

    /// Returns whether the fact holds for some values. If it depends on a static property, the property decides.
    @_transparent
    public static func mayHold(_ property: @autoclosure () -> Bool) -> Bool {
        MemoryLayout<Fact>.size != 0 && (!depends || property())
    }

    @_transparent
    @usableFromInline static var depends: Bool { MemoryLayout<Fact>.size >= MemoryLayout<_Depends>.size }
}
