import Foundation
import TraitsFoundation
import TraitsTesting

// The bridges to Foundation that a test can drive without a clock.

extension MatrixEntry {
    static let ofFoundation: [MatrixEntry] = [
        MatrixEntry(
            "NotificationCenter.Publisher", as: "NotificationCenter Observer",
            exempt: [.patience: dropsValues]
        ) { harness in
            let center = NotificationCenter()
            let name = Notification.Name("matrix")
            harness.events = (1...3).map { number in
                { center.post(name: name, object: nil, userInfo: ["number": number]) }
            }
            return center.publisher(for: name).map(harness.plain { $0.userInfo?["number"] as? Int ?? 0 })
        },
        MatrixEntry("TraitPublishers.AsOperation") { harness in
            // Its threads run only while the test waits for them.
            let queue = OperationQueue()
            queue.isSuspended = true
            harness.events = [
                {
                    queue.isSuspended = false
                    queue.waitUntilAllOperationsAreFinished()
                    queue.isSuspended = true
                }
            ]
            return Just(1).map(harness.plain { $0 }).eraseToAnyPublisher().first().asOperation(in: queue)
        },
    ]
}
