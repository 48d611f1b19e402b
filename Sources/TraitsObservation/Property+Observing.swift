public import Observation
public import TraitsRuntime

extension Property {
    /// Creates a property whose value a closure reads from `@Observable` models and properties.
    ///
    /// ```
    /// model.x                              1---2---3-----
    /// Property(observing: { model.x })     1----2---3----
    /// ```
    ///
    /// `Observation` reports a change before it is made. So the closure runs again later, in a task on the caller's actor, once
    /// for all changes that the actor makes before the task runs.
    ///
    /// ```swift
    /// import Observation
    ///
    /// @MainActor @Observable final class TapModel { var count = 1 }
    /// @MainActor func title(of model: TapModel) -> Property<String> {
    ///     Property(observing: { model.count }).map { "\($0) taps" }
    /// }
    /// ```
    ///
    /// - Threads: the closure runs on the caller's actor, which alone may change the models. A caller without an actor uses
    ///   `init(observing:on:)`.
    /// - Completion: never. The property retains the closure, and the objects that it captures, until the property is released.
    ///   A model that retains the property uses `init(observing:isolation:_:)`.
    /// - Complexity: the models keep one observation for the property, some 900 bytes, until the next change of a field that
    ///   was read, or until the models are released. `Observation` has no way to remove it earlier, not even when the property
    ///   is released.
    ///
    /// - Parameters:
    ///   - read: reads the models, and makes the value.
    ///   - isolation: the actor that changes the models; by default the caller's actor.
    public convenience init(
        observing read: @escaping () -> Value, isolation: isolated any Actor = #isolation
    ) {
        let watch = Watch(read) { work in
            Task { await perform(work, on: isolation) }
        }
        self.init(initial: watch.look()!, then: watch.news())
    }

    /// Creates a property whose value a closure reads from an `@Observable` model, and that ends with the model.
    ///
    /// ```
    /// model.x                              1---2---3---x     (released)
    /// Property(observing: model) { $0.x }  1----2---3---|
    /// ```
    ///
    /// The property doesn't retain the model, so the model may retain the property and its subscriptions.
    ///
    /// ```swift
    /// import Observation
    ///
    /// @MainActor @Observable final class LoginScreen {
    ///     var name = ""
    ///     @ObservationIgnored private(set) var canLogIn = Property(false)
    ///
    ///     init() {
    ///         canLogIn = Property(observing: self) { $0.name }.map { !$0.isEmpty }
    ///     }
    /// }
    /// ```
    ///
    /// - Threads: those of `init(observing:isolation:)`.
    /// - Completion: when the model has been released. The property keeps its last value. If the closure also reads other
    ///   models that live on, it may end only with the next change of one of these. If it reads no field that can change, the
    ///   property never ends: `Observation` tells nothing then.
    /// - Complexity: as for `init(observing:isolation:)`.
    ///
    /// - Parameters:
    ///   - model: the model, which is held weakly.
    ///   - isolation: the actor that changes the model; by default the caller's actor.
    ///   - read: reads the model, and makes the value.
    public convenience init<Model: Observable & AnyObject>(
        observing model: Model, isolation: isolated any Actor = #isolation,
        _ read: @escaping (Model) -> Value
    ) {
        let watch = Watch(model, read) { work in
            Task { await perform(work, on: isolation) }
        }
        self.init(initial: watch.look()!, then: watch.news())
    }

    /// Creates a property whose value a closure reads from `@Observable` models and properties, and reads again on a scheduler.
    ///
    /// ```swift
    /// import Observation
    ///
    /// @Observable final class StepModel { var count = 1 }
    /// let model = StepModel()
    /// let clock = TestScheduler()
    /// let count = Property(observing: { model.count }, on: clock)
    /// model.count = 2
    /// model.count = 3
    /// clock.advance(by: 0)
    /// print(count.value)      // 3
    /// ```
    ///
    /// - Threads: the closure runs in the initializer and, after a change, on the scheduler. The closure is scheduled before
    ///   the change is made, and must run after it. So make all changes on the scheduler's one thread or queue, and don't use a
    ///   scheduler that runs actions inside of the call that schedules them, such as `ImmediateScheduler`.
    /// - Completion: never. The property retains the closure, and the objects that it captures, until the property is released.
    /// - Complexity: as for `init(observing:isolation:)`.
    ///
    /// - Parameters:
    ///   - read: reads the models, and makes the value.
    ///   - scheduler: the scheduler that runs the closure after a change.
    public convenience init<S: Scheduler>(observing read: @escaping () -> Value, on scheduler: S) {
        // A scheduler takes actions from any thread.
        nonisolated(unsafe) let schedule: (Work) -> Void = { work in scheduler.schedule { work.run() } }
        let watch = Watch(read) { schedule($0) }
        self.init(initial: watch.look()!, then: watch.news())
    }

    /// Creates a property whose value a closure reads from an `@Observable` model, and reads again on a scheduler. The property
    /// ends with the model.
    ///
    /// ```swift
    /// import Observation
    ///
    /// @Observable final class WordModel { var text = "" }
    /// let model = WordModel()
    /// let clock = TestScheduler()
    /// let length = Property(observing: model, on: clock) { $0.text.count }
    /// model.text = "word"
    /// clock.advance(by: 0)
    /// print(length.value)      // 4
    /// ```
    ///
    /// - Threads: those of `init(observing:on:)`.
    /// - Completion: on the scheduler, when the model has been released; see `init(observing:isolation:_:)`.
    /// - Complexity: as for `init(observing:isolation:)`.
    ///
    /// - Parameters:
    ///   - model: the model, which is held weakly.
    ///   - scheduler: the scheduler that runs the closure after a change.
    ///   - read: reads the model, and makes the value.
    public convenience init<Model: Observable & AnyObject, S: Scheduler>(
        observing model: Model, on scheduler: S, _ read: @escaping (Model) -> Value
    ) {
        // A scheduler takes actions from any thread.
        nonisolated(unsafe) let schedule: (Work) -> Void = { work in scheduler.schedule { work.run() } }
        let watch = Watch(model, read) { schedule($0) }
        self.init(initial: watch.look()!, then: watch.news())
    }
}

/// Publishers of the values of a model.
extension Observable where Self: AnyObject {
    /// Returns a publisher of a value of this model, now and after each change.
    ///
    /// ```
    /// model.x                     1---2---3-----
    /// model.publisher { $0.x }    1----2---3----
    /// ```
    ///
    /// It publishes the values of a property; see `Property.init(observing:isolation:_:)` for the times at which it reads the
    /// model. A value that equals the previous value is sent, too; append `removeDuplicates()` where that matters.
    ///
    /// ```swift
    /// import Observation
    ///
    /// @MainActor @Observable final class QueryModel { var text = "" }
    /// @MainActor func queries(of model: QueryModel) -> some CurrentValuePublisher<String, Never> {
    ///     model.publisher { $0.text }.removeDuplicates()
    /// }
    /// ```
    ///
    /// - Demand: the current value comes inside the call that asks for it; a late subscriber gets the newest value.
    /// - Failure: never.
    /// - Threads: the closure runs on the caller's actor, and so do later values.
    /// - Completion: when the model has been released. Neither the publisher nor its subscriptions retain the model, so the
    ///   model may retain them.
    ///
    /// - Parameters:
    ///   - isolation: the actor that changes the model; by default the caller's actor.
    ///   - read: reads the model, and makes the value.
    public func publisher<Value>(
        isolation: isolated any Actor = #isolation, _ read: @escaping (Self) -> Value
    ) -> Property<Value>.AllValues {
        Property(observing: self, isolation: isolation, read).allValues
    }

    /// Returns a publisher of a value of this model, now and after each change. The model is read again on a scheduler.
    ///
    /// ```swift
    /// import Observation
    ///
    /// @Observable final class TextModel { var text = "" }
    /// let model = TextModel()
    /// let clock = TestScheduler()
    /// let cancellable = model.publisher(on: clock) { $0.text }.sink { print("text: \($0)") }      // text:
    /// model.text = "s"
    /// clock.advance(by: 0)                                                                        // text: s
    /// ```
    ///
    /// - Demand: the current value comes inside the call that asks for it; a late subscriber gets the newest value.
    /// - Failure: never.
    /// - Threads: see `Property.init(observing:on:_:)`. Later values come on the scheduler.
    /// - Completion: when the model has been released. Neither the publisher nor its subscriptions retain the model, so the
    ///   model may retain them.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler that runs the closure after a change.
    ///   - read: reads the model, and makes the value.
    public func publisher<Value, S: Scheduler>(
        on scheduler: S, _ read: @escaping (Self) -> Value
    ) -> Property<Value>.AllValues {
        Property(observing: self, on: scheduler, read).allValues
    }
}

/// Runs work on an actor.
private func perform(_ work: Work, on actor: isolated any Actor) { work.run() }

/// Work that runs where the models are changed. It is also made there, which is why it may cross threads on its way.
private struct Work: @unchecked Sendable {
    let run: () -> Void
}

/// A weak reference to an object, which is used only where the models are changed.
private struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    weak var object: Object?
}

/// A reader of models, which reads again after each change of a field that it has read.
private final class Watch<Value> {
    /// The closure that reads the value; it returns `nil` once the model has been released.
    private let read: () -> Value?
    private let isAlive: () -> Bool
    private let schedule: @Sendable (Work) -> Void
    private let values = PassthroughSubject<Value, Never>()

    init(_ read: @escaping () -> Value, schedule: @escaping @Sendable (Work) -> Void) {
        self.read = read
        self.schedule = schedule
        isAlive = { true }
    }

    /// Creates a reader of a model that reads until the model is released.
    init<Model: AnyObject>(
        _ model: Model, _ read: @escaping (Model) -> Value, schedule: @escaping @Sendable (Work) -> Void
    ) {
        self.read = { [weak model] in model.map(read) }
        self.schedule = schedule
        isAlive = { [weak model] in model != nil }
    }

    /// Reads the value, and once more after the next change. When the model has been released, the values complete.
    func look() -> Value? {
        let notice = Notice(WeakReference(object: self), schedule)
        return withObservationTracking(read) { notice.tell { $0.lookAgain() } }
    }

    private func lookAgain() {
        if let value = look() { values.send(value) } else { values.send(completion: .finished) }
    }

    /// Handles the release of the notice: the model has been released, or no field was read that can change.
    private func noticeReleased() {
        if !isAlive() { values.send(completion: .finished) }
    }

    /// Returns the values after the first. Its subscriptions retain this object.
    func news() -> some Publisher<Value, Never> {
        Publishers.Map(upstream: values) { value in withExtendedLifetime(self) { value } }
    }

    /// The object that the registrars of the models retain until the next change, or until their release.
    private final class Notice: @unchecked Sendable {
        private let watch: WeakReference<Watch>
        private let schedule: @Sendable (Work) -> Void
        private var isGiven = false

        init(_ watch: WeakReference<Watch>, _ schedule: @escaping @Sendable (Work) -> Void) {
            (self.watch, self.schedule) = (watch, schedule)
        }

        /// Schedules an action. Called at most once, and before the end of `deinit`.
        func tell(_ act: @escaping (Watch) -> Void) {
            isGiven = true
            schedule(Work { [watch] in watch.object.map(act) })
        }

        deinit {
            if !isGiven && watch.object != nil { tell { $0.noticeReleased() } }
        }
    }
}
