import Testing
import TraitsRuntime
import TraitsTesting

/// The laws of streams under threads, while one of them lets time pass.
@Suite("Threads race on publishers that wait for time", .limited)
struct RaceTimeTests {
    @Test func receiveOn() throws {
        try Laws.race(inputs: 1) { $0[0].receive(on: $1) }
        try Laws.race(inputs: 2) { $0[0].merge(with: $0[1]).receive(on: $1) }
    }

    @Test func subscribeOn() throws {
        try Laws.race(inputs: 1) { $0[0].subscribe(on: $1) }
    }

    @Test func delay() throws {
        try Laws.race(inputs: 1) { $0[0].delay(for: 2, scheduler: $1) }
        try Laws.race(inputs: 1) { $0[0].delaySubscription(for: 2, scheduler: $1) }
    }

    @Test func debounce() throws {
        try Laws.race(inputs: 1) { $0[0].debounce(for: 1, scheduler: $1) }
        try Laws.race(inputs: 1) { $0[0].debounce(for: 3, scheduler: $1) }
    }

    @Test func throttle() throws {
        try Laws.race(inputs: 1) { $0[0].throttle(for: 2, scheduler: $1, latest: true) }
        try Laws.race(inputs: 1) { $0[0].throttle(for: 2, scheduler: $1, latest: false) }
    }

    @Test func timeout() throws {
        try Laws.race(inputs: 1) { $0[0].timeout(3, scheduler: $1) }
        try Laws.race(inputs: 1) { $0[0].timeout(3, scheduler: $1, customError: { TestFailure() }) }
    }

    @Test func collectByTime() throws {
        try Laws.race(inputs: 1) { $0[0].collect(.byTime($1, 2)) }
        try Laws.race(inputs: 1) { $0[0].collect(.byTimeOrCount($1, 2, 3)) }
    }

    @Test func measureInterval() throws {
        try Laws.race(inputs: 1) { $0[0].measureInterval(using: $1) }
    }

    /// A clock that runs what is due on several threads: nothing overtakes, nothing is lost.
    @Test func orderOnSeveralThreads() throws {
        try Laws.raceInOrder("receive(on:)") { $0.receive(on: $1) }
        try Laws.raceInOrder("subscribe(on:)") { $0.subscribe(on: $1) }
        try Laws.raceInOrder("delay") { $0.delay(for: 2, scheduler: $1) }
        try Laws.raceInOrder("delaySubscription") { $0.delaySubscription(for: 2, scheduler: $1) }
        try Laws.raceInOrder("timeout") { $0.timeout(5000, scheduler: $1) }
        try Laws.raceInOrder("measureInterval") { upstream, clock in
            upstream.zip(upstream.measureInterval(using: clock)) { value, _ in value }
        }
        try Laws.raceInOrder("collect(.byTime)") { $0.collect(.byTime($1, 2)).flatMap { $0.publisher } }
        try Laws.raceInOrder("collect(.byTimeOrCount)") {
            $0.collect(.byTimeOrCount($1, 2, 3)).flatMap { $0.publisher }
        }
        try Laws.raceInOrder("delay, shared") { $0.delay(for: 1, scheduler: $1).share() }
        try Laws.raceInOrder("delay, replayed") { $0.delay(for: 1, scheduler: $1).share(replay: 1) }
        try Laws.raceInOrder("delay of a single that is replayed", maySkip: true) {
            $0.first().delay(for: 1, scheduler: $1).shareReplay()
        }
        try Laws.raceInOrder("zip of three") { upstream, clock in
            upstream.receive(on: clock).zip(
                upstream.receive(on: clock), upstream.delay(for: 1, scheduler: clock)
            ) {
                value, _, _ in value
            }
        }
    }

    /// Those that leave values out on purpose keep the order of the others.
    @Test func orderOnSeveralThreadsOfThoseThatSkip() throws {
        try Laws.raceInOrder("debounce", maySkip: true) { $0.debounce(for: 1, scheduler: $1) }
        try Laws.raceInOrder("throttle, latest", maySkip: true) {
            $0.throttle(for: 2, scheduler: $1, latest: true)
        }
        try Laws.raceInOrder("throttle, first", maySkip: true) {
            $0.throttle(for: 2, scheduler: $1, latest: false)
        }
        try Laws.raceInOrder("timeout", maySkip: true) { $0.timeout(1, scheduler: $1) }
    }

    /// Streams whose parts run on several threads.
    @Test func severalOperators() throws {
        try Laws.race(inputs: 3) { upstreams, clock in
            upstreams[0].receive(on: clock).flatMap { value in
                upstreams[1 + value & 1].delay(for: .init(ticks: value & 3), scheduler: clock)
            }
        }
        try Laws.race(inputs: 2) { $0[0].delay(for: 1, scheduler: $1).zip($0[1].receive(on: $1)).share() }
        try Laws.race(inputs: 2) { $0[0].debounce(for: 1, scheduler: $1).combineLatest($0[1]) }
    }
}
