import TraitsRuntime

/// A terminal that a test types into; the contact picker of the requirement documents, without UIKit.
final class Terminal {
    /// What was written, line by line.
    private(set) var screen: [String] = []
    /// The subscriber that reads the next line.
    var onLine: ((String) -> Void)?

    func write(_ line: String) { screen.append(line) }

    /// A line typed by the user.
    func type(_ line: String) {
        let reader = onLine
        onLine = nil
        reader?(line)
    }
}

/// Shows numbered choices and reads the number of one; an empty line dismisses it.
final class TerminalPicker {
    protocol Delegate: AnyObject {
        func pickerDidCancel(_ picker: TerminalPicker)
        func picker(_ picker: TerminalPicker, didSelect choice: String)
    }

    static let contacts = ["Alice 555-1", "Bob 555-2"]

    weak var delegate: (any Delegate)?

    func present(on terminal: Terminal) {
        for (number, contact) in Self.contacts.enumerated() { terminal.write("\(number + 1): \(contact)") }
        terminal.onLine = { [weak self] line in
            guard let self else { return }
            if let number = Int(line), Self.contacts.indices.contains(number - 1) {
                delegate?.picker(self, didSelect: Self.contacts[number - 1])
            } else {
                delegate?.pickerDidCancel(self)
            }
        }
    }
}

/// Lets the user pick a phone number: publishes it, or nothing if the user dismisses the picker.
struct MaybePhoneNumberPublisher: MaybePublisher {
    typealias Output = String
    typealias Failure = Never

    let terminal: Terminal

    init(presentingContactPickerOn terminal: Terminal) {
        self.terminal = terminal
    }

    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        let subscription = Subscription(downstream: subscriber, context: terminal)
        subscriber.receive(subscription: subscription)
    }

    private class Subscription<Downstream: Subscriber>:
        TraitSubscriptions.Maybe<Downstream, Terminal>, TerminalPicker.Delegate
    where Downstream.Input == Output, Downstream.Failure == Failure {
        private var picker: TerminalPicker?

        override func start(with terminal: Terminal) {
            let picker = TerminalPicker()
            picker.delegate = self
            picker.present(on: terminal)
            self.picker = picker
        }

        override func didCancel(with terminal: Terminal) {
            terminal.onLine = nil
            terminal.write("dismissed")
        }

        func pickerDidCancel(_ picker: TerminalPicker) {
            receive(.finished)
        }

        func picker(_ picker: TerminalPicker, didSelect choice: String) {
            receive(.success(choice))
        }
    }
}

/// Lets the user pick a phone number: publishes it, or nil if the user dismisses the picker.
struct SinglePhoneNumberPublisher: SinglePublisher {
    typealias Output = String?
    typealias Failure = Never

    let terminal: Terminal

    init(presentingContactPickerOn terminal: Terminal) {
        self.terminal = terminal
    }

    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        let subscription = Subscription(downstream: subscriber, context: terminal)
        subscriber.receive(subscription: subscription)
    }

    private class Subscription<Downstream: Subscriber>:
        TraitSubscriptions.Single<Downstream, Terminal>, TerminalPicker.Delegate
    where Downstream.Input == Output, Downstream.Failure == Failure {
        private var picker: TerminalPicker?

        override func start(with terminal: Terminal) {
            let picker = TerminalPicker()
            picker.delegate = self
            picker.present(on: terminal)
            self.picker = picker
        }

        override func didCancel(with terminal: Terminal) {
            terminal.onLine = nil
            terminal.write("dismissed")
        }

        func pickerDidCancel(_ picker: TerminalPicker) {
            receive(.success(nil))
        }

        func picker(_ picker: TerminalPicker, didSelect choice: String) {
            receive(.success(choice))
        }
    }
}
