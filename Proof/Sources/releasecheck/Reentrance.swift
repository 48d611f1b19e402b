import TraitsRuntime

/// Closures that send, complete, cancel or subscribe in the middle of a delivery.
let reentranceChecks = operators.flatMap { entry in
    Action.allCases.map { action in
        Check(name: "re-entrance, \(entry.name), \(action)") { entry.run(action) }
    }
}

/// The action of a closure inside a value.
private enum Action: CaseIterable {
    case send, finish, fail, cancel, subscribe
}

/// The subject of a stream, and the closure that acts inside it.
private final class Scene {
    let upstream = PassthroughSubject<Int, Oops>()
    let other = PassthroughSubject<Int, Oops>()
    private let action: Action
    private var left = 3
    private var further: [AnyCancellable] = []
    var handle: AnyCancellable?
    private(set) var faults: [String] = []
    private var ends = 0
    private var isCancelled = false

    init(_ action: Action) { self.action = action }

    /// Acts inside a value, a few times.
    func act() {
        if left == 0 { return }
        left -= 1
        switch action {
        case .send: upstream.send(10 + left)
        case .finish: upstream.send(completion: .finished)
        case .fail: upstream.send(completion: .failure(Oops()))
        case .cancel:
            // A first value may come before the handle.
            isCancelled = handle != nil
            handle?.cancel()
        case .subscribe: further.append(upstream.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
        }
    }

    func received() {
        if ends > 0 { faults.append("a value after the end") }
        if isCancelled { faults.append("a value after the cancellation") }
        act()
    }

    func ended() {
        ends += 1
        if ends > 1 { faults.append("a second end") }
        act()
    }

    func finish() {
        handle?.cancel()
        handle = nil
        further = []
    }
}

/// An operator over a ``Scene``.
private struct Operator {
    let name: String
    let run: (Action) -> [String]

    init<P: Publisher>(_ name: String, _ build: @escaping (Scene) -> P) {
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

private let operators = [
    Operator("map") { scene in
        scene.upstream.map {
            scene.act()
            return $0
        }
    },
    Operator("filter") { scene in
        scene.upstream.filter {
            scene.act()
            return $0 > 0
        }
    },
    Operator("scan") { scene in
        scene.upstream.scan(0) {
            scene.act()
            return $0 + $1
        }
    },
    Operator("removeDuplicates") { scene in
        scene.upstream.removeDuplicates {
            scene.act()
            return $0 == $1
        }
    },
    Operator("prefix(while:)") { scene in
        scene.upstream.prefix {
            scene.act()
            return $0 < 11
        }
    },
    Operator("reduce") { scene in
        scene.upstream.reduce(0) {
            scene.act()
            return $0 + $1
        }
    },
    Operator("max") { scene in
        scene.upstream.max {
            scene.act()
            return $0 < $1
        }
    },
    Operator("first(where:)") { scene in
        scene.upstream.first {
            scene.act()
            return $0 > 1
        }
    },
    Operator("flatMap") { scene in
        scene.upstream.flatMap {
            scene.act()
            return Just($0).setFailureType(to: Oops.self)
        }
    },
    Operator("catch") { scene in
        scene.upstream.catch { _ in
            scene.act()
            return scene.other
        }
    },
    Operator("switchToLatest") { scene in scene.upstream.map { _ in scene.other }.switchToLatest() },
    Operator("combineLatest") { $0.upstream.combineLatest($0.other) },
    Operator("zip") { $0.upstream.zip($0.other) },
    Operator("merge") { $0.upstream.merge(with: $0.other) },
    Operator("append") { $0.upstream.append($0.other) },
    Operator("collect") { $0.upstream.collect(2) },
    Operator("buffer") { $0.upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
    Operator("share") { $0.upstream.share() },
    Operator("share(replay:)") { $0.upstream.share(replay: 1) },
    Operator("retry") { $0.upstream.retry(1) },
    Operator("first(orError:)") { $0.upstream.first(orError: Oops()) },
    Operator("property") {
        Property(initial: 0, then: $0.upstream.replaceError(with: 0)).map { $0 + 1 }.allValues
    },
]
