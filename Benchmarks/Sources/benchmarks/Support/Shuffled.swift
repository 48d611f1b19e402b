/// The numbers below another in an order that is the same in each run.
func shuffled(_ size: Int) -> [Int] {
    var numbers = Array(0..<size)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in numbers.indices.reversed() where index > 0 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        numbers.swapAt(index, Int(state >> 33) % (index + 1))
    }
    return numbers
}
