#if TRAITS_SCHEDULES
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    extension Schedule {
        /// The library's function that enqueues a job: a part of a task up to where it waits, or the turn of an actor.
        private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
        private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

        /// Runs jobs that a thread of a schedule gives to the pool on a thread of the same schedule.
        ///
        /// Each job gets a thread of its own, so all ready jobs may run concurrently, and the seed chooses the job that goes
        /// on. Jobs from other threads go to the pool as usual. The library has one variable for a function that receives jobs,
        /// and no declaration of it; it is found by its name.
        static let takesJobs: Void = {
            // RTLD_DEFAULT, which is a macro that Swift doesn't see: all loaded libraries.
            guard let place = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "swift_task_enqueueGlobal_hook")
            else { preconditionFailure("this concurrency library tells nobody of its jobs") }
            place.assumingMemoryBound(to: Hook?.self).pointee = { job, enqueue in
                if !Schedule.run(job) { enqueue(job) }
            }
        }()

        /// Runs a job on one more thread of this thread's schedule.
        ///
        /// - Returns: A Boolean value that indicates whether this thread is under a schedule.
        private static func run(_ job: UnownedJob) -> Bool {
            takePart { job.runSynchronously(on: nowhere) }
        }

        /// The executor of jobs that belong to no actor: two words that are zero.
        private static let nowhere = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    }
#endif
