import Testing
import TraitsTesting

@Suite struct VirtualTimeTests {
    typealias Stride = VirtualTime.Stride

    @Test func arithmetic() {
        let time: VirtualTime = 5
        #expect(time.advanced(by: 3) == 8)
        #expect(time.distance(to: 2) == -3)
        #expect(time < 6)
        #expect(time.description == "5")
        #expect(Stride(exactly: UInt8(7)) == 7)
        #expect(Stride(exactly: UInt.max) == nil)
        #expect((-3 as Stride).magnitude == 3)
        #expect(2 * 3 - 1 + 4 as Stride == 9)
        var stride: Stride = 2
        stride += 3
        stride -= 1
        stride *= 5
        #expect(stride == 20)
    }

    @Test func arithmeticStopsAtTheEndsOfTime() {
        #expect(VirtualTime.distantFuture.advanced(by: 1) == .distantFuture)
        #expect(VirtualTime.distantPast.advanced(by: -1) == .distantPast)
        #expect(VirtualTime.distantPast.distance(to: .distantFuture) == Stride(ticks: .max))
        #expect(Stride(ticks: .max) * -2 == Stride(ticks: .min))
        #expect(Stride(ticks: .min).magnitude == Stride(ticks: .max))
    }

    @Test func aTickIsAMillisecond() {
        #expect(Stride.seconds(2) == 2000)
        #expect(Stride.milliseconds(7) == 7)
        #expect(Stride.microseconds(3000) == 3)
        #expect(Stride.nanoseconds(2_000_000) == 2)
        #expect(Stride.seconds(0.25) == 250)
    }

    @Test func whatIsFinerIsRoundedAwayFromZero() {
        #expect(Stride.microseconds(1) == 1)
        #expect(Stride.microseconds(-1) == -1)
        #expect(Stride.nanoseconds(1_000_001) == 2)
        #expect(Stride.seconds(0.0001) == 1)
        #expect(Stride.seconds(-0.0001) == -1)
        #expect(Stride.seconds(0.035) == 35, "the dust of floating point costs no tick")
        #expect(Stride.seconds(Double.infinity) == Stride(ticks: .max))
        #expect(Stride.seconds(-Double.infinity) == Stride(ticks: .min))
    }
}
