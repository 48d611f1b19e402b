import Foundation
import Testing
import TraitsFoundation
import TraitsTesting

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The first word of a document; nothing if there is none.
private struct FirstWord: MaybePublisher {
    typealias Output = String
    typealias Failure = any Error

    let text: String

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = Subscription(downstream: subscriber, context: XMLParser(data: Data(text.utf8)))
        subscriber.receive(subscription: subscription)
    }

    private class Subscription<Downstream: Subscriber>: TraitSubscriptions.Maybe<Downstream, XMLParser>,
        XMLParserDelegate
    where Downstream.Input == Output, Downstream.Failure == Failure {
        override func start(with parser: XMLParser) {
            super.start(with: parser)
            parser.delegate = self
            if parser.parse() {
                receive(.finished)
            } else {
                receive(.failure(parser.parserError ?? CocoaError(.fileReadCorruptFile)))
            }
        }

        override func didCancel(with parser: XMLParser) {
            super.didCancel(with: parser)
            parser.abortParsing()
        }

        override func didComplete(with parser: XMLParser) { super.didComplete(with: parser) }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            if let word = string.split(separator: " ").first { receive(.success(String(word))) }
        }
    }
}

/// Subscriptions of traits are delegates of Foundation's classes, on each platform.
@Suite("Subscriptions as delegates")
struct DelegateTests {
    @Test func ofAParser() {
        let word = FirstWord(text: "<a><b>hello world</b></a>").record()
        #expect(word.values == ["hello"])
        #expect(word.completion?.error == nil && word.completion != nil)
        let none = FirstWord(text: "<a></a>").record()
        #expect(none.values == [] && none.completion != nil && none.completion?.error == nil)
    }
}

extension Subscribers.Completion {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
