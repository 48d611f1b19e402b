import TraitsRuntime

extension Operation {
    static let mapping: [Operation] = [
        .init("map", ["Map"], .one, [0..<4], "map { $0 &+ #0 }"),
        .init(
            "tryMap", ["TryMap", "MapError"], .one, [0..<4], "tryMap { try checked($0, not: #0) }.faulty()"),
        .init("mapKeyPath", ["MapKeyPath"], "map(\\.self)"),
        .init("mapKeyPath2", ["MapKeyPath2"], "map(\\.self, \\.self).map { folded([$0, $1]) }"),
        .init("mapKeyPath3", ["MapKeyPath3"], "map(\\.self, \\.self, \\.self).map { folded([$0, $1, $2]) }"),
        .init("scan", ["Scan"], .one, [0..<4], "scan(#0) { $0 &* 3 &+ $1 }"),
        .init(
            "tryScan", ["TryScan"], .one, [0..<4],
            "tryScan(0) { $0 &* 3 &+ (try checked($1, not: #0)) }.faulty()"),
        .init("encode", ["Encode"], .one, [0..<4], "encode(encoder: SampleCoder(failsAt: #0)).faulty()"),
        .init(
            "decode", ["Decode"], .one, [0..<4],
            "decode(type: Int.self, decoder: SampleCoder(failsAt: #0)).faulty()"),
        .init("replaceNil", ["Map"], .one, [0..<5], "map { holds($0, #0) ? $0 : nil }.replaceNil(with: 7)"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func mapping(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let user = call.user
        switch call.name {
        case "map":
            let n = call.n
            return map { user.plus($0, n) }
        case "tryMap":
            let n = call.n
            return tryMap { try user.checked($0, not: n) }.faulty()
        case "mapKeyPath": return map(\.self)
        case "mapKeyPath2": return map(\.self, \.self).map { user.folded([$0, $1]) }
        case "mapKeyPath3":
            // Erased, so that this type exists once: the runtime looks for a type with several arguments among all that differ
            // from it in the first one alone, one by one.
            return eraseToAnyPublisher().map(\.self, \.self, \.self).map { user.folded([$0, $1, $2]) }
        case "scan": return scan(call.n) { user.step($0, $1) }
        case "tryScan":
            let n = call.n
            return tryScan(0) { user.step($0, try user.checked($1, not: n)) }.faulty()
        case "encode": return encode(encoder: ActingCoder(user, failsAt: call.n)).faulty()
        case "decode": return decode(type: Int.self, decoder: ActingCoder(user, failsAt: call.n)).faulty()
        case "replaceNil":
            let n = call.n
            return map { user.holds($0, n) ? $0 : nil }.replaceNil(with: 7)
        default: return nil
        }
    }
}

extension ModelCall {
    func mapping() -> Model? {
        switch name {
        case "map": each { [n] in .pass($0 &+ n) }
        case "tryMap": each(canEnd: true) { [n] in .pass(try checked($0, not: n)) }
        case "encode", "decode":
            each(canEnd: true) { [n] in if $0 == n { .fail(Fault(-1)) } else { .pass($0) } }
        case "mapKeyPath": each { .pass($0) }
        case "mapKeyPath2": each { .pass(folded([$0, $0])) }
        case "mapKeyPath3": each { .pass(folded([$0, $0, $0])) }
        case "replaceNil": each { [n] in .pass(holds($0, n) ? $0 : 7) }
        case "scan":
            stage(canEnd: false) { [n] in
                var last = n
                return { value in
                    last = last &* 3 &+ value
                    return .pass(last)
                }
            }
        case "tryScan":
            stage(canEnd: true) { [n] in
                var last = 0
                return { value in
                    last = last &* 3 &+ (try checked(value, not: n))
                    return .pass(last)
                }
            }
        default: nil
        }
    }
}
