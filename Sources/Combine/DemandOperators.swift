// The operators of `Subscribers.Demand`. The compiler looks operators up by their names, so the export of a type leaves its own out;
// those that a protocol of the standard library declares are found through the protocol. A module that imports `TraitsStreams` too
// sees both, and prefers the type's own.
public import TraitsStreams

@_disfavoredOverload @inlinable
public func + (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Subscribers.Demand { lhs + rhs }

@_disfavoredOverload @inlinable
public func + (lhs: Subscribers.Demand, rhs: Int) -> Subscribers.Demand { lhs + rhs }

@_disfavoredOverload @inlinable
public func += (lhs: inout Subscribers.Demand, rhs: Subscribers.Demand) { lhs += rhs }

@_disfavoredOverload @inlinable
public func += (lhs: inout Subscribers.Demand, rhs: Int) { lhs += rhs }

@_disfavoredOverload @inlinable
public func - (lhs: Subscribers.Demand, rhs: Subscribers.Demand) -> Subscribers.Demand { lhs - rhs }

@_disfavoredOverload @inlinable
public func - (lhs: Subscribers.Demand, rhs: Int) -> Subscribers.Demand { lhs - rhs }

@_disfavoredOverload @inlinable
public func -= (lhs: inout Subscribers.Demand, rhs: Subscribers.Demand) { lhs -= rhs }

@_disfavoredOverload @inlinable
public func -= (lhs: inout Subscribers.Demand, rhs: Int) { lhs -= rhs }

@_disfavoredOverload @inlinable
public func * (lhs: Subscribers.Demand, rhs: Int) -> Subscribers.Demand { lhs * rhs }

@_disfavoredOverload @inlinable
public func *= (lhs: inout Subscribers.Demand, rhs: Int) { lhs *= rhs }

@_disfavoredOverload @inlinable
public func == (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs == rhs }

@_disfavoredOverload @inlinable
public func == (lhs: Int, rhs: Subscribers.Demand) -> Bool { lhs == rhs }

@_disfavoredOverload @inlinable
public func != (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs != rhs }

@_disfavoredOverload @inlinable
public func != (lhs: Int, rhs: Subscribers.Demand) -> Bool { lhs != rhs }

@_disfavoredOverload @inlinable
public func < (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs < rhs }

@_disfavoredOverload @inlinable
public func < (lhs: Int, rhs: Subscribers.Demand) -> Bool { lhs < rhs }

@_disfavoredOverload @inlinable
public func <= (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs <= rhs }

@_disfavoredOverload @inlinable
public func <= (lhs: Int, rhs: Subscribers.Demand) -> Bool { lhs <= rhs }

@_disfavoredOverload @inlinable
public func > (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs > rhs }

@_disfavoredOverload @inlinable
public func > (lhs: Int, rhs: Subscribers.Demand) -> Bool { lhs > rhs }

@_disfavoredOverload @inlinable
public func >= (lhs: Subscribers.Demand, rhs: Int) -> Bool { lhs >= rhs }

@_disfavoredOverload @inlinable
public func >= (lhs: Int, rhs: Subscribers.Demand) -> Bool { lhs >= rhs }
