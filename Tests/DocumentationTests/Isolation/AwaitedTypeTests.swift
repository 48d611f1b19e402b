import Testing

/// The errors that each way to await a publisher throws, as the compiler sees them.
@Suite("Types of awaited publishers", .compiling, .waiting)
struct AwaitedTypeTests {
    /// What each getter throws, for each kind of single: the function says it, and nothing is left to catch.
    private static let typed = [
        "func f(_ s: AnySinglePublisher<Int, Never>) async throws(CancellationError) -> Int { try await s.value }",
        "func f(_ s: some SinglePublisher<Int, Never>) async throws(CancellationError) -> Int { try await s.value }",
        "func f(_ s: any SinglePublisher<Int, Never>) async throws(CancellationError) -> Int { try await s.value }",
        "func f(_ s: some SinglePublisher<Int, Never> & SharedPublisher<Int, Never>) async throws(CancellationError) -> Int { try await s.value }",
        "func f(_ s: AnyMainActorSinglePublisher<Int, Never>) async throws(CancellationError) -> Int { try await s.value }",
        "func f(_ s: AnySharedSinglePublisher<Int, Never>) async throws(CancellationError) -> Int { try await s.value }",
        "func f<P: SinglePublisher>(_ s: P) async throws(CancellationError) -> P.Output where P.Failure == Never { try await s.value }",
        "func f(_ s: DeferredFutureSingle<Int, Never>) async throws(CancellationError) -> Int { try await s.map { $0 }.value }",
        "func f() async throws(CancellationError) -> Int { try await Just(1).receive(on: ImmediateScheduler.shared).value }",
        "func f(_ s: AnySinglePublisher<Int, Lost>) async throws -> Int { try await s.value }",
        "func f(_ s: some SinglePublisher<Int, Lost>) async throws -> Int { try await s.value }",
        "func f(_ s: AnySinglePublisher<Int, any Error>) async throws -> Int { try await s.value }",
        "func f<P: SinglePublisher>(_ s: P) async throws -> P.Output { try await s.value }",
        "func f(_ s: AnySinglePublisher<Int, Lost>) async throws(Lost) -> Int { try await s.value(onCancel: Lost()) }",
        "func f() async -> Int { await Just(1).value }",
        "func f() async -> Int { await Just(1).map { $0 + 1 }.value }",
        "func f() async -> Int { await Just(1).zip(Just(2)) { $0 + $1 }.value }",
        "func f(_ s: some SinglePublisher<Int, Never> & ImmediatePublisher<Int, Never>) async -> Int { await s.value }",
        "func f<P: SinglePublisher & ImmediatePublisher>(_ s: P) async -> P.Output where P.Failure == Never { await s.value }",
        "func f<P: SinglePublisher & ImmediatePublisher>(_ s: P) async throws(P.Failure) -> P.Output { try await s.value }",
        "func f(_ r: Result<Int, Lost>) async throws(Lost) -> Int { try await r.publisher.value }",
        "func f(_ s: Future<Int, Never>) async -> Int { await s.value }",
        "func f(_ s: Future<Int, Lost>) async throws -> Int { try await s.value }",
        "func f(_ s: Future<Int, Never>) async throws(Lost) -> Int { try await s.value(onCancel: Lost()) }",
        "func f(_ s: Future<Int, Never>) async throws(CancellationError) -> Int { try await s.map { $0 }.value }",
        "func f(_ s: AnyMaybePublisher<Int, Lost>) async throws(Lost) -> Int? { try await s.value }",
        "func f(_ s: AnyMaybePublisher<Int, Never>) async -> Int? { await s.value }",
        "func f(_ s: AnyCompletablePublisher<Never, Lost>) async throws(Lost) { try await s.value }",
        "func f(_ s: AnyCompletablePublisher<Never, Never>) async { await s.value }",
        "func f(_ s: AnySinglePublisher<Int, Never>) async -> Int? { try? await s.value }",
        "func f(_ s: AnySinglePublisher<Int, Lost>) async -> Int? { if let x = try? await s.value { x } else { nil } }",
        "func f(_ s: some SinglePublisher<Int, Never>) async throws(CancellationError) -> Int? { try await s.value }",
        "func f<P: SinglePublisher>(_ s: P) async throws -> P.Output? { try await s.value }",
        "func f() async -> Int? { await Just(1).value }",
        "func f(_ r: Result<Int, Lost>) async throws(Lost) -> Int? { try await r.publisher.value }",
        "func f(_ s: AnySinglePublisher<Int?, Never>) async throws(CancellationError) -> Int? { try await s.value }",
        "func f(_ s: Future<Int, Never>) async -> Int? { await s.value }",
        "@MainActor func f(_ s: AnySinglePublisher<Box, Never>) async throws -> Int { try await s.value.n }",
        "actor A { func f(_ s: AnySinglePublisher<Box, Lost>) async throws -> Int { try await s.value.n } }",
        "func f(_ s: sending AnySinglePublisher<Int, Never>) -> Task<Int, any Error> { Task { try await s.value } }",
    ]

    private static func file(_ functions: [String]) -> String {
        "struct Lost: Error {}\nfinal class Box { var n = 0 }\n"
            + functions.enumerated().map {
                "enum E\($0) { \($1.hasPrefix("actor") ? $1 : $1.replacing("func f", with: "static func f")) }\n"
            }
            .joined()
    }

    @Test(arguments: PackageMode.all)
    func `each getter has its type`(mode: PackageMode) throws {
        let said = try ClientCompiler.diagnostics(of: Self.file(Self.typed), arguments: mode.checking)
        #expect(said == "")
    }

    /// The compiler says that a single may throw where it isn't awaited with `try`.
    @Test func `a wait without try is refused`() throws {
        let said = try ClientCompiler.diagnostics(
            of: Self.file([
                "func f(_ s: AnySinglePublisher<Int, Never>) async throws -> Int { await s.value }",
                "func f(_ s: AnySinglePublisher<Int, Lost>) async throws -> Int { await s.value }",
                "func f(_ s: AnySinglePublisher<Int, Never>) async -> Int { try await s.value }",
            ]))
        let errors = said.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains("error:") }
        #expect(errors.count == 3, "\(said)")
        #expect(errors.filter { $0.contains("property access can throw") }.count == 2, "\(said)")
        #expect(
            errors.filter { $0.contains("errors thrown from here are not handled") }.count == 1, "\(said)")
    }
}
