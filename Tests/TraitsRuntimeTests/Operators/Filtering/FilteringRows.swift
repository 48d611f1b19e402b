import TraitsRuntime

extension OperatorRow {
    static let filtering: [OperatorRow] = [
        OperatorRow(
            "Filter", as: "ManualPublisher", finished: "1 3 |", failed: "1 TestError()", skips: [2]
        ) {
            $0.filter { $0 != 2 }
        },
        OperatorRow("TryFilter", finished: "1 3 |", failed: "1 TestError()", skips: [2]) {
            $0.tryFilter { value throws in value != 2 }
        },
        OperatorRow(
            "Filter, fused", as: "ManualPublisher", finished: "3 |", failed: "TestError()", skips: [1, 2]
        ) {
            $0.filter { $0 != 2 }.filter { $0 != 1 }
        },
        OperatorRow(
            "TryFilter, fused", as: "TryFilter", finished: "3 |", failed: "TestError()", skips: [1, 2]
        ) { $0.filter { $0 != 2 }.tryFilter { value throws in value != 1 }.filter { $0 != 4 } },
        OperatorRow("RemoveDuplicates", finished: "1 2 |", failed: "1 2 TestError()", skips: [3]) {
            $0.removeDuplicates { $0 / 2 == $1 / 2 }
        },
        OperatorRow("TryRemoveDuplicates", finished: "1 2 |", failed: "1 2 TestError()", skips: [3]) {
            $0.tryRemoveDuplicates { old, new throws in old / 2 == new / 2 }
        },
        OperatorRow("DropWhile", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.drop { $0 < 2 }
        },
        OperatorRow("TryDropWhile", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.tryDrop { value throws in value < 2 }
        },
        OperatorRow("PrefixWhile", finished: "1 |", failed: "1 |") { $0.prefix { $0 < 2 } },
        OperatorRow("TryPrefixWhile", finished: "1 |", failed: "1 |") {
            $0.tryPrefix { value throws in value < 2 }
        },
        OperatorRow("Drop", .other, finished: "2 3 |", failed: "2 TestError()") { $0.dropFirst() },
        OperatorRow("Prefix", as: "Output", finished: "1 2 |", failed: "1 2 |") { $0.prefix(2) },
        OperatorRow("OutputAt", as: "Output", finished: "2 |", failed: "2 |", skips: [1]) {
            $0.output(at: 1)
        },
        OperatorRow("OutputIn", as: "Output", finished: "2 3 |", failed: "2 TestError()", skips: [1]) {
            $0.output(in: 1...)
        },
    ]
}
