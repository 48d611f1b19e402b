public import Observation
public import TraitsRuntime

extension Property {
    /// Creates a property that follows what a closure reads from `@Observable` models and properties.
    ///
    /// ```
    /// model.x                              1---2---3-----
    /// Property(observing: { model.x })     1----2---3----
    /// ```
    ///
    /// `Observation` tells of a change before it is made. So the closure runs again in a task on the caller's actor, once for
    /// all changes that the actor makes before that.
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
    /// - Threads: the closure runs on the actor that the caller runs on, which has to be the only one to change the models; a
    ///   caller without an actor takes `init(observing:on:)`.
    /// - Completion: never. The property holds the closure until it is released, and nothing is tracked after that.
    ///
    /// - Parameters:
    ///   - read: reads the models, and makes the value.
    ///   - isolation: the actor that changes the models: by default the one that the caller runs on.
    public convenience init(
        observing read: @escaping () -> Value, isolation: isolated any Actor = #isolation
    ) {
        let watch = Watch(read) { work in
            Task { await perform(work, on: isolation) }
        }
        self.init(initial: watch.look(), then: watch.news())
    }

    /// Creates a property that follows what a closure reads from `@Observable` models and properties, and reads again on a
    /// scheduler.
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
    /// - Threads: the closure runs in the initializer and, after a change, on the scheduler. The scheduler must run it after
    ///   the change is made: it is told before. So all changes are made on the scheduler's one thread or queue, and it is none
    ///   that runs actions inside of the call that schedules them, such as `ImmediateScheduler`.
    /// - Completion: never. The property holds the closure until it is released, and nothing is tracked after that.
    ///
    /// - Parameters:
    ///   - read: reads the models, and makes the value.
    ///   - scheduler: where the closure runs after a change.
    public convenience init<S: Scheduler>(observing read: @escaping () -> Value, on scheduler: S) {
        // A scheduler takes actions from any thread.
        nonisolated(unsafe) let schedule: (Work) -> Void = { work in scheduler.schedule { work.run() } }
        let watch = Watch(read) { schedule($0) }
        self.init(initial: watch.look(), then: watch.news())
    }
}

/// Publishers of the values of a model.
extension Observable where Self: AnyObject {
    /// A publisher of a value of this model, now and after each change.
    ///
    /// ```
    /// model.x                     1---2---3-----
    /// model.publisher { $0.x }    1----2---3----
    /// ```
    ///
    /// It is that of a property; see `Property.init(observing:isolation:)` for when it reads the model. A value
    /// that equals the one before is sent too; append `removeDuplicates()` where that matters.
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
    /// - Demand: the current value comes inside the call that asks for it; a late subscriber gets the newest one.
    /// - Failure: never.
    /// - Threads: the closure runs on the caller's actor, and so do later values.
    /// - Completion: never. The publisher and its subscriptions hold the model.
    ///
    /// - Parameters:
    ///   - isolation: the actor that changes the model: by default the one that the caller runs on.
    ///   - read: reads the model, and makes the value.
    public func publisher<Value>(
        isolation: isolated any Actor = #isolation, _ read: @escaping (Self) -> Value
    ) -> Property<Value>.AllValues {
        Property(observing: { read(self) }, isolation: isolation).allValues
    }

    /// A publisher of a value of this model, now and after each change, that reads the model again on a scheduler.
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
    /// - Demand: the current value comes inside the call that asks for it; a late subscriber gets the newest one.
    /// - Failure: never.
    /// - Threads: see `Property.init(observing:on:)`. Later values come on the scheduler.
    /// - Completion: never. The publisher and its subscriptions hold the model.
    ///
    /// - Parameters:
    ///   - scheduler: where the closure runs after a change.
    ///   - read: reads the model, and makes the value.
    public func publisher<Value, S: Scheduler>(
        on scheduler: S, _ read: @escaping (Self) -> Value
    ) -> Property<Value>.AllValues {
        Property(observing: { read(self) }, on: scheduler).allValues
    }
}

/// Runs work on an actor.
private func perform(_ work: Work, on actor: isolated any Actor) { work.run() }

/// What is done where the models are changed. It is made there, too, which is why it may cross threads on its way.
private struct Work: @unchecked Sendable {
    let run: () -> Void
}

/// An object that needn't be alive. It is used where the models are changed alone.
private struct WeakReference<Object: AnyObject>: @unchecked Sendable {
    weak var object: Object?
}

/// Reads models, and reads again after each change of what it has read.
private final class Watch<Value> {
    private let read: () -> Value
    private let schedule: @Sendable (Work) -> Void
    private let values = PassthroughSubject<Value, Never>()

    init(_ read: @escaping () -> Value, schedule: @escaping @Sendable (Work) -> Void) {
        self.read = read
        self.schedule = schedule
    }

    /// Reads the value, and once more after the next change.
    func look() -> Value {
        let schedule = schedule
        let reference = WeakReference(object: self)
        return withObservationTracking(read) {
            schedule(
                Work {
                    guard let me = reference.object else { return }
                    let value = me.look()
                    me.values.send(value)
                })
        }
    }

    /// The values after the first. A subscription to it is what keeps this object.
    func news() -> some Publisher<Value, Never> {
        Publishers.Map(upstream: values) { value in withExtendedLifetime(self) { value } }
    }
}
