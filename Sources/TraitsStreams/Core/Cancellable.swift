/// An activity that can be stopped before its end.
public protocol Cancellable {
    /// Stops the activity. Safe to call more than once.
    func cancel()
}

extension Cancellable {
    /// Keeps this cancellable in a collection, so that it lives as long as the collection does.
    ///
    /// - Parameter collection: the collection to append to.
    @inlinable
    public func store<C: RangeReplaceableCollection>(in collection: inout C)
    where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this cancellable in a set, so that it lives as long as the set does.
    ///
    /// - Parameter set: the set to insert into.
    @inlinable
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
