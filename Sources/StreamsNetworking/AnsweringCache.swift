#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import TraitsStreams

    /// A cache in front of a session's cache that reports when it has answered a task.
    ///
    /// It passes all calls on to the session's cache.
    final class AnsweringCache: URLCache, @unchecked Sendable {
        // Unchecked: `waiting` guards itself, and the other property is constant.

        private let cache: URLCache
        private let waiting = Guarded<[ObjectIdentifier: @Sendable () -> Void]>([:])

        private init(_ cache: URLCache) {
            self.cache = cache
            // The path leads through a file, so this cache has no folder.
            super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null/none")
        }

        private static let installation = TraitLock()

        /// Puts an answering cache in front of the session's cache.
        ///
        /// Off Apple's platforms `configuration` is the session's own, not a copy. The new cache retains the old cache, so a
        /// thread that reads the property meanwhile gets either of them.
        ///
        /// - Returns: the answering cache; `nil` if the session has no cache.
        static func installed(in session: URLSession) -> AnsweringCache? {
            installation.withLock {
                guard let cache = session.configuration.urlCache else { return nil }
                if let cache = cache as? AnsweringCache { return cache }
                let new = AnsweringCache(cache)
                session.configuration.urlCache = new
                return new
            }
        }

        /// Calls a closure when the cache has answered the task.
        func expect(_ task: URLSessionDataTask, _ answered: @escaping @Sendable () -> Void) {
            waiting.withLock { $0[ObjectIdentifier(task)] = answered }
        }

        /// Forgets the closure of a task that hasn't asked the cache.
        ///
        /// - Returns: a Boolean value that indicates whether there was a closure.
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

        // MARK: Forwarded calls

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
