#if TRAITS_SCHEDULES
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    extension Schedule {
        /// What the concurrency library has to run, a part of a task up to where it waits, or the turn of an actor.
        private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
        private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

        /// Has whatever a thread of a schedule gives to the pool run on a thread of the same schedule.
        ///
        /// Each job gets a thread of its own, so all that are ready may run concurrently, and the seed chooses which
        /// one goes on. What other threads give to the pool goes there. The library has one variable for a function
        /// that is told of jobs, and no declaration of it; it is found by its name.
        static let takesJobs: Void = {
            // RTLD_DEFAULT, which is a macro that Swift doesn't see: all that is loaded.
            guard let place = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "swift_task_enqueueGlobal_hook")
            else { preconditionFailure("this concurrency library tells nobody of its jobs") }
            place.assumingMemoryBound(to: Hook?.self).pointee = { job, enqueue in
                if !Schedule.run(job) { enqueue(job) }
            }
        }()

        /// - Returns: whether this thread is under a schedule.
        private static func run(_ job: UnownedJob) -> Bool {
            takePart { job.runSynchronously(on: nowhere) }
        }

        /// The executor of what belongs to no actor: two words that are zero.
        private static let nowhere = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    }
#endif
