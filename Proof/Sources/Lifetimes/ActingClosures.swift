import TraitsExtras
import TraitsRuntime
@_spi(Proof) import TraitsTesting

/// The action of a closure inside a value.
enum ClosureAction: CaseIterable, Sendable {
    case send, finish, fail, cancel, subscribe
}

/// The subject of a stream, and the closure that acts inside it.
private final class Scene {
    let upstream = PassthroughSubject<Int, TestFailure>()
    let other = PassthroughSubject<Int, TestFailure>()
    private let action: ClosureAction
    private var left = 3
    private var further: [AnyCancellable] = []
    var handle: AnyCancellable?
    private(set) var faults: [String] = []
    private let contract = StreamContract()

    init(_ action: ClosureAction) {
        self.action = action
        contract.receiveSubscription(note)
        contract.demand(.unlimited)
    }

    private func note(_ breach: StreamContract.Breach, _ detail: String) { faults.append(detail) }

    /// Acts inside a value, a few times.
    func act() {
        if left == 0 { return }
        left -= 1
        switch action {
        case .send: upstream.send(10 + left)
        case .finish: upstream.send(completion: .finished)
        case .fail: upstream.send(completion: .failure(TestFailure()))
        case .cancel:
            // A first value may come before the handle.
            if handle != nil { contract.noteCancelled() }
            handle?.cancel()
        case .subscribe: further.append(upstream.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        }
    }

    func received() {
        contract.receiveValue(note)
        act()
    }

    func ended() {
        contract.receiveCompletion(note)
        act()
    }

    func finish() {
        handle?.cancel()
        handle = nil
        further = []
    }
}

/// An operator whose closure, or whose subscriber, sends, completes, cancels or subscribes in the middle of a delivery.
struct ActingClosure: Sendable {
    let name: String
    // Safe to share: the builder is all that it captures.
    private nonisolated(unsafe) let run: (ClosureAction) -> [String]

    var faults: [String] {
        ClosureAction.allCases.flatMap { action in run(action).map { "\(name), \(action): \($0)" } }
    }

    private init<P: Publisher>(_ name: String, _ build: @escaping @Sendable (Scene) -> P) {
        self.name = name
        run = { action in
            let scene = Scene(action)
            scene.handle = build(scene).sink(
                receiveCompletion: { [unowned scene] _ in scene.ended() },
                receiveValue: { [unowned scene] _ in scene.received() })
            for value in 1...3 {
                scene.upstream.send(value)
                scene.other.send(value)
            }
            scene.upstream.send(completion: .finished)
            scene.other.send(completion: .finished)
            scene.finish()
            return scene.faults
        }
    }
}

extension ActingClosure {
    static let all = [
        ActingClosure("map") { scene in
            scene.upstream.map {
                scene.act()
                return $0
            }
        },
        ActingClosure("filter") { scene in
            scene.upstream.filter {
                scene.act()
                return $0 > 0
            }
        },
        ActingClosure("scan") { scene in
            scene.upstream.scan(0) {
                scene.act()
                return $0 + $1
            }
        },
        ActingClosure("removeDuplicates") { scene in
            scene.upstream.removeDuplicates {
                scene.act()
                return $0 == $1
            }
        },
        ActingClosure("prefix(while:)") { scene in
            scene.upstream.prefix {
                scene.act()
                return $0 < 11
            }
        },
        ActingClosure("reduce") { scene in
            scene.upstream.reduce(0) {
                scene.act()
                return $0 + $1
            }
        },
        ActingClosure("max") { scene in
            scene.upstream.max {
                scene.act()
                return $0 < $1
            }
        },
        ActingClosure("first(where:)") { scene in
            scene.upstream.first {
                scene.act()
                return $0 > 1
            }
        },
        ActingClosure("flatMap") { scene in
            scene.upstream.flatMap {
                scene.act()
                return Just($0).setFailureType(to: TestFailure.self)
            }
        },
        ActingClosure("catch") { scene in
            scene.upstream.catch { _ in
                scene.act()
                return scene.other
            }
        },
        ActingClosure("switchToLatest") { scene in scene.upstream.map { _ in scene.other }.switchToLatest() },
        ActingClosure("combineLatest") { $0.upstream.combineLatest($0.other) },
        ActingClosure("zip") { $0.upstream.zip($0.other) },
        ActingClosure("merge") { $0.upstream.merge(with: $0.other) },
        ActingClosure("append") { $0.upstream.append($0.other) },
        ActingClosure("collect") { $0.upstream.collect(2) },
        ActingClosure("buffer") { $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
        ActingClosure("share") { $0.upstream.share() },
        ActingClosure("share(replay:)") { $0.upstream.share(replay: 1) },
        ActingClosure("retry") { $0.upstream.retry(1) },
        ActingClosure("first(orError:)") { $0.upstream.first(orError: TestFailure()) },
        ActingClosure("flatMapFirst") { scene in
            scene.upstream.flatMapFirst { _ in
                scene.act()
                return scene.other
            }
        },
        ActingClosure("concatMap") { scene in
            scene.upstream.concatMap { _ in
                scene.act()
                return scene.other.prefix(1)
            }
        },
        ActingClosure("withLatestFrom") { $0.upstream.withLatestFrom($0.other) },
        ActingClosure("groupBy") { scene in
            scene.upstream.groupBy { number in
                scene.act()
                return number % 2
            }.flatMap { $0 }
        },
        ActingClosure("window(count:)") { $0.upstream.window(count: 2).flatMap { $0 } },
        ActingClosure("property") {
            Property(initial: 0, then: $0.upstream.replaceError(with: 0)).map { $0 + 1 }.allValues
        },
    ]
}
