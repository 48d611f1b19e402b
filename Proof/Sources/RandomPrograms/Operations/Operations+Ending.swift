import TraitsRuntime

extension Operation {
    static let ending: [Operation] = [
        .init("replaceEmpty", ["ReplaceEmpty"], .one, [0..<4], "replaceEmpty(with: #0)"),
        .init(
            "replaceError", ["ReplaceError", "SetFailureType"], .one, [0..<4],
            "replaceError(with: #0).setFailureType(to: Fault.self)"),
        .init("mapError", ["MapError"], .one, [0..<4], "mapError { Fault($0.code + #0) }"),
        .init(
            "assertNoFailure", ["AssertNoFailure", "Catch"],
            "catch { _ in Empty<Int, Fault>() }.assertNoFailure().setFailureType(to: Fault.self)"),
        .init("retry", ["Retry"], .one, [0..<3], "retry(#0)"),
        .init("catch", ["Catch"], .child, [], "`catch` { let value = $0.code; return @1 }"),
        .init(
            "tryCatch", ["TryCatch"], .child, [0..<4],
            "tryCatch { let value = try checked($0.code, not: #0); return @1 }.faulty()"),
    ]
}

extension Publisher where Output == Int, Failure == Fault {
    func ending(_ call: RealCall) -> (any Publisher<Int, Fault>)? {
        let user = call.user
        switch call.name {
        case "replaceEmpty": return replaceEmpty(with: call.n)
        case "replaceError": return replaceError(with: call.n).setFailureType(to: Fault.self)
        case "mapError":
            let n = call.n
            return mapError { user.acting(Fault($0.code + n)) }
        case "assertNoFailure":
            return self.catch { _ in user.acting(Empty<Int, Fault>()) }.assertNoFailure().setFailureType(
                to: Fault.self)
        case "retry": return retry(call.n)
        default: return nil
        }
    }
}

extension ModelCall {
    func ending() -> Model? {
        switch name {
        case "replaceEmpty":
            return node { [n] in ModelReplaceEmpty($0, n) }.endingAfterValues
        case "replaceError": return tail { [n] fault, _ in fault == nil ? .end(nil) : .value(n) }
        case "mapError": return tail { [n] fault, _ in .end(fault.map { Fault($0.code + n) }) }
        case "assertNoFailure":
            // A `catch` is in it.
            return tail { _, _ in .end(nil) }.endingAfterValues
        case "retry":
            return ModelSequential.model(upstream, requestsReturned: true) { [n, upstream] in
                var left = n
                return { fault, _ in
                    guard fault != nil, left > 0 else { return .end(fault) }
                    left -= 1
                    return .publisher(upstream)
                }
            }
        case "catch": return rescue { $0.code }
        case "tryCatch": return rescue { [n] in try checked($0.code, not: n) }
        default: return nil
        }
    }

    private func rescue(_ value: @escaping (Fault) throws -> Int) -> Model {
        ModelSequential.model(upstream) { [child] in
            var isRescued = false
            return { fault, _ in
                guard let fault, !isRescued else { return .end(fault) }
                isRescued = true
                do { return .publisher(child(try value(fault))) } catch { return .end(error as? Fault) }
            }
        }
    }
}
