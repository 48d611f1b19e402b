import TraitsRuntime

extension OperatorRow {
    static let mapping: [OperatorRow] = [
        OperatorRow("Map", as: "ManualPublisher", finished: "10 20 30 |", failed: "10 20 TestError()") {
            $0.map { $0 * 10 }
        },
        OperatorRow("TryMap", finished: "10 20 30 |", failed: "10 20 TestError()") {
            $0.tryMap { value throws in value * 10 }
        },
        OperatorRow(
            "MapKeyPath", as: "ManualPublisher", finished: "-2 -3 -4 |", failed: "-2 -3 TestError()"
        ) { $0.map(\.inverted) },
        OperatorRow(
            "MapKeyPath2", as: "ManualPublisher", finished: "(1, -2) (2, -3) (3, -4) |",
            failed: "(1, -2) (2, -3) TestError()"
        ) { $0.map(\.self, \.inverted) },
        OperatorRow(
            "MapKeyPath3", as: "ManualPublisher", finished: "(1, 1, 1) (2, 2, 2) (3, 3, 3) |",
            failed: "(1, 1, 1) (2, 2, 2) TestError()"
        ) { $0.map(\.self, \.self, \.self) },
        OperatorRow("ReplaceNil", as: "ManualPublisher", finished: "1 0 3 |", failed: "1 0 TestError()") {
            $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0)
        },
        OperatorRow(
            "CompactMap", as: "ManualPublisher", finished: "10 30 |", failed: "10 TestError()", skips: [2]
        ) {
            $0.compactMap { $0 == 2 ? nil : $0 * 10 }
        },
        OperatorRow("TryCompactMap", finished: "10 30 |", failed: "10 TestError()", skips: [2]) {
            $0.tryCompactMap { value throws in value == 2 ? nil : value * 10 }
        },
        OperatorRow("Scan", as: "ManualPublisher", finished: "1 3 6 |", failed: "1 3 TestError()") {
            $0.scan(0, +)
        },
        OperatorRow("TryScan", finished: "1 3 6 |", failed: "1 3 TestError()") {
            $0.tryScan(0) { sum, value throws in sum + value }
        },
        OperatorRow("Map, fused", as: "ManualPublisher", finished: "3 5 7 |", failed: "3 5 TestError()") {
            $0.map { $0 * 2 }.map { $0 + 1 }
        },
        OperatorRow("TryMap, fused", as: "TryMap", finished: "3 5 7 |", failed: "3 5 TestError()") {
            $0.map { $0 * 2 }.tryMap { value throws in value }.map { $0 + 1 }
        },
        OperatorRow(
            "CompactMap, fused", as: "ManualPublisher", finished: "5 |", failed: "TestError()", skips: [1, 2]
        ) { $0.compactMap { $0 == 2 ? nil : $0 }.map { $0 + 2 }.compactMap { $0 == 3 ? nil : $0 } },
    ]
}

extension Int {
    fileprivate var inverted: Int { ~self }
}
