/// The failure of all random programs; its code says which part failed.
struct Fault: Error, Hashable {
    let code: Int

    init(_ code: Int) { self.code = code }
}

/// Throws at one number.
func checked(_ value: Int, not number: Int) throws -> Int {
    if value == number { throw Fault(value) }
    return value
}

/// The tests of values that programs choose from by number.
func holds(_ value: Int, _ test: Int) -> Bool {
    switch test {
    case 0: true
    case 1: false
    case 2: value % 2 == 0
    case 3: value < 2
    default: value > 1
    }
}

/// One number for several, in which their order shows.
func folded(_ values: [Int]) -> Int { values.reduce(7) { $0 &* 31 &+ $1 } }

/// Turns values that never come into numbers.
func unreachable(_ value: Never) -> Int {}
