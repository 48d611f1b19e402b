// Small trivial values, such as numbers. They fit into an atomic word, and so can be read without a lock.

@inlinable @inline(__always)
package func _isSmall<Value>(_ type: Value.Type) -> Bool { _isPOD(type) && MemoryLayout<Value>.size <= 8 }

@inlinable @inline(__always)
package func _bits<Value>(of value: Value) -> UInt64 {
    // Unprotected, because the pointer doesn't escape: a stack guard would cost time for each value.
    var bits: UInt64 = 0
    _withUnprotectedUnsafeMutablePointer(to: &bits) {
        UnsafeMutableRawPointer($0).storeBytes(of: value, as: Value.self)
    }
    return bits
}

@inlinable @inline(__always)
package func _value<Value>(of bits: UInt64, as type: Value.Type) -> Value {
    withUnsafeBytes(of: bits) { $0.loadUnaligned(as: type) }
}
