import TraitsRuntime

extension OperatorRow {
    static let errors: [OperatorRow] = [
        OperatorRow("MapError", as: "ManualPublisher", finished: "1 2 3 |", failed: "1 2 thrown") {
            $0.mapError { _ in Thrown() }
        },
        OperatorRow("ReplaceError", finished: "1 2 3 |", failed: "1 2 9 |") { $0.replaceError(with: 9) },
        OperatorRow(
            "SetFailureType", as: "ReplaceError", finished: "1 2 3 |", failed: "1 2 9 |"
        ) { $0.replaceError(with: 9).setFailureType(to: Thrown.self) },
        OperatorRow(
            "AssertNoFailure", as: "ReplaceError", finished: "1 2 3 |", failed: "1 2 9 |"
        ) { $0.replaceError(with: 9).assertNoFailure() },
    ]
}
