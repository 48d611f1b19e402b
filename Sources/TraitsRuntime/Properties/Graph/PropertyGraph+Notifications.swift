#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A call of observers that a thread makes after it has given up the writer lock.
@frozen @usableFromInline
struct _PropertyDelivery {
    @usableFromInline typealias Call = (AnyObject) -> Void

    @usableFromInline let object: AnyObject
    /// Captures nothing.
    @usableFromInline let call: Call

    @inlinable @inline(__always)
    init(_ object: AnyObject, _ call: @escaping Call) {
        self.object = object
        self.call = call
    }
}

/// The work of one thread that is done with no lock held: observers to call, nodes and objects to release.
final class _PropertyThread {
    /// The observers that it has yet to tell, in order.
    @exclusivity(unchecked) var deliveries: ContiguousArray<_PropertyDelivery> = []
    @exclusivity(unchecked) var isTelling = false
    /// Nodes to be taken out of the graph.
    @exclusivity(unchecked) var nodes: ContiguousArray<_GraphNode> = []
    /// Objects to release, which may run foreign code then.
    @exclusivity(unchecked) var objects: ContiguousArray<AnyObject> = []
    @exclusivity(unchecked) var isReclaiming = false

    /// The work of the running thread, which holds it.
    static var current: Unmanaged<_PropertyThread> {
        if let known = pthread_getspecific(key) { return .fromOpaque(known) }
        let new = Unmanaged.passRetained(_PropertyThread())
        pthread_setspecific(key, new.toOpaque())
        return new
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        #if canImport(Darwin)
            let status = pthread_key_create(&key) { Unmanaged<_PropertyThread>.fromOpaque($0).release() }
        #else
            let status = pthread_key_create(&key) { thread in
                if let thread { Unmanaged<_PropertyThread>.fromOpaque(thread).release() }
            }
        #endif
        precondition(status == 0, "there is no room for what is kept for each thread")
        return key
    }()
}

extension _PropertyGraph {
    /// Hands the observers that have a value to come to this thread. For the thread with the writer lock.
    ///
    /// A change that an observer makes is published synchronously, and its observers join the end of this thread's list:
    /// all observers are told of the first change before any is told of the second, but for an observer that changes its own
    /// property.
    ///
    /// - Returns: the thread, if it has to begin to tell them.
    func takeNotification() -> Unmanaged<_PropertyThread>? {
        let current = _PropertyThread.current
        return current._withUnsafeGuaranteedRef { thread in
            if thread.deliveries.isEmpty {
                swap(&thread.deliveries, &fresh)
            } else {
                thread.deliveries.append(contentsOf: fresh)
                fresh.removeAll(keepingCapacity: true)
            }
            if thread.isTelling { return nil }
            thread.isTelling = true
            return current
        }
    }

    /// Calls the observers that this thread has to tell, unless a call further up its stack does so. For a thread without
    /// the writer lock.
    @usableFromInline
    func tell() {
        _PropertyThread.current._withUnsafeGuaranteedRef { thread in
            if thread.isTelling { return }
            thread.isTelling = true
            thread.tell()
        }
    }
}

extension _PropertyThread {
    /// Calls the observers, with no lock held.
    func tell() {
        var told: ContiguousArray<_PropertyDelivery> = []
        while !deliveries.isEmpty {
            swap(&told, &deliveries)
            for index in told.indices {
                let call = told[index].call
                // The list holds it.
                let object = Unmanaged.passUnretained(told[index].object)
                object._withUnsafeGuaranteedRef { call($0) }
            }
            // Observers may be released here and run foreign code. It may make changes, as an observer may: they are told next.
            while told.popLast() != nil {}
            if told.capacity > 64 { told = [] }
        }
        isTelling = false
        if deliveries.capacity == 0 { swap(&told, &deliveries) }
    }
}
