import TraitsRuntime

/// Objects that only the closure of an operator owns: they live as long as the stream.
let closureChecks = [
    ClosureCheck("map over a subject") { scene, token in scene.later.map { token.pass($0) } },
    ClosureCheck("filter over a subject") { scene, token in scene.later.filter { token.pass($0) > 0 } },
    ClosureCheck("handleEvents over a subject") { scene, token in
        scene.later.handleEvents(receiveOutput: { _ = token.pass($0) })
    },
    ClosureCheck("flatMap over Just") { scene, token in
        Just(1).flatMap { _ in token.pass(scene.later) }
    },
    ClosureCheck("map, flatMap, map over Just") { scene, token in
        Just(1).map { $0 }.flatMap { _ in token.pass(scene.later) }.map { $0 }
    },
    ClosureCheck("flatMap over Just, of a single") { scene, token in
        Just(1).flatMap { _ in token.pass(scene.later.first()) }
    },
    ClosureCheck("flatMap over Just, of a future") { scene, token in
        Just(1).setFailureType(to: Oops.self).flatMap { _ in token.pass(scene.future) }
    },
    ClosureCheck("flatMap over an erased Just") { scene, token in
        Just(1).eraseToAnyPublisher().flatMap { _ in token.pass(scene.later) }.eraseToAnyPublisher()
    },
    ClosureCheck("flatMap over a sequence") { scene, token in
        [1, 2].publisher.flatMap { _ in token.pass(scene.later) }
    },
    ClosureCheck("flatMap(maxPublishers:) over Just") { scene, token in
        Just(1).flatMap(maxPublishers: .max(1)) { _ in token.pass(scene.later) }
    },
    ClosureCheck("flatMap over a deferred Just") { scene, token in
        Deferred { Just(1) }.flatMap { _ in token.pass(scene.later) }
    },
    ClosureCheck("catch over Fail") { scene, token in
        Fail<Int, Oops>(error: Oops()).catch { _ in token.pass(scene.later) }
    },
    ClosureCheck("tryCatch over Fail") { scene, token in
        Fail<Int, Oops>(error: Oops()).tryCatch { _ in token.pass(scene.later) }
    },
    ClosureCheck("catch, flatMap over Fail") { scene, token in
        Fail<Int, Oops>(error: Oops()).catch { _ in token.pass(scene.later) }
            .flatMap { Just($0).setFailureType(to: Oops.self) }
    },
    ClosureCheck("ifEmpty(switchTo:) over Empty") { scene, token in
        Empty<Int, Oops>().ifEmpty(switchTo: token.pass(scene.later))
    },
    ClosureCheck("flatMap, shared") { scene, token in
        Just(1).flatMap { _ in token.pass(scene.later) }.share()
    },
].map(\.check)

/// An object that a closure owns.
private final class Token {
    @inline(never) func pass<T>(_ value: T) -> T { value }
}

/// The source of a stream that answers later.
private final class Scene {
    let later = PassthroughSubject<Int, Oops>()
    weak var token: Token?
    private(set) var promise: Future<Int, Oops>.Promise?
    lazy var future = Future<Int, Oops> { [unowned self] in promise = $0 }
    var isOver = false
}

private struct ClosureCheck {
    let check: Check

    init<P: Publisher>(_ name: String, _ build: @escaping (Scene, Token) -> P) {
        check = Check(name: "closures, \(name)") { Self.faults(false, build) + Self.faults(true, build) }
    }

    private static func faults<P: Publisher>(_ cancels: Bool, _ build: (Scene, Token) -> P) -> [String] {
        let scene = Scene()
        let handle = subscribe(scene, build)
        var faults: [String] = []
        if scene.token == nil { faults.append("released after the subscription") }
        scene.later.send(1)
        if scene.token == nil && !scene.isOver { faults.append("released after a value") }
        if cancels {
            handle.cancel()
        } else {
            scene.promise?(.success(1))
            scene.later.send(completion: .finished)
            if !scene.isOver { faults.append("no end") }
        }
        return withExtendedLifetime((scene, handle)) {
            scene.token == nil ? faults : faults + ["kept after the \(cancels ? "cancellation" : "end")"]
        }
    }

    @inline(never)
    private static func subscribe<P: Publisher>(
        _ scene: Scene, _ build: (Scene, Token) -> P
    ) -> AnyCancellable {
        let token = Token()
        scene.token = token
        return build(scene, token).sink(
            receiveCompletion: { [unowned scene] _ in scene.isOver = true }, receiveValue: { _ in })
    }
}
