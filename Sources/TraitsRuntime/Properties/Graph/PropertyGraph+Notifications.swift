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
@usableFromInline
final class _PropertyThread {
    /// The graph with the lists of the change that this thread is inside of.
    @exclusivity(unchecked) var sessionRef: Unmanaged<_PropertyGraph>?
    /// The lane whose lock this thread has taken for its change.
    @exclusivity(unchecked) var laneRef: Unmanaged<_PropertyGraph>?
    /// Indicates whether this thread has taken all lanes for its change, or for a change of its host.
    @exclusivity(unchecked) var hasWorld = false
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

    var session: _PropertyGraph? {
        get { sessionRef?.takeUnretainedValue() }
        set { sessionRef = newValue.map { .passUnretained($0) } }
    }

    /// The graph with the lists of the change that the running thread is inside of.
    @usableFromInline
    static var session: Unmanaged<_PropertyGraph>? {
        guard let known = pthread_getspecific(key) else { return nil }
        return Unmanaged<_PropertyThread>.fromOpaque(known)._withUnsafeGuaranteedRef { $0.sessionRef }
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
    /// all observers are told of the first change before any is told of the second.
    ///
    /// - Returns: whether the thread has to begin to tell them.
    func takeNotification(_ thread: _PropertyThread) -> Bool {
        if thread.deliveries.isEmpty {
            swap(&thread.deliveries, &fresh)
        } else {
            thread.deliveries.append(contentsOf: fresh)
            fresh.removeAll(keepingCapacity: true)
        }
        if thread.isTelling { return false }
        thread.isTelling = true
        return true
    }

    /// Calls the observers that this thread has to tell, unless a call further up its stack does so. For a thread without
    /// the writer lock.
    @usableFromInline
    static func tell() {
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
        var index = 0
        while index < deliveries.count {
            let call = deliveries[index].call
            // The list holds it.
            let object = Unmanaged.passUnretained(deliveries[index].object)
            object._withUnsafeGuaranteedRef { call($0) }
            index += 1
        }
        var told: ContiguousArray<_PropertyDelivery> = []
        swap(&told, &deliveries)
        isTelling = false
        // Observers may be released here and run foreign code, which may make changes and tell others.
        while told.popLast() != nil {}
        if deliveries.capacity == 0 && index <= 64 { swap(&told, &deliveries) }
    }
}
