import Foundation
import TraitsFoundation
import TraitsTesting

// The bridges to Foundation that a test can drive without a clock.

extension MatrixEntry {
    static let ofFoundation: [MatrixEntry] = [
        MatrixEntry(
            "NotificationCenter.Publisher", as: "NotificationCenter Observer",
            exempt: [.patience: dropsValues]
        ) { bench in
            let center = NotificationCenter()
            let name = Notification.Name("matrix")
            bench.events = (1...3).map { number in
                { center.post(name: name, object: nil, userInfo: ["number": number]) }
            }
            return center.publisher(for: name).map(bench.plain { $0.userInfo?["number"] as? Int ?? 0 })
        },
        MatrixEntry("TraitPublishers.AsOperation") { bench in
            // Its threads run only while the test waits for them.
            let queue = OperationQueue()
            queue.isSuspended = true
            bench.events = [
                {
                    queue.isSuspended = false
                    queue.waitUntilAllOperationsAreFinished()
                    queue.isSuspended = true
                }
            ]
            return Just(1).map(bench.plain { $0 }).eraseToAnyPublisher().first().asOperation(in: queue)
        },
    ]
}
