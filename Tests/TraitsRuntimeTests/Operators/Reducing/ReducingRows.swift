import TraitsRuntime

extension OperatorRow {
    static let reducing: [OperatorRow] = [
        OperatorRow("AllSatisfy", .everything, finished: "false |", failed: "false |", empty: "true |") {
            $0.allSatisfy { $0 < 2 }
        },
        OperatorRow("TryAllSatisfy", .everything, finished: "false |", failed: "false |", empty: "true |") {
            $0.tryAllSatisfy { value throws in value < 2 }
        },
        OperatorRow("Collect", .everything, finished: "[1, 2, 3] |", failed: "TestError()", empty: "[] |") {
            $0.collect()
        },
        OperatorRow("CollectByCount", .other, finished: "[1, 2] [3] |", failed: "[1, 2] TestError()") {
            $0.collect(2)
        },
        OperatorRow("Min", as: "Comparison", .everything, finished: "1 |", failed: "TestError()") {
            $0.min()
        },
        OperatorRow("Max", as: "Comparison", .everything, finished: "3 |", failed: "TestError()") {
            $0.max()
        },
        // Of equal values `min` and `max` take the first.
        OperatorRow("MinBy", as: "Comparison", .everything, finished: "1 |", failed: "TestError()") {
            $0.min { _, _ in false }
        },
        OperatorRow("MaxBy", as: "Comparison", .everything, finished: "2 |", failed: "TestError()") {
            $0.max { $0 / 2 < $1 / 2 }
        },
        OperatorRow("TryMin", as: "TryComparison", .everything, finished: "1 |", failed: "TestError()") {
            $0.tryMin { a, b throws in a < b }
        },
        OperatorRow("TryMax", as: "TryComparison", .everything, finished: "3 |", failed: "TestError()") {
            $0.tryMax { a, b throws in a < b }
        },
        OperatorRow("Contains", .everything, finished: "true |", failed: "true |", empty: "false |") {
            $0.contains(2)
        },
        OperatorRow("ContainsWhere", .everything, finished: "true |", failed: "true |", empty: "false |") {
            $0.contains { $0 == 2 }
        },
        OperatorRow(
            "TryContainsWhere", .everything, finished: "true |", failed: "true |", empty: "false |"
        ) { $0.tryContains { value throws in value == 2 } },
        OperatorRow("Count", .everything, finished: "3 |", failed: "TestError()", empty: "0 |") {
            $0.count()
        },
        OperatorRow("First", .everything, finished: "1 |", failed: "1 |") { $0.first() },
        OperatorRow("FirstWhere", as: "TryFirst", .everything, finished: "2 |", failed: "2 |") {
            $0.first { $0 > 1 }
        },
        OperatorRow("TryFirstWhere", .everything, finished: "2 |", failed: "2 |") {
            $0.tryFirst { value throws in value > 1 }
        },
        OperatorRow("IgnoreOutput", as: "ManualPublisher", .other, finished: "|", failed: "TestError()") {
            $0.ignoreOutput()
        },
        OperatorRow("Last", .everything, finished: "3 |", failed: "TestError()") { $0.last() },
        OperatorRow("LastWhere", .everything, finished: "2 |", failed: "TestError()") {
            $0.last { $0 < 3 }
        },
        OperatorRow("TryLastWhere", .everything, finished: "2 |", failed: "TestError()") {
            $0.tryLast { value throws in value < 3 }
        },
        OperatorRow("Reduce", .everything, finished: "16 |", failed: "TestError()", empty: "10 |") {
            $0.reduce(10, +)
        },
        OperatorRow("TryReduce", .everything, finished: "16 |", failed: "TestError()", empty: "10 |") {
            $0.tryReduce(10) { sum, value throws in sum + value }
        },
        OperatorRow(
            "ReplaceEmpty", .other, finished: "1 2 3 |", failed: "1 2 TestError()", empty: "9 |"
        ) {
            $0.replaceEmpty(with: 9)
        },
    ]
}
