#if TRAITS_COUNT_LOCKS
    import Testing

    @testable import TraitsRuntime

    /// In a build that counts locks, a call out under one of them stops the program.
    @Suite("Calls under a lock")
    struct HeldLockTests {
        private final class Holder {
            let lock = _Lock()
            func whileHeld(_ body: () -> Void) { lock.withLock(body) }
            func unlocked(_ body: () -> Void) { lock.withLock { lock.unlocked(1) { _ in body() } } }
        }

        @Test func locksAreCounted() {
            #expect(_HeldLocks.count == 0)
            Holder().whileHeld {
                #expect(_HeldLocks.count == 1)
                Holder().whileHeld { #expect(_HeldLocks.count == 2) }
            }
            Holder().unlocked { #expect(_HeldLocks.count == 0) }
            #expect(_HeldLocks.count == 0)
        }

        @Test func aSubscription() async {
            await #expect(processExitsWith: .failure) { Holder().whileHeld { _ = Just(1).sink { _ in } } }
        }

        @Test func aValue() async {
            await #expect(processExitsWith: .failure) {
                let subject = PassthroughSubject<Int, Never>()
                let cancellable = subject.sink { _ in }
                Holder().whileHeld { subject.send(1) }
                cancellable.cancel()
            }
        }

        @Test func aCancellation() async {
            await #expect(processExitsWith: .failure) {
                let cancellable = PassthroughSubject<Int, Never>().sink { _ in }
                Holder().whileHeld { cancellable.cancel() }
            }
        }

        @Test func aRelease() async {
            await #expect(processExitsWith: .failure) {
                var cell: _Cell<Int>? = _Cell(1)
                Holder().whileHeld { cell = nil }
                _ = cell
            }
        }
    }
#endif
