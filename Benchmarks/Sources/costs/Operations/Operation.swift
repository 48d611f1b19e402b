import TraitsRuntime

/// What has no row, or whose row's sample doesn't show how it grows: it is metered with ever more of everything, as rows are.
struct Operation {
    let name: String
    /// Runs all phases with so many.
    let body: (_ size: Int, _ phases: any Phases) -> Void

    init(_ name: String, _ body: @escaping (_ size: Int, _ phases: any Phases) -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// One subscriber of a publisher that is made of so many subjects.
    static func ofSubjects<P: Publisher>(
        _ name: String, _ make: @escaping ([PassthroughSubject<Int, Never>]) -> P
    ) -> Operation where P.Failure == Never {
        Operation(name) { size, phases in
            var subjects = (0..<size).map { _ in PassthroughSubject<Int, Never>() }
            var cancellable: AnyCancellable?
            phases.meter(.subscribe, size) { cancellable = make(subjects).sink { _ in } }
            phases.meter(.deliver, size) { for subject in subjects { subject.send(1) } }
            phases.meter(.value, size) { for subject in subjects { subject.send(2) } }
            phases.meter(.end, size) { for subject in subjects { subject.send(completion: .finished) } }
            cancellable?.cancel()
            subjects = []
            phases.weigh(.over)
        }
    }

    /// So many subscribers of one publisher.
    static func ofSubscribers<P: Publisher>(
        _ name: String, _ make: @escaping () -> (publisher: P, send: () -> Void)
    ) -> Operation where P.Failure == Never {
        Operation(name) { size, phases in
            do {
                let (publisher, send) = make()
                var cancellables: [AnyCancellable?] = []
                phases.meter(.subscribe, size) {
                    cancellables = (0..<size).map { _ in publisher.sink { _ in } }
                }
                phases.weigh(.held)
                phases.meter(.deliver, size, send)
                phases.meter(.leave, size) { for index in shuffled(size) { cancellables[index] = nil } }
            }
            phases.weigh(.over)
        }
    }
}

/// All of them.
nonisolated(unsafe) let operations = ofStreams + ofSchedulers + ofProperties
