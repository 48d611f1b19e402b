#if TRAITS_SCHEDULES
    import Dispatch
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif
    import TraitsRuntime

    /// Lets threads run one at a time, and chooses at each of their steps the thread that goes on. The same seed makes the same
    /// choices.
    ///
    /// A step is any act that another thread can notice: an operation on a lock or an atomic word of the runtime, an event that
    /// comes to a subscriber of a race, a pause between two sends. So two threads meet in a window of three instructions as
    /// often as in one of three thousand.
    ///
    /// Some seeds let a thread run for four steps on average before another takes its place, others for many. In one seed of
    /// four, every thread is equally likely to be chosen. In the others threads have ranks, and the highest thread that can run
    /// goes on until it loses its rank by lot; so one thread may stand still at one place while all others make progress. This
    /// finds more: a subject that lost an end in one seed of five hundred lost it in 16 with ranks for 6 without.
    ///
    /// Only the thread whose turn it is touches these properties.
    final class Schedule: @unchecked Sendable {
        /// A thread that takes part.
        final class Member {
            let schedule: Schedule
            /// A unique number, higher for threads that came later or have lost their rank.
            var rank: Int
            var isWaiting = false
            var isDone = false
            /// The number of times that it could not go on, and of steps since. Checking whether it can takes a step or two.
            var waits = 0
            var stepsSince = 0
            /// Set while a call must not be interrupted, see ``Schedule/withoutSteps(_:)``.
            var isUninterrupted = false
            /// The runtime's number for the thread; zero before it has begun.
            var thread: UInt = 0
            private let turn = DispatchSemaphore(value: 0)

            init(_ schedule: Schedule, rank: Int) {
                self.schedule = schedule
                self.rank = rank
            }

            func takeTurn() { turn.wait() }
            func giveTurn() { turn.signal() }
        }

        private var random: RaceRandom
        private let seed: UInt64
        /// The average number of steps before another thread goes on.
        private let pace: Int
        private let hasRanks: Bool
        private var members: [Member] = []
        private var lastRank = 0
        private var steps = 0
        /// The thread that gets the turn back after the next step of another thread.
        private var urgent: Member?
        /// The threads that run the jobs given to the pool.
        private var pool: [pthread_t] = []
        private let end = DispatchSemaphore(value: 0)

        init(seed: UInt64) {
            random = RaceRandom(seed, thread: 0)
            self.seed = seed
            pace = [4, 8, 16, 32][random.below(4)]
            hasRanks = random.chance(3, of: 4)
        }

        /// Runs the closures under a schedule: that of this thread, or a new schedule.
        static func run(_ bodies: [() -> Void], seed: UInt64) {
            installed
            takesJobs
            if let member = current {
                member.schedule.fork(bodies, from: member)
            } else {
                Schedule(seed: seed).start(bodies)
            }
        }

        private func start(_ bodies: [() -> Void]) {
            let threads = Threads.begin(join(bodies).map(\.body))
            // No thread has a turn: only this thread touches the state now, and no other does before the end.
            guard let first = next(after: nil) else { return }
            giveTurn(to: first)
            end.wait()
            Threads.join(threads + pool)
        }

        /// Runs closures on further threads, and waits for them.
        private func fork(_ bodies: [() -> Void], from member: Member) {
            let forked = join(bodies)
            let threads = Threads.begin(forked.map(\.body))
            while !forked.allSatisfy(\.member.isDone) { wait(member) }
            Threads.join(threads)
        }

        /// Runs a closure on one more thread of this thread's schedule. The schedule waits for it, this thread doesn't.
        ///
        /// - Returns: A Boolean value that indicates whether this thread is under a schedule.
        static func takePart(_ body: @escaping () -> Void) -> Bool {
            guard let schedule = current?.schedule else { return false }
            schedule.pool += Threads.begin(schedule.join([body]).map(\.body))
            return true
        }

        private func join(_ bodies: [() -> Void]) -> [(member: Member, body: () -> Void)] {
            bodies.map { body in
                lastRank += 1
                let member = Member(self, rank: lastRank)
                if hasRanks { members.sort { $0.rank < $1.rank } }
                // Its place is random as well.
                members.insert(member, at: random.below(members.count + 1))
                if hasRanks { for (rank, member) in members.enumerated() { member.rank = rank } }
                return (
                    member,
                    {
                        pthread_setspecific(Self.key, Unmanaged.passUnretained(member).toOpaque())
                        member.takeTurn()
                        member.thread = Threads.current
                        body()
                        self.leave(member)
                    }
                )
            }
        }

        private func leave(_ member: Member) {
            pthread_setspecific(Self.key, nil)
            member.isDone = true
            members.removeAll { $0 === member }
            guard let next = urgent ?? next(after: nil) else { return _ = end.signal() }
            giveTurn(to: next)
        }

        // MARK: - Steps

        /// Notes that the thread is about to do an act that others can notice.
        private func step(_ member: Member) {
            member.stepsSince += 1
            if member.stepsSince > 16 { member.waits = 0 }
            if member.isUninterrupted { return }
            steps += 1
            precondition(steps < 10_000_000, "schedule \(seed) comes to no end")
            if let urgent { return pass(from: member, to: urgent) }
            guard random.chance(1, of: pace) else { return }
            if hasRanks { demote(member) }
            pass(from: member)
        }

        /// Passes the turn, because the thread can't go on until another thread has acted.
        private func wait(_ member: Member) {
            (member.waits, member.stepsSince) = (member.waits + 1, 0)
            precondition(
                member.waits < 20_000,
                "the threads wait for each other in schedule \(seed), after \(steps) steps")
            member.isWaiting = true
            if hasRanks { demote(member) }
            // Other schedules may run beside this one, and share global state.
            if member.waits > 100 { sched_yield() }
            pass(from: member)
            member.isWaiting = false
        }

        /// Waits for a thread that holds a lock and releases it soon. If this thread must not be interrupted, only the owner
        /// goes on, by a step: any other thread might wait for a lock that this thread holds.
        private func wait(_ member: Member, for thread: UInt) {
            guard member.isUninterrupted else { return wait(member) }
            // There is none if the owner has released the lock since.
            guard let owner = members.first(where: { $0.thread == thread }) else { return _ = sched_yield() }
            urgent = member
            pass(from: member, to: owner)
        }

        private func demote(_ member: Member) {
            lastRank += 1
            member.rank = lastRank + members.count
        }

        private func pass(from member: Member) {
            if let next = next(after: member) { pass(from: member, to: next) }
        }

        private func pass(from member: Member, to next: Member) {
            if next === member { return }
            giveTurn(to: next)
            member.takeTurn()
        }

        private func giveTurn(to next: Member) {
            if next === urgent { urgent = nil }
            next.giveTurn()
        }

        /// Returns the thread that goes on. A waiting thread looks again now and then, or if no other thread can run.
        private func next(after member: Member?) -> Member? {
            let ready = members.filter { !$0.isWaiting }
            if ready.isEmpty || random.chance(1, of: 8) {
                let others = members.count > 1 ? members.filter { $0 !== member } : members
                return others.isEmpty ? nil : others[random.below(others.count)]
            }
            return hasRanks ? ready.min { $0.rank < $1.rank } : ready[random.below(ready.count)]
        }

        // MARK: - The running thread

        private static let key: pthread_key_t = {
            var key = pthread_key_t()
            precondition(pthread_key_create(&key, nil) == 0)
            return key
        }()

        private static var current: Member? {
            pthread_getspecific(key).map { Unmanaged<Member>.fromOpaque($0).takeUnretainedValue() }
        }

        private static let installed: Void = {
            _Schedules.waitFor = { thread in
                guard let member = current else { return }
                member.schedule.wait(member, for: thread)
            }
            _Schedules.isOn = { current != nil }
            _Schedules.step = { step() }
            _Schedules.wait = { canEnd in
                guard let member = current else { return true }
                // After so many waits no other thread is expected to act.
                if canEnd, member.waits > 1000 { return false }
                member.schedule.wait(member)
                return true
            }
        }()

        /// Takes a step of this thread, if it is under a schedule.
        static func step() {
            guard let member = current else { return }
            member.schedule.step(member)
        }

        /// Passes the turn until another thread has acted.
        ///
        /// - Returns: A Boolean value that indicates whether this thread is under a schedule.
        static func wait() -> Bool {
            guard let member = current else { return false }
            member.schedule.wait(member)
            return true
        }

        /// Runs a closure that holds a lock unknown to the schedule, such as that of a task that is being cancelled. If the
        /// thread stopped there, another thread could deadlock on that lock.
        static func withoutSteps(_ body: () -> Void) {
            guard let member = current, !member.isUninterrupted else { return body() }
            member.isUninterrupted = true
            body()
            member.isUninterrupted = false
        }
    }
#endif
