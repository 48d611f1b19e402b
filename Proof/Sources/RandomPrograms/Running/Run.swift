import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// The streams, or the reference: something that a program can be carried out on.
protocol World: AnyObject {
    func subscribe(_ observer: Observer)
    func send(_ value: Int, to subject: Int)
    func end(_ fault: Fault?, _ subject: Int)
    func advance(by ticks: Int)
    /// Something is done from outside.
    func beginAct()
    /// All that the program says has been done.
    func endActs()
}

extension World {
    func beginAct() {}
    func endActs() {}
}

/// The events, in order. An event that begins with an exclamation mark must never happen.
final class Trace {
    private(set) var events: [String] = []

    /// A program that makes so many events is given up.
    static let limit = 400

    func note(_ event: @autoclosure () -> String) {
        if !isTooLong { events.append(event()) }
    }

    var isTooLong: Bool { events.count >= Self.limit }
    var breach: String? { events.first { $0.hasPrefix("!") } }
}

/// One program, carried out in one world.
final class Run {
    let program: Program
    let world: any World
    let trace: Trace
    /// The publisher's promise.
    let promise: Promise
    private(set) var observers: [Observer] = []
    private var depth = 0
    /// How many closures act inside of one another.
    private var closures = 0
    /// How many acts there have been that were done from outside.
    private(set) var actNumber = 0

    init(_ program: Program, in world: any World, _ trace: Trace, promise: Promise = []) {
        self.program = program
        self.promise = promise
        self.world = world
        self.trace = trace
    }

    func carryOut() {
        for act in program.acts { perform(act) }
        world.endActs()
        actNumber += 1
        world.advance(by: 12)
        if program.settles { settle() }
        trace.note("the end")
        actNumber += 1
        // A subscriber that cancels may make others subscribe.
        var next = 0
        while next < observers.count {
            while next < observers.count {
                observers[next].cancel()
                next += 1
            }
            world.advance(by: 12)
        }
    }

    /// All inputs answer, so what has been promised is due.
    private func settle() {
        trace.note("all is asked for, and ends")
        depth += 1
        actNumber += 1
        defer { depth -= 1 }
        for round in 0..<8 {
            for observer in observers where !program.isLikeSink { observer.request(.unlimited) }
            world.advance(by: 6)
            if round == 0 { for subject in 0..<4 { world.end(nil, subject) } }
        }
        for observer in observers { observer.settle() }
    }

    /// - Parameter inClosure: Whether a closure of the program acts: then time may pass inside of anything.
    func perform(_ act: Program.Act, inClosure: Bool = false) {
        if trace.isTooLong { return }
        if depth == 0 {
            if !inClosure { actNumber += 1 }
            world.beginAct()
        }
        depth += 1
        if inClosure { closures += 1 }
        defer {
            depth -= 1
            if inClosure { closures -= 1 }
        }
        switch act {
        case .send(let value, let subject): world.send(value, to: subject)
        case .finish(let subject): world.end(nil, subject)
        case .fail(let subject): world.end(Fault(subject), subject)
        case .request(let demand, let observer):
            if observers.indices.contains(observer) && !program.isLikeSink {
                observers[observer].request(PlanAct.demand(demand))
            }
        case .cancel(let observer):
            if observers.indices.contains(observer) { observers[observer].cancel() }
        case .subscribe: subscribe()
        // Time doesn't pass while something else happens.
        case .pass(let ticks): if depth == 1 || inClosure { world.advance(by: ticks) }
        }
    }

    var isInClosure: Bool { closures > 0 }

    /// Indicates whether nothing else goes on meanwhile.
    var isOutermost: Bool { depth <= 1 }

    private func subscribe() {
        if observers.count == Program.subscriberLimit { return }
        let observer = Observer(observers.count, self)
        observers.append(observer)
        world.subscribe(observer)
        observer.callHasReturned = true
        observer.expectImmediacy()
    }

    /// Breaks the circle of the run and its observers.
    func release() { observers = [] }
}

/// A subscriber, whoever it is subscribed to: it notes what it is told, looks after the contract, and does what the
/// program says.
final class Observer {
    let index: Int
    private let run: Run
    /// Set by the world.
    var onRequest: (Demand) -> Void = { _ in }
    var onCancel: () -> Void = {}
    /// Before that a sink can't cancel, since it has nothing in its hands.
    var callHasReturned = false
    private let contract = StreamContract()
    private var isOver = false
    /// Indicates whether the sink of a trait has been told.
    private var hasOutcome = false
    private var hasCancelled = false
    /// Indicates whether a call of `cancel()` has not returned yet: until then events may come, and a sink takes none.
    private var isCancelling = false

    /// The act that was going on when this was over, if a closure did that: it may have held an event.
    private var overIn: Int?

    /// Whether an event may come late: the closure of a stage without memory, such as `map`, held it while it ended or
    /// cancelled the stream, as it may in Combine. No promise allows that of an end.
    private var isOvertaken: Bool {
        overIn == run.actNumber && (hasCancelled || run.promise.isDisjoint(with: [.maybe, .immediate]))
    }

    init(_ index: Int, _ run: Run) {
        self.index = index
        self.run = run
    }

    /// The subscription is there. A sink doesn't show that.
    func begin() {
        contract.receiveSubscription { _, _ in run.trace.note("!\(index) begins twice") }
        if isOver { return onCancel() }
        if run.program.isLikeSink {
            request(.unlimited)
        } else {
            run.trace.note("\(index) begins")
            if let first = run.program.demand, first > 0 { request(.max(first)) }
        }
    }

    /// A sink has asked for everything.
    func beginAsSink() {
        contract.receiveSubscription { _, _ in }
        contract.demand(.unlimited)
    }

    /// The cancellation after which an event comes.
    private var delay: String? { hasCancelled ? "it has cancelled" : nil }

    func value(_ value: Int) -> Demand {
        if isCancelling || isOvertaken { return .none }
        let number = contract.receiveValue(after: delay) { breach, _ in
            run.trace.note("!\(index) got \(value) \(breach.words)")
        }
        run.trace.note("\(index) got \(value)")
        if number > 1, run.promise.contains(.maybe) { run.trace.note("!\(index) got a second value") }
        if run.promise.contains(.completable) { run.trace.note("!\(index) got a value") }
        for reaction in run.program.reactions where reaction.subscriber == index && reaction.value == number {
            for act in reaction.acts { run.perform(act) }
        }
        if run.program.isLikeSink || isOver || run.trace.isTooLong { return .none }
        let more = run.program.returns.map { Demand.max($0) } ?? .unlimited
        contract.demand(more)
        return more
    }

    func end(_ fault: Fault?) {
        if isCancelling || isOvertaken { return }
        contract.receiveCompletion(after: delay) { breach, _ in
            run.trace.note("!\(index) ended \(breach.words)")
        }
        run.trace.note(fault.map { "\(index) failed with \($0.code)" } ?? "\(index) finished")
        if fault == nil, contract.valueCount == 0, !run.promise.isDisjoint(with: [.single, .immediate]) {
            run.trace.note("!\(index) finished without a value")
        }
        if fault != nil, contract.valueCount > 0, run.promise.contains(.maybe) {
            run.trace.note("!\(index) failed after a value")
        }
        isOver = true
        overIn = run.isInClosure ? run.actNumber : nil
        releaseAll()
    }

    /// Notes the outcome that the sink of a trait is told.
    func outcome(_ outcome: MaybeResult<Int, Fault>) {
        if hasOutcome { run.trace.note("!\(index) is told of a second outcome") }
        hasOutcome = true
        switch outcome {
        case .success(let number): _ = value(number)
        case .finished: end(nil)
        case .failure(let fault): end(fault)
        }
    }

    /// All inputs have ended, and time has passed.
    func settle() {
        if !isOver, !hasOutcome { run.trace.note("!\(index) is never told of an end") }
    }

    /// Whoever has asked is told something inside of that.
    func expectImmediacy() {
        guard run.promise.contains(.immediate), run.isOutermost, !isOver, contract.valueCount == 0,
            !contract.isOwedNothing
        else {
            return
        }
        run.trace.note("!\(index) is told nothing inside of its request")
    }

    func request(_ more: Demand) {
        if isOver || !contract.hasSubscription { return }
        contract.demand(more)
        onRequest(more)
        if callHasReturned { expectImmediacy() }
    }

    func cancel() {
        if isOver || (run.program.isLikeSink && !callHasReturned) { return }
        isOver = true
        hasCancelled = true
        overIn = run.isInClosure ? run.actNumber : nil
        isCancelling = run.program.goesBeyondTheReference
        let onCancel = onCancel
        releaseAll()
        onCancel()
        isCancelling = false
    }

    private func releaseAll() {
        onRequest = { _ in }
        onCancel = {}
    }
}
