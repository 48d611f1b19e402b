public import TraitsRuntime

/// The way in which a subscription holds an object; see `assign(to:on:ownership:)`.
@frozen
public enum ObjectOwnership: Sendable {
    /// The subscription retains the object.
    case strong
    /// The subscription doesn't retain the object. Once it is released, values are ignored.
    case weak
    /// The subscription doesn't retain the object, and a value after the object's release stops the program.
    case unowned
}

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object, which the subscription needn't retain.
    ///
    /// Combine's `assign(to:on:)` retains the object: if the object retains the subscription, both leak. The name and the
    /// parameters are those of CombineExt.
    ///
    /// - Demand: everything.
    /// - Threads: assigns wherever upstream sends.
    /// - Cancellation: by the object that is returned.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let cancellable = Just("a").assign(to: \.text, on: label, ownership: .weak)
    /// print(label.text)      // Prints: a
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - object: the object.
    ///   - ownership: how the subscription holds the object.
    @_disfavoredOverload
    public func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership
    ) -> AnyCancellable {
        switch ownership {
        case .strong: return assign(to: keyPath, on: object)
        case .weak: return sinkWeakly(object) { $0[keyPath: keyPath] = $1 }
        case .unowned:
            let subscriber = Subscribers.Sink<Output, Never>(
                receiveCompletion: { _ in },
                receiveValue: { [unowned object] in object[keyPath: keyPath] = $0 })
            subscribe(subscriber)
            return AnyCancellable(subscriber)
        }
    }

    #if !StrictIsolation  // strict: sending, @MainActor
        /// Calls a closure with an object and each value. The subscription doesn't retain the object.
        ///
        /// Once the object has been released, values are ignored. RxSwift says `subscribe(with:onNext:)`.
        ///
        /// - Demand: everything.
        /// - Threads: the closure runs wherever upstream sends.
        /// - Cancellation: by the object that is returned.
        ///
        /// ```swift
        /// final class Model {
        ///     var cancellable: AnyCancellable?
        ///     func show(_ number: Int) { print(number) }
        ///     func begin() { cancellable = Just(1).sink(with: self) { model, number in model.show(number) } }
        /// }
        /// Model().begin()        // Prints: 1
        /// ```
        ///
        /// - Parameters:
        ///   - object: the object; held weakly.
        ///   - receiveValue: called with the object and a value.
        @_disfavoredOverload
        public func sink<Object: AnyObject>(
            with object: Object, receiveValue: @escaping (Object, Output) -> Void
        ) -> AnyCancellable {
            sinkWeakly(object, receiveValue)
        }
    #endif

    func sinkWeakly<Object: AnyObject>(
        _ object: Object, _ receiveValue: @escaping (Object, Output) -> Void
    ) -> AnyCancellable {
        let subscriber = Subscribers.Sink<Output, Never>(
            receiveCompletion: { _ in },
            receiveValue: { [weak object] value in
                if let object { receiveValue(object, value) }
            })
        subscribe(subscriber)
        return AnyCancellable(subscriber)
    }
}
