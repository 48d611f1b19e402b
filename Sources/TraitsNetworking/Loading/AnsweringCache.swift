#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import TraitsRuntime

    /// A session's cache that tells when it has answered the question of a task.
    ///
    /// All calls are handed on to the cache that it stands for.
    final class AnsweringCache: URLCache, @unchecked Sendable {
        // Unchecked: `waiting` guards what changes.

        private let cache: URLCache
        private let waiting = Guarded<[ObjectIdentifier: @Sendable () -> Void]>([:])

        private init(_ cache: URLCache) {
            self.cache = cache
            // A path below a file: this cache has no folder of its own.
            super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null/none")
        }

        private static let installation = TraitLock()

        /// Puts an answering cache in front of the session's cache.
        ///
        /// Off Apple's platforms `configuration` is the session's own, not a copy. The old cache lives on in the new one, so
        /// a thread that reads the property meanwhile gets either.
        ///
        /// - Returns: nil if the session has no cache.
        static func installed(in session: URLSession) -> AnsweringCache? {
            installation.withLock {
                guard let cache = session.configuration.urlCache else { return nil }
                if let cache = cache as? AnsweringCache { return cache }
                let new = AnsweringCache(cache)
                session.configuration.urlCache = new
                return new
            }
        }

        /// Calls a closure when the task's question has been answered.
        func expect(_ task: URLSessionDataTask, _ answered: @escaping @Sendable () -> Void) {
            waiting.withLock { $0[ObjectIdentifier(task)] = answered }
        }

        /// Forgets the closure of a task that has asked nothing.
        ///
        /// - Returns: whether there was one.
        func forget(_ task: URLSessionDataTask) -> Bool {
            waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) } != nil
        }

        override func getCachedResponse(
            for dataTask: URLSessionDataTask,
            completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
        ) {
            let answered = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(dataTask)) }
            cache.getCachedResponse(for: dataTask) { response in
                completionHandler(response)
                answered?()
            }
        }

        // MARK: Handed on

        override func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
            cache.cachedResponse(for: request)
        }
        override func storeCachedResponse(_ response: CachedURLResponse, for request: URLRequest) {
            cache.storeCachedResponse(response, for: request)
        }
        override func storeCachedResponse(_ response: CachedURLResponse, for task: URLSessionDataTask) {
            cache.storeCachedResponse(response, for: task)
        }
        override func removeCachedResponse(for request: URLRequest) {
            cache.removeCachedResponse(for: request)
        }
        override func removeCachedResponse(for task: URLSessionDataTask) {
            cache.removeCachedResponse(for: task)
        }
        override func removeAllCachedResponses() { cache.removeAllCachedResponses() }
        override func removeCachedResponses(since date: Date) { cache.removeCachedResponses(since: date) }
        override var currentMemoryUsage: Int { cache.currentMemoryUsage }
        override var currentDiskUsage: Int { cache.currentDiskUsage }
        override var memoryCapacity: Int {
            get { cache.memoryCapacity }
            set { cache.memoryCapacity = newValue }
        }
        override var diskCapacity: Int {
            get { cache.diskCapacity }
            set { cache.diskCapacity = newValue }
        }
    }
#endif
