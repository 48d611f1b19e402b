// More forms of `_mainActorClosure`. The generated code has the form for closures of one argument that don't throw.

/// Turns a closure of the main actor without arguments into a closure that a publisher can call.
@inlinable
public func _mainActorClosure<Value, P>(
    of publisher: P.Type, _ closure: @escaping @MainActor () -> Value
) -> () -> Value {
    // The types differ in the actor alone, which is checked before each call.
    let call = unsafe unsafeBitCast(closure, to: (() -> Value).self)
    return {
        _mainActorLook(P.self)
        return call()
    }
}

/// Turns a closure of the main actor that may throw into a closure that a publisher can call.
@inlinable
public func _mainActorClosure<Input, Value, P>(
    of publisher: P.Type, _ closure: @escaping @MainActor (Input) throws -> Value
) -> (Input) throws -> Value {
    // The types differ in the actor alone, which is checked before each call.
    let call = unsafe unsafeBitCast(closure, to: ((Input) throws -> Value).self)
    return { input in
        _mainActorLook(P.self)
        return try call(input)
    }
}

/// Turns a closure of the main actor with two arguments into a closure that a publisher can call.
@inlinable
public func _mainActorClosure<First, Second, Value, P>(
    of publisher: P.Type, _ closure: @escaping @MainActor (First, Second) -> Value
) -> (First, Second) -> Value {
    let call = unsafe unsafeBitCast(closure, to: ((First, Second) -> Value).self)
    return { first, second in
        _mainActorLook(P.self)
        return call(first, second)
    }
}

/// Turns a closure of the main actor with two arguments that may throw into a closure that a publisher can call.
@inlinable
public func _mainActorClosure<First, Second, Value, P>(
    of publisher: P.Type, _ closure: @escaping @MainActor (First, Second) throws -> Value
) -> (First, Second) throws -> Value {
    let call = unsafe unsafeBitCast(closure, to: ((First, Second) throws -> Value).self)
    return { first, second in
        _mainActorLook(P.self)
        return try call(first, second)
    }
}

/// Stops the program unless the main actor is running here, as a publisher has promised.
@inlinable
func _mainActorLook<P>(_ publisher: P.Type) {
    _mainActorCheck(
        "\(publisher) has broken the promise of MainActorPublisher", file: #file, line: #line)
}
