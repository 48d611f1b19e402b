import TraitsRuntime

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

/// What has happened, in order. What begins with an exclamation mark must never happen.
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
    private(set) var observers: [Observer] = []
    private var depth = 0

    init(_ program: Program, in world: any World, _ trace: Trace) {
        self.program = program
        self.world = world
        self.trace = trace
    }

    func carryOut() {
        for act in program.acts { perform(act) }
        world.endActs()
        world.advance(by: 12)
        trace.note("the end")
        for observer in observers { observer.cancel() }
        world.advance(by: 12)
    }

    func perform(_ act: Program.Act) {
        if trace.isTooLong { return }
        if depth == 0 { world.beginAct() }
        depth += 1
        defer { depth -= 1 }
        switch act {
        case .send(let value, let subject): world.send(value, to: subject)
        case .finish(let subject): world.end(nil, subject)
        case .fail(let subject): world.end(Fault(subject), subject)
        case .request(let demand, let observer):
            if observers.indices.contains(observer) && !program.isLikeSink {
                observers[observer].request(demand == 0 ? .unlimited : .max(demand))
            }
        case .cancel(let observer):
            if observers.indices.contains(observer) { observers[observer].cancel() }
        case .subscribe: subscribe()
        // Time doesn't pass while something else happens.
        case .pass(let ticks): if depth == 1 { world.advance(by: ticks) }
        }
    }

    private func subscribe() {
        if observers.count == Program.subscriberLimit { return }
        let observer = Observer(observers.count, self)
        observers.append(observer)
        world.subscribe(observer)
        observer.callHasReturned = true
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
    private var demand = Demand.none
    private var values = 0
    private var isOver = false
    private var hasBegun = false

    init(_ index: Int, _ run: Run) {
        self.index = index
        self.run = run
    }

    /// The subscription is there. A sink doesn't show that.
    func begin() {
        if hasBegun { run.trace.note("!\(index) begins twice") }
        hasBegun = true
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
        hasBegun = true
        demand = .unlimited
    }

    func value(_ value: Int) -> Demand {
        if !hasBegun { run.trace.note("!\(index) got \(value) before its subscription") }
        if isOver { run.trace.note("!\(index) got \(value) after its end") }
        if demand == .none { run.trace.note("!\(index) got \(value) without asking") }
        run.trace.note("\(index) got \(value)")
        if demand > .none { demand -= 1 }
        values += 1
        let number = values
        for reaction in run.program.reactions where reaction.subscriber == index && reaction.value == number {
            for act in reaction.acts { run.perform(act) }
        }
        if run.program.isLikeSink || isOver || run.trace.isTooLong { return .none }
        let more = run.program.returns.map { Demand.max($0) } ?? .unlimited
        demand += more
        return more
    }

    func end(_ fault: Fault?) {
        if !hasBegun { run.trace.note("!\(index) ended before its subscription") }
        if isOver { run.trace.note("!\(index) ended after its end") }
        run.trace.note(fault.map { "\(index) failed with \($0.code)" } ?? "\(index) finished")
        isOver = true
        releaseAll()
    }

    func request(_ more: Demand) {
        if isOver { return }
        demand += more
        onRequest(more)
    }

    func cancel() {
        if isOver || (run.program.isLikeSink && !callHasReturned) { return }
        isOver = true
        let onCancel = onCancel
        releaseAll()
        onCancel()
    }

    private func releaseAll() {
        onRequest = { _ in }
        onCancel = {}
    }
}
