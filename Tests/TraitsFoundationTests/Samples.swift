import Foundation
import TraitsFoundation
import TraitsTesting

extension TestScheduler {
    /// The notifications of a center of their own, one posted for each value of the marbles.
    func posting(_ marbles: String) -> NotificationCenter.Publisher {
        let center = NotificationCenter()
        let name = Notification.Name("sample")
        var time = 0
        for character in marbles {
            guard character == "o" else {
                time += 1
                continue
            }
            schedule(after: VirtualTime(ticks: time), tolerance: 0, options: nil) {
                center.post(name: name, object: nil)
            }
        }
        return center.publisher(for: name)
    }
}
