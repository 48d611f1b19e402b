/// What a type is known for: ``_Yes``, ``_No``, ``_Sometimes`` if it differs from value to value, ``_Depends`` if only a
/// static property tells.
///
/// A static property would tell as much, but too late for a client that is compiled for release. The compiler specialises
/// what a function calls before it knows which of its branches is taken; what was specialised is optimised, with all that
/// *it* calls, and then thrown away. Each operator of a chain multiplies that. A fact is an associated type, and the size of
/// a type is known at once.
///
/// So who chooses between two generic calls asks a fact. One that isn't stated leaves out what is faster, and is never
/// wrong.
public protocol _Fact {
    /// The same, if something else has to hold as well, which may or may not.
    associatedtype _Doubted: _Fact
}

@frozen public struct _No: _Fact {
    public typealias _Doubted = _No
}

@frozen public struct _Yes: _Fact {
    public typealias _Doubted = _Sometimes
    @usableFromInline let size: UInt8
}

@frozen public struct _Depends: _Fact {
    public typealias _Doubted = _Depends
    @usableFromInline let size: UInt16
}

@frozen public struct _Sometimes: _Fact {
    public typealias _Doubted = _Sometimes
    @usableFromInline let size: UInt32
}

extension _Fact {
    /// Whether it is so for all values.
    @_transparent
    public static var holds: Bool { MemoryLayout<Self>.size == MemoryLayout<_Yes>.size }

    /// Whether it is so for all values, with the property that tells where it depends on one.
    @_transparent
    public static func holds(_ property: @autoclosure () -> Bool) -> Bool {
        holds || MemoryLayout<Self>.size == MemoryLayout<_Depends>.size && property()
    }

    /// Whether it is so for some values, with the property that tells where it depends on one.
    @_transparent
    public static func mayHold(_ property: @autoclosure () -> Bool) -> Bool {
        holds(property()) || MemoryLayout<Self>.size == MemoryLayout<_Sometimes>.size
    }
}
