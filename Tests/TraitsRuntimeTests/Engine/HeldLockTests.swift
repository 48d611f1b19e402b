#if TRAITS_COUNT_LOCKS
    import Testing

    @testable import TraitsRuntime
    @_spi(Proof) @testable import TraitsTesting

    /// In a build that counts locks, a call out under one of them stops the program.
    @Suite("Calls under a lock")
    struct HeldLockTests {
        private final class Holder {
            let lock = _Lock()

            /// Takes the lock and keeps it.
            func hold() { lock.lock() }
            func call(_ body: () -> Void) { lock.withLock(body) }
        }

        /// A class of a program's own, of which the library knows nothing.
        private final class Kept {}

        @Test func locksAreCounted() {
            let outer = _Lock()
            let inner = _Lock()
            outer.lock()
            let one = _HeldLocks.count
            inner.lock()
            let two = _HeldLocks.count
            inner.unlock()
            outer.unlock()
            #expect([one, two, _HeldLocks.count] == [1, 2, 0])
        }

        @Test func aSubscription() async {
            await #expect(processExitsWith: .failure) {
                let publisher = [1].publisher.dropFirst()
                Holder().hold()
                _ = publisher.sink { _ in }
            }
        }

        @Test func aValue() async {
            await #expect(processExitsWith: .failure) {
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.sink { _ in }
                Holder().hold()
                subject.send(1)
                cancellable.cancel()
            }
        }

        @Test func aCancellation() async {
            await #expect(processExitsWith: .failure) {
                let cancellable = PassthroughSubject<Int, Never>().sink { _ in }
                Holder().hold()
                cancellable.cancel()
            }
        }

        @Test func aRelease() async {
            await #expect(processExitsWith: .failure) {
                var cell: _Cell<Int>? = _Cell(1)
                Holder().hold()
                cell = nil
                _ = cell
            }
        }

        @Test func aClock() async {
            await #expect(processExitsWith: .failure) {
                let scheduler = TestScheduler()
                Holder().hold()
                _ = scheduler.now
            }
        }

        // The check at the start of each function of a test finds these.

        @Test func aClosure() async {
            await #expect(processExitsWith: .failure) {
                Holder().call {}
            }
        }

        @Test func theReleaseOfAnObject() async {
            await #expect(processExitsWith: .failure) {
                let lock = _Lock()
                var object: AnyObject? = Kept()
                lock.lock()
                object = nil
                _ = object
                lock.unlock()
            }
        }

        /// The same without the lock, or the tests above would prove nothing.
        @Test func underNoLockAllIsWell() async {
            await #expect(processExitsWith: .success) {
                var object: AnyObject? = Kept()
                object = nil
                _ = object
                _ = TestScheduler().now
                PassthroughSubject<Int, Never>().sink { _ in }.cancel()
            }
        }
    }
#endif
