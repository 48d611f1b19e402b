@testable import TraitgenCore
@testable import TraitgenVerbs

/// Traces that no program would write, which all readers have to read alike.
enum RandomTrace {
    private static let publishers = [
        "Just<Int>", "Timer.TimerPublisher", "Publishers.Autoconnect<Timer.TimerPublisher>",
        "Publishers.Map<Publishers.Autoconnect<Publishers.MakeConnectable<Just<Int>>>, Int>",
        "Publishers.Zip<Publishers.MakeConnectable<Just<Int>>, Timer.TimerPublisher>",
    ]

    static func text(seed: Int) -> String {
        var numbers = SeededNumbers(seed: UInt64(seed))
        func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &numbers) }
        func oneIn(_ count: Int) -> Bool { number(count) == 0 }
        var trace = TraceText(clock: oneIn(4) ? "virtual" : "steady")
        var ids: [String] = []
        var time = 0.0
        for _ in 0..<(10 + number(60)) {
            time += oneIn(3) ? 0 : Double(number(40_000)) / 8
            guard let id = ids.randomElement(using: &numbers), !oneIn(3) else {
                let owner = ids.randomElement(using: &numbers)
                let kind = number(4)
                ids.append(
                    trace.begin(
                        ["a", "b", "c"][number(3)], line: number(2), at: time,
                        parent: kind == 0 ? owner : nil,
                        cause: kind == 1 ? owner : nil,
                        promise: [nil, "Single", "Completable"][number(3)], isUnchecked: oneIn(2),
                        object: oneIn(3) ? "0x1" : nil, subscriber: [nil, "sink", "flatMap"][number(3)],
                        publisher: publishers[number(publishers.count)], missed: oneIn(4) ? number(4) : 0))
                continue
            }
            switch number(11) {
            case 9: trace.fail(id, oneIn(2) ? "" : "Offline", at: time)
            case 10 where oneIn(2):
                trace.values(number(12), id, from: time)
                time += 10_000 * Double(number(200))
            case 0...1: trace.value(id, ["1", "2", "…"][number(3)], at: time, thread: 1 + number(3))
            case 2...3: trace.request(id, at: time)
            case 4: trace.note("dropped", id, at: time, "\"count\":\(number(4))")
            case 5: trace.note("buffered", id, at: time, "\"count\":\(number(20))")
            case 6: trace.delivery(id, at: time, for: Double(number(40_000)), isOnMain: oneIn(2))
            case 7 where oneIn(3):
                trace.note("broken", id, at: time, #""promise":"Single","history":"failed late""#)
            default: trace.end(id, oneIn(2) ? "finished" : "cancelled", at: time)
            }
        }
        if oneIn(8) { trace.lost(1 + number(9), at: time) }
        return oneIn(5) ? trace.cut : trace.text
    }
}
