/// The reference, as a world that programs can be carried out in.
final class ModelWorld: World {
    let clock = ModelClock()
    /// Two probes, a passthrough subject and a current value subject.
    let subjects = [ModelSubject(), ModelSubject(), ModelSubject(), ModelSubject(current: 50)]
    private var model: Model?

    /// `nil` if the reference says nothing about the pipeline.
    init?(_ pipeline: Pipeline, _ trace: Trace) {
        for number in 0..<2 {
            subjects[number].note = { [unowned trace] in trace.note("probe\(number) \($0)") }
        }
        guard Self.covers(pipeline) else { return nil }
        model = build(pipeline, value: 0)
    }

    static func covers(_ pipeline: Pipeline) -> Bool {
        pipeline.operation.unmodelled == nil && pipeline.inputs.allSatisfy(covers)
    }

    private func build(_ pipeline: Pipeline, value: Int) -> Model {
        let operation = pipeline.operation
        let call = ModelCall(
            world: self, name: pipeline.name, numbers: pipeline.numbers,
            upstream: operation.isSource ? .never : build(pipeline.inputs[0], value: value),
            other: operation.inputs == .two ? build(pipeline.inputs[1], value: value) : .never,
            child: { [unowned self] in build(pipeline.inputs[1], value: $0) }, value: value)
        guard let model = operation.isSource ? call.source() : call.applied() else {
            fatalError("the reference doesn't know \(pipeline.name)")
        }
        return model
    }

    func subscribe(_ observer: Observer) { model?.subscribe(ModelObserver(observer)) }

    func send(_ value: Int, to subject: Int) {
        if subjects.indices.contains(subject) { subjects[subject].send(value) }
    }

    func end(_ fault: Fault?, _ subject: Int) {
        if subjects.indices.contains(subject) { subjects[subject].end(fault) }
    }

    func advance(by ticks: Int) { clock.advance(by: ticks) }
}

extension ModelCall {
    func applied() -> Model? {
        let families: [() -> Model?] = [
            mapping, filtering, ending, reducing, combining, flattening, timing, sharing, traits,
        ]
        for family in families {
            if let model = family() { return model }
        }
        return nil
    }
}

private final class ModelObserver: ModelSubscriber {
    private let observer: Observer

    init(_ observer: Observer) { self.observer = observer }

    func begin(_ subscription: any ModelSubscription) {
        observer.onRequest = { subscription.request($0) }
        observer.onCancel = { subscription.cancel() }
        observer.begin()
    }

    func value(_ value: Int) -> Demand { observer.value(value) }

    func end(_ fault: Fault?) { observer.end(fault) }
}
