/// Stores a new value in a place, and returns the old value for its release.
///
/// The release of a client's object is a call: its `deinit` may send into the stream that releases it. After an assignment, and
/// also after a `swap`, the optimizer may release the old value *before* it stores the new one, since an ordinary store is no
/// use of the old value. The `deinit` would then find its own object in the place. Here the old value is used after the store,
/// so its release follows.
@inlinable @inline(__always) @discardableResult
package func _replace<Value>(_ place: inout Value, with value: consuming Value) -> Value {
    swap(&place, &value)
    extendLifetime(value)
    return value
}
