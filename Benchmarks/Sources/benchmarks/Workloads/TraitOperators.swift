import TraitsRuntime

// What traits bring, beside what the same program would use without them: for these rows the other side is not a
// loop but the plain publisher or operator of this library.

/// Sources and checks.
let traitOperators: [Workload] = [
    row(
        "DeferredFutureSingle, beside Deferred and Future",
        { number, total in
            DeferredFutureSingle<Int, Never> { promise in
                promise(.success(number))
                return AnyCancellable(CancelNothing())
            }.sink { total.sum += $0 }
        },
        { number, total in
            Deferred { Future<Int, Never> { $0(.success(number)) } }.sink { total.sum += $0 }
        }),
    row(
        "the same, kept later",
        { number, total in
            let later = Later<Int>()
            let single = DeferredFutureSingle<Int, Never> { promise in
                later.promise = { promise(.success($0)) }
                return AnyCancellable(CancelNothing())
            }
            let cancellable = single.sink { total.sum += $0 }
            later.promise?(number)
            return cancellable
        },
        { number, total in
            let later = Later<Int>()
            let publisher = Deferred {
                Future<Int, Never> { promise in later.promise = { promise(.success($0)) } }
            }
            let cancellable = publisher.sink { total.sum += $0 }
            later.promise?(number)
            return cancellable
        }),
    row(
        "checkSingle, beside uncheckedSingle",
        { number, total in hidden(number).checkSingle().sink(receiveCompletion: use) { total.sum += $0 } },
        { number, total in hidden(number).uncheckedSingle().sink(receiveCompletion: use) { total.sum += $0 } }
    ),
    row(
        "checkSingle, kept later, beside uncheckedSingle",
        { number, total in
            later(number) {
                $0.eraseToAnyPublisher().checkSingle().sink(receiveCompletion: use) { total.sum += $0 }
            }
        },
        { number, total in
            later(number) {
                $0.eraseToAnyPublisher().uncheckedSingle().sink(receiveCompletion: use) { total.sum += $0 }
            }
        }),
    row(
        "assertSingle, beside uncheckedSingle",
        { number, total in hidden(number).assertSingle().sink(receiveCompletion: use) { total.sum += $0 } },
        { number, total in hidden(number).uncheckedSingle().sink(receiveCompletion: use) { total.sum += $0 } }
    ),
    row(
        "zipSingle of two, beside zip",
        { number, total in
            [future(number), future(number)].zipSingle().sink { total.sum += $0[0] + $0[1] }
        },
        { number, total in future(number).zip(future(number)).sink { total.sum += $0 + $1 } }),
    row(
        "timeout(error:), beside timeout(customError:)",
        { number, total in
            failing(number).timeout(.seconds(1), scheduler: VirtualClock(), error: OutOfTime())
                .sink(receiveCompletion: use) { total.sum += $0 }
        },
        { number, total in
            failing(number).timeout(.seconds(1), scheduler: VirtualClock(), customError: { OutOfTime() })
                .sink(receiveCompletion: use) { total.sum += $0 }
        }),
    row(
        "shareReplay, beside share",
        { number, total in future(number).shareReplay().sink { total.sum += $0 } },
        { number, total in future(number).share().sink { total.sum += $0 } }),
    row(
        "andThen, beside append",
        { number, total in done().andThen(future(number)).sink { total.sum += $0 } },
        { number, total in done().append(future(number)).sink { total.sum += $0 } }),
    row(
        "mapToResult, beside map and catch",
        { number, total in failing(number).mapToResult().sink { total.sum += ((try? $0.get()) ?? 0) } },
        { number, total in
            failing(number).map(Result<Int, OutOfTime>.success).catch { Just(.failure($0)) }
                .sink { total.sum += ((try? $0.get()) ?? 0) }
        }),
    row(
        "preventCancellation, beside none",
        { number, total in future(number).preventCancellation().sink { total.sum += $0 } },
        { number, total in future(number).sink { total.sum += $0 } }),
    row(
        "race, beside merge and first",
        { number, total in future(number).race(with: future(number)).sink { total.sum += $0 } },
        { number, total in future(number).merge(with: future(number)).first().sink { total.sum += $0 } }),
    row(
        "first(orError:), beside first",
        { number, total in
            failing(number).first(orError: OutOfTime()).sink(receiveCompletion: use) { total.sum += $0 }
        },
        { number, total in failing(number).first().sink(receiveCompletion: use) { total.sum += $0 } }),
    row(
        "ifEmpty, beside replaceEmpty",
        { number, total in hidden(number).ifEmpty(default: 0).sink { total.sum += $0 } },
        { number, total in hidden(number).replaceEmpty(with: 0).sink { total.sum += $0 } }),
    row(
        "sinkSingle, beside sink",
        { number, total in
            future(number).sinkSingle { total.sum += $0.get() }
        },
        { number, total in future(number).sink(receiveCompletion: use) { total.sum += $0 } }),
    row(
        "sinkSingle, kept later, beside sink",
        { number, total in
            later(number) { $0.sinkSingle { total.sum += $0.get() } }
        },
        { number, total in
            later(number) { $0.sink(receiveCompletion: use) { total.sum += $0 } }
        }),
    row(
        "sinkMaybe, beside sink",
        { number, total in
            future(number).sinkMaybe { if case .success(let value) = $0 { total.sum += value } }
        },
        { number, total in future(number).sink(receiveCompletion: use) { total.sum += $0 } }),
    row(
        "sinkCompletable, beside sink",
        { number, total in done().sinkCompletable { _ in total.sum += number } },
        { number, total in done().sink(receiveCompletion: { _ in total.sum += number }, receiveValue: use) }),
    row(
        "eraseToAnySinglePublisher, beside eraseToAnyPublisher",
        { number, total in future(number).eraseToAnySinglePublisher().sink { total.sum += $0 } },
        { number, total in future(number).eraseToAnyPublisher().sink { total.sum += $0 } }),
    Workload(
        name: "await value of a single, beside a sink", unit: "subscription", count: 50_000,
        target: .ratio(3),
        stream: { count in
            inTask {
                var sum = 0
                for number in 0..<count { sum += await future(number).value }
                return sum
            }
        },
        byHand: { count in
            let total = Total()
            for number in 0..<count { use(future(number).sink { total.sum += $0 }) }
            return total.sum
        }),
]

private struct OutOfTime: Error {}

/// Keeps a promise for later.
private final class Later<Value> {
    @exclusivity(unchecked) var promise: ((Value) -> Void)?
}

private struct CancelNothing: Cancellable { func cancel() {} }

/// A subscription to something with a trait, and to its plain counterpart.
private func row(
    _ name: String, _ trait: @escaping @Sendable (Int, Total) -> AnyCancellable,
    _ plain: @escaping @Sendable (Int, Total) -> AnyCancellable
) -> Workload {
    Workload(
        name: name, unit: "subscription", count: 50_000, target: .ratio(1.2),
        stream: { subscribe($0, trait) }, byHand: { subscribe($0, plain) })
}

@inline(never)
private func subscribe(_ count: Int, _ make: (Int, Total) -> AnyCancellable) -> Int {
    let total = Total()
    for number in 0..<count { use(make(number, total)) }
    return total.sum
}

@inline(never)
private func hidden(_ number: Int) -> AnyPublisher<Int, Never> { future(number).eraseToAnyPublisher() }

@inline(never)
private func future(_ number: Int) -> Future<Int, Never> { Future { $0(.success(number)) } }

/// Subscribes to a future that gets its value after that.
@inline(__always)
private func later(_ number: Int, _ subscribe: (Future<Int, Never>) -> AnyCancellable) -> AnyCancellable {
    var keep: Future<Int, Never>.Promise?
    let cancellable = subscribe(Future { keep = $0 })
    keep?(.success(number))
    return cancellable
}

@inline(never)
private func failing(_ number: Int) -> Future<Int, OutOfTime> { Future { $0(.success(number)) } }

@inline(never)
private func done() -> AnyCompletablePublisher<Int, Never> { .empty() }
