/// A mistake that people make with the library, what the compiler says about it, and what to write.
struct BeginnersMistake: Sendable {
    var name: String
    /// Statements of a function that is `async throws`.
    var code: String
    /// Parts of one diagnostic, which name the mistake.
    var message: [String]
    /// What to write: a part of a diagnostic, or of the guide's words about the message.
    var advice: String
    /// The words of the message under which the guide on errors has the advice; nil where a diagnostic has it.
    var entry: String?
    /// The code with the advice applied.
    var remedy: String

    init(
        _ name: String, _ code: String, says message: String..., write advice: String,
        guide entry: String? = nil,
        as remedy: String
    ) {
        (self.name, self.code, self.message, self.remedy) = (name, code, message, remedy)
        (self.advice, self.entry) = (advice, entry)
    }

    /// What the code is about. Programs with mistakes import no more than this.
    static let declarations = """
        import Foundation
        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif
        import TraitsRuntime

        struct Offline: Error {}
        struct Other: Error {}
        final class Model {
            @Published var name = ""
            var count = 0
            var bag: Set<AnyCancellable> = []
        }
        @MainActor final class Screen { var title = "" }
        struct Ticks: Publisher {
            typealias Output = Int
            typealias Failure = Never
            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
                Just(1).subscribe(subscriber)
            }
        }

        """
    static let parameters = """
        users: PassthroughSubject<String, Never>, single: AnySinglePublisher<Int, any Error>, \
        maybe: AnyMaybePublisher<Int, any Error>, any: AnyPublisher<Int, any Error>, \
        numbers: AnyPublisher<Int, Never>, offline: AnySinglePublisher<Int, Offline>, \
        other: AnySinglePublisher<Int, Other>, model: Model, screen: Screen
        """
}
