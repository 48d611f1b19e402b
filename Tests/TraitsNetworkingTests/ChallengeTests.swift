import Foundation
import Testing
import TraitsNetworking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server asks for a credential. Foundation before 6.3.2 forgets such a task, unless a delegate has a credential.
@Suite("Challenges")
struct ChallengeTests {
    final class Answering: NSObject, URLSessionTaskDelegate {
        let disposition: URLSession.AuthChallengeDisposition
        let user: String?

        init(_ disposition: URLSession.AuthChallengeDisposition, user: String? = nil) {
            self.disposition = disposition
            self.user = user
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            completionHandler(
                disposition, user.map { URLCredential(user: $0, password: "", persistence: .none) })
        }
    }

    /// The status of the answer, a value.
    private func status(_ path: String, _ delegate: Answering?) async throws -> Int? {
        let server = try LoopbackServer()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        var statuses: [Int?] = []
        for try await (_, response) in session.dataTaskPublisher(for: server.url(path)).values {
            statuses.append((response as? HTTPURLResponse)?.statusCode)
        }
        #expect(statuses.count == 1)
        return statuses.first ?? nil
    }

    @Test(.timeLimit(.minutes(60)))
    func aRefusalIsTheAnswerWithoutADelegate() async throws {
        #expect(try await status("/private", nil) == 401)
    }

    @Test(
        .timeLimit(.minutes(60)),
        arguments: [
            URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace,
            .useCredential,
        ])
    func aRefusalIsTheAnswerToADelegateWithoutACredential(
        _ disposition: URLSession.AuthChallengeDisposition
    ) async throws {
        #expect(try await status("/private", Answering(disposition)) == 401)
    }

    @Test(.timeLimit(.minutes(60)))
    func aDelegateAnswersTheChallenge() async throws {
        #expect(try await status("/private", Answering(.useCredential, user: "user")) == 200)
    }

    @Test(.timeLimit(.minutes(60)))
    func aDelegateCancelsTheRequest() async throws {
        let error = await #expect(throws: URLError.self) {
            try await status("/private", Answering(.cancelAuthenticationChallenge))
        }
        #expect(error?.code == .cancelled)
    }

    @Test(.timeLimit(.minutes(60)))
    func theTaskLeavesTheSession() async throws {
        let server = try LoopbackServer()
        let session = URLSession(configuration: .ephemeral)
        for try await _ in session.dataTaskPublisher(for: server.url("/private")).values {}
        // The task ends on another thread.
        while await !tasks(session).isEmpty { await Task.yield() }
        session.finishTasksAndInvalidate()
    }

    private func tasks(_ session: URLSession) async -> [URLSessionTask] {
        await withCheckedContinuation { done in session.getAllTasks { done.resume(returning: $0) } }
    }

    /// The delegate of a task takes redirects on another path of Foundation, which adds no cookies.
    @Test(.timeLimit(.minutes(60)))
    func aRedirectKeepsCookies() async throws {
        let server = try LoopbackServer()
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        var bodies: [String] = []
        for try await (data, _) in session.dataTaskPublisher(for: server.url("/cookie")).values {
            bodies.append(String(decoding: data, as: UTF8.self))
        }
        #expect(bodies == ["a=b"])
    }
}
