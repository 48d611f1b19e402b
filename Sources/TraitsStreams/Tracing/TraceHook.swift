import Synchronization

/// The address of the installed recorder, which each subscription to a publisher with a name looks at.
///
/// A recorder is never released: a thread may still call it after it has been removed.
public enum _TraceHook {
    #if DEBUG || TRAITS_SANITIZED
        @usableFromInline static let atomic = Atomic<Int>(0)

        /// A Boolean value that indicates whether no recorder is installed.
        @inlinable @inline(__always)
        package static var isOff: Bool { atomic.load(ordering: .relaxed) == 0 }

        private static var address: Int {
            get { atomic.load(ordering: .acquiring) }
            set { atomic.store(newValue, ordering: .releasing) }
        }
    #else
        // Clients know the address of an integer; for that of an `Atomic` they would call a function. The thread sanitizer takes
        // this way to the address for a change of the integer, so its builds have the other one.
        @exclusivity(unchecked)
        @usableFromInline nonisolated(unsafe) static var integer = 0

        /// A Boolean value that indicates whether no recorder is installed.
        @inlinable @inline(__always)
        package static var isOff: Bool { atomic.pointee.load(ordering: .relaxed) == 0 }

        private static var address: Int {
            get { atomic.pointee.load(ordering: .acquiring) }
            set { atomic.pointee.store(newValue, ordering: .releasing) }
        }

        // An atomic integer has the layout of an integer.
        @inlinable @inline(__always)
        static var atomic: UnsafePointer<Atomic<Int>> {
            withUnsafeMutablePointer(to: &integer) {
                UnsafeRawPointer($0).assumingMemoryBound(to: Atomic<Int>.self)
            }
        }
    #endif

    /// The recorder that is installed.
    package static var recorder: _TraceRecorder? {
        UnsafeRawPointer(bitPattern: address).map {
            Unmanaged<_TraceRecorder>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Installs a recorder in place of the present one, or removes it.
    ///
    /// - Parameter recorder: a recorder that lives as long as the program.
    public static func install(_ recorder: _TraceRecorder?) {
        address = recorder.map { Int(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    }
}
